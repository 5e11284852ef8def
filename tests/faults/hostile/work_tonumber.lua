-- expect: limit
local s = ("1"):rep(1000000)
while true do local x = tonumber(s) end
