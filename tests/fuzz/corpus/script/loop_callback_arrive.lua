-- expect: limit
agent { at = {0, 0}, goal = {1, 0} }
on.arrive(function(a) while true do pcall(function() a.speed = 1 end) end end)
