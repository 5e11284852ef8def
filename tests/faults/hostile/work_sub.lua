-- expect: limit
local s = ("x"):rep(1000000)
while true do local a = s:sub(2, -2) end
