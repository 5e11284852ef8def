-- expect: limit
local t, s = {}, ("x"):rep(1000000)
while true do t[s .. "y"] = nil end
