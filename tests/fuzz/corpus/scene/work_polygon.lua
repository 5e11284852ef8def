-- expect: limit
local p = {}
for i = 1, 1000 do p[i] = { math.cos(i * 0.00628), math.sin(i * 0.00628) } end
while true do target { polygon = p } end
