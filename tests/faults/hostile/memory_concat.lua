-- expect: limit
local t = {}
for i = 1, 2000 do t[i] = ("x"):rep(1000) end
while true do pcall(table.concat, t) end
