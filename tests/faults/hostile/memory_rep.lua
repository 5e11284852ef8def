-- expect: limit
local s = string.rep("x", 1 << 34)
