-- expect: limit
local t = {}
for i = 1, 100000 do t[i] = i end
while true do next(t) end
