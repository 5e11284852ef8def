-- expect: limit
local s = ("a"):rep(500000)
local p = ("a"):rep(250000) .. "b"
while true do s:find(p, 1, true) end
