-- expect: limit
-- a full table that loses one key and gains another counts itself again each time
local t = {}
for i = 1, 1 << 17 do t["k" .. i] = true end
local i = 1 << 17
while true do t["k" .. (i - (1 << 17) + 1)] = nil i = i + 1 t["k" .. i] = true end
