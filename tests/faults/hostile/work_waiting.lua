-- expect: limit
-- many requests wait, and each look at one of them searches all
agent { at = {0, 0}, goal = {90, 0} }
for i = 1, 60 do
  on.step(function(t)
    for k = 1, 250 do state.last = agent { at = {k, i}, goal = {90, 0} } end
    for k = 1, 5000 do local x = state.last.x end
  end)
end
