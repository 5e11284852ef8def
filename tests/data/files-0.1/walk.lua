-- Two walkers round a disc, one that comes later: the scene of the files beside it.
scene { title = "Files of a release", dt = 0.25, duration = 2, seed = 7 }
local goal = target { at = {6, 0}, radius = 0.5 }
obstacle { at = {2, 0.1}, radius = 0.5 }
agent { at = {-1, 0}, target = goal }
agent { at = {-2, 1}, target = goal }
state.steps = 0
on.step(function(t)
  state.steps = state.steps + 1
  if t == 1 then agent { at = {-3, 0}, target = goal, speed = 1 + 0.1 * math.random() } end
end)
