-- A few people cross a wide square; whenever one comes within five metres of another, somebody notes it.
local people = param("agents", 40, 2, 300)
scene { title = "Sparse", dt = 0.1, duration = 120, seed = 1, view = box(-34, -19, 34, 19), colour = "group" }

-- Each to a place of its own on the opposite side.
for side = 0, 1 do
  group { name = side == 0 and "eastward" or "westward", count = people // 2, area = box(side == 0 and -32 or 16, -17, side == 0 and -16 or 32, 17), spacing = 3,
          watch = 5, heading = side == 0 and 0 or math.pi, speed = normal(1.3, 0.2), on_arrival = "remove",
          goal_radius = 1, goal = function(x) return -x, 34 * math.random() - 17 end }
end

state.meetings, state.longest, state.since = 0, 0, {}
local function pair(a, b) return a.id .. " " .. b.id end
on.enter(function(agent, other, t)
  if agent.id > other.id then return end  -- both watch: the first of them counts
  state.meetings = state.meetings + 1
  state.since[pair(agent, other)] = t
end)
on.exit(function(agent, other, t)
  if not (agent.alive and other.alive) or agent.id > other.id then return end
  state.longest = math.max(state.longest, t - state.since[pair(agent, other)])
end)
