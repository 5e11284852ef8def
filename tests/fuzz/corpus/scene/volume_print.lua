-- expect: limit
while true do print("line") end
