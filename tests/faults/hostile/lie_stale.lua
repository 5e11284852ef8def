-- expect: script
agent { at = {0, 5}, goal = {90, 5} }
local a = agent { at = {0, 0}, goal = {9, 0} }
on.step(function(t) if t > 0.25 and t < 0.35 then a:remove() end if t > 0.5 then a.speed = 2 end end)
