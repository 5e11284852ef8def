-- expect: limit
local s = ("x"):rep(1000000)
while true do local u = s:reverse() end
