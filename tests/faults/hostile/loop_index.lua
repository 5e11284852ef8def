-- expect: limit
local t = setmetatable({}, { __index = function() while true do end end })
print(t.x)
