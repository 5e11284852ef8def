-- expect: limit
local m = { __lt = function() while true do end end }
print(setmetatable({}, m) < setmetatable({}, m))
