-- expect: limit
local t = setmetatable({}, { __call = function() while true do end end })
t()
