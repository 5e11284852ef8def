-- expect: limit
for i = 1, 100 do class { name = "c" .. i, competes = true } end
