-- expect: limit
while true do on.step(function() end) end
