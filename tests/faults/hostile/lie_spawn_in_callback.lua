-- expect: limit
agent { at = {0, 0}, goal = {9, 0} }
on.step(function(t) while true do agent { at = {0, 0} } end end)
