-- expect: script
local t = setmetatable({}, { __metatable = "no" })
setmetatable(t, {})
