-- expect: limit
local s = ("%s"):rep(3000)
local t = ("y"):rep(1000)
while true do pcall(string.format, s, t, t, t, t, t, t) end
