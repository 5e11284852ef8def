-- A platoon goes where it is sent: through a gap, past people who make room, along a wall, and back.
local people = param("agents", 80, 10, 120)
local standing = param("standing", 30, 0, 60)
scene { title = "Platoon", dt = 0.1, duration = 180, seed = 1, view = box(-21, -12, 21, 12), colour = "group" }

wall { {-6, 11}, {-6, 2.5}, thickness = 0.1 }  -- two walls with a gap of five metres between them
wall { {-6, -2.5}, {-6, -11}, thickness = 0.1 }
wall { {2, -5}, {13, -5}, thickness = 0.1 }    -- the wall it walks along

local orders = {
  {-14, 0},                      -- gather in front of the gap
  {1, 0},                        -- through the gap
  {16, 4},                       -- past the bystanders
  {17, -7}, {6, -8}, {-2, -7},   -- round the end of the wall and along it
  {-1, 1}, {-14, 0},             -- and back through the gap
}
-- Those who are sent to one point find places around it: nobody has to say who stands where.
local platoon = group { name = "platoon", count = people, area = box(-19, -8, -11, 8), spacing = 0.7, heading = 0, goal = orders[1], planner = auto { } }
-- Nobody sends the bystanders anywhere. They step aside for the platoon and then go back.
if standing > 0 then group { name = "bystanders", count = standing, area = box(2, -3, 12, 9), spacing = 1.2, heading = uniform(-3, 3) } end

-- The next order comes when nine of ten have found their places.
state.order = 1
on.step(function(t)
  local there = 0
  for i = 1, #platoon do there = there + (platoon[i].arrived and 1 or 0) end
  if there >= 0.9 * people and orders[state.order + 1] then
    state.order = state.order + 1
    set_goal(platoon, orders[state.order])
  end
end)
