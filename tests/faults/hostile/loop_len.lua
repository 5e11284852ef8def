-- expect: limit
local t = setmetatable({}, { __len = function() while true do end end })
print(#t)
