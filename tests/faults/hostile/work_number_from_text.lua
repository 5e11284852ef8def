-- expect: limit
local s = ("1"):rep(1000000)
while true do pcall(math.sin, s) end
