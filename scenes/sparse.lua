-- A few people cross a wide square; each time one comes within eight metres of another, somebody counts.
local people = param("agents", 60, 2, 300)
scene { title = "Sparse", dt = 0.1, duration = 150, seed = 1, view = box(-64, -36, 64, 36), colour = "group" }

group { count = people, area = ring(0, 0, 30, 60), spacing = 4, watch = 8, speed = normal(1.3, 0.2),
        on_arrival = "remove", goal_radius = 1, goal = function(x, y) return -x, -y end }

state.meetings, state.longest = 0, 0
local function pair(a, b) return math.min(a.id, b.id) * 100000 + math.max(a.id, b.id) end
state.since = {}
on.enter(function(agent, other, t)
  if agent.id > other.id then return end  -- both watch: one of them tells
  state.meetings = state.meetings + 1
  state.since[pair(agent, other)] = t
end)
on.exit(function(agent, other, t)
  if not (agent.alive and other.alive) or agent.id > other.id then return end
  local since = state.since[pair(agent, other)]
  if since then state.longest = math.max(state.longest, t - since) end
end)
