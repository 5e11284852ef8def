-- A few people visit three stalls; which comes first is decided by attractors that compete, not by a list.
local people = param("agents", 8, 1, 30)
scene { title = "Competing targets", dt = 0.25, duration = 120, seed = 1,
        view = box(-13, -7, 13, 7), colour = "group" }

local stalls = {}
for i, at in ipairs { {8, 4.5}, {10, 0}, {8, -4.5} } do stalls[i] = target { at = at, radius = 1 } end
for _, y in ipairs {-2.4, 0, 2.4} do obstacle { at = {1, y}, radius = 0.6 } end

-- `state` is the table for what a script wants to remember.
state.visited = 0
for i = 1, people do
  agent { at = {-11 + i % 2, -5 + 10 * (i - 0.5) / people}, heading = 0, radius = 0.2, targets = stalls, group = "visitor " .. i,
          on_arrival = "remove", model = attractor { targets = "compete", hysteresis = true } }
end
on.arrive(function(someone)
  state.visited = state.visited + 1
  print("agent", someone.id, "has seen all three stalls; that makes", state.visited)
end)
