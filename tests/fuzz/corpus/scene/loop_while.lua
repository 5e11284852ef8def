-- expect: limit
while true do end
