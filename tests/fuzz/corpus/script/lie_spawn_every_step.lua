-- expect: ok
agent { at = {0, 0}, goal = {900, 0} }
scene_steps = 0
on.step(function(t) if t < 2 then agent { at = {t * 20, 30}, goal = {0, 40} } end end)
