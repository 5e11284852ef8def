-- expect: limit
local t = setmetatable({}, { __concat = function() while true do end end })
print(t .. "x")
