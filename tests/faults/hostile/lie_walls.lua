-- expect: limit
local p = {}
for i = 1, 100000 do p[i] = { i, 0 } end
for i = 1, 10 do wall(p) end
