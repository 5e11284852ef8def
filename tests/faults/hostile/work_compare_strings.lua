-- expect: limit
local a = ("x"):rep(1000000) .. "a"
local b = ("x"):rep(1000000) .. "b"
while true do local c = a < b end
