-- expect: limit
local a = ("x"):rep(1000000) .. "a"
local b = ("x"):rep(1000000) .. "a"
local n = 0
while true do if a == b then n = n + 1 end end
