-- Everything a checkpoint has to carry: adds, removals, motions of every kind, random numbers, models made in callbacks.
scene { dt = 0.25, duration = 60, seed = 5 }
function orbit(t) return 3 * math.cos(t / 3), 3 * math.sin(t / 3) end
local goal = target { at = {8, 0}, radius = 0.6 }
local other = target { at = {-8, 0}, radius = 0.6 }
local cart = obstacle { at = function(t) return math.cos(t), 4 + math.sin(t) end, radius = 0.4 }
obstacle { from = function(t) return -2, -3 - 0.1 * math.sin(t) end, to = {2, -3}, radius = 0.2 }
local gate = wall { {0, 5}, {0, 7}, at = function(t) return math.sin(t / 2), 0 end }
group { count = 12, area = box(-7, -2, -4, 2), target = goal, on_arrival = "remove" }
state.queue = { first = 1, list = {} }
state.born = 0
on.step(function(t)
  state.last = t
  if state.born < 20 and math.random() < 0.3 then
    state.born = state.born + 1
    local a = agent { at = {-7, 4 + 2 * math.random()}, target = goal, find_room = true, speed = 0.8 + math.random(),
                      model = attractor { d0 = 0.5 + 0.01 * state.born } }
    state.queue.list[#state.queue.list + 1] = a
    state.mine = a
  end
  if t == 5 then cart:remove() end
  if t == 6 then goal.at = orbit end
  if t == 9 then goal.at = {8, 0} end
  if t == 10 then gate:remove() end
  if t == 12 then state.wall = wall { {4, -1}, {4, 1} } end
  if t == 14 then state.wall:remove() state.wall = nil end
end)
on.arrive(function(a)
  state[a] = { who = a, circle = state }
  state.arrivals = (state.arrivals or 0) + 1
  if state.arrivals % 2 == 0 then agent { at = {7, -5}, find_room = true, target = other, heading = math.random() * 3 } end
end)
