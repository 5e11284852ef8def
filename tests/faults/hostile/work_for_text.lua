-- expect: limit
local s = ("1"):rep(1000000)
while true do pcall(function() for i = 1, s do break end end) end
