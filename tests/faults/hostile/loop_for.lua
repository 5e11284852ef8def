-- expect: limit
for i = 1, math.maxinteger do end
