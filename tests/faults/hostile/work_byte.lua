-- expect: limit
local s = ("x"):rep(1000000)
while true do local a = s:byte(1, 200) end
