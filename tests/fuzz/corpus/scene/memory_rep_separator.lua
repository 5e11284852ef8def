-- expect: limit
local s = ("x"):rep(1 << 19, ("y"):rep(100))
