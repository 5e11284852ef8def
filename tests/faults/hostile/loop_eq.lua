-- expect: limit
local m = { __eq = function() while true do end end }
print(setmetatable({}, m) == setmetatable({}, m))
