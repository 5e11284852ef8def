-- expect: script
local g = target { at = {9, 0} }
local a = agent { at = {0, 0}, target = g }
on.step(function(t) if t > 0.25 and t < 0.35 then g:remove() end if t > 0.5 then a.target = g end end)
