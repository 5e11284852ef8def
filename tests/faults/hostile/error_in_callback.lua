-- expect: script
agent { at = {0, 0}, goal = {9, 0} }
on.step(function(t) if t > 0.4 then error("in a callback") end end)
