-- expect: script
local t = setmetatable({}, { __name = ("n"):rep(10000) })
local x = t + 1
