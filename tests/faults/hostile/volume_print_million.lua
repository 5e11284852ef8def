-- expect: limit
for i = 1, 1000000 do print(("x"):rep(100), i) end
