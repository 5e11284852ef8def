-- Four hundred people go from stall to stall, look at each for a while, and leave the market by its two gates.
local people = param("agents", 400, 1, 800)
local visits = param("visits", 3, 1, 10)  -- stalls each of them wants to see
scene { title = "Market", dt = 0.1, duration = 300, seed = 1, view = box(-29, -19, 29, 19), colour = "speed" }

-- A fence with a gate on the left and one on the right; five rows of eight stalls.
for _, s in ipairs {-1, 1} do wall { {27 * s, 2.5}, {27 * s, 17.5}, {0, 17.5}, thickness = 0.1 } wall { {27 * s, -2.5}, {27 * s, -17.5}, {0, -17.5}, thickness = 0.1 } end
local gates = { target { from = {-28, -2}, to = {-28, 2} }, target { from = {28, -2}, to = {28, 2} } }
local stalls = {}
for row = -2, 2 do
  for column = -3.5, 3.5 do
    local x, y = 6.2 * column, 6.6 * row + 0.8
    obstacle { from = {x - 0.8, y}, to = {x + 0.8, y}, radius = 0.6 }
    stalls[#stalls + 1] = target { at = {x, y - 1.4} }  -- customers gather around this point
  end
end

local crowd = group { name = "visitors", count = people, area = box(-26, -16.5, 26, 16.5), spacing = 0.8, heading = uniform(-3.1, 3.1),
                      target = function() return stalls[math.random(#stalls)] end, planner = auto { }, speed = normal(1.2, 0.2) }

-- Who arrives stays for a quarter of a minute or so, then goes to another stall, and at last to a gate.
state.seen, state.until_time = {}, {}
on.arrive(function(visitor, t)
  local seen = state.seen[visitor.id] or 0
  if seen == visits then return visitor:remove() end
  state.seen[visitor.id], state.until_time[visitor.id] = seen + 1, t + 10 + 20 * math.random()
end)
on.step(function(t)
  for i = 1, #crowd do
    local visitor = crowd[i]
    local stays = visitor.alive and state.until_time[visitor.id]
    if stays and stays < t then
      state.until_time[visitor.id] = nil
      visitor.target = state.seen[visitor.id] == visits and gates[math.random(2)] or stalls[math.random(#stalls)]
    end
  end
end)
