-- Everybody on an oval wants to get to the other side, and they all meet in the middle.
local n = param("agents", 64, 2, 160)
scene { title = "Oval", dt = 0.1, duration = 60, seed = 1, view = box(-17.5, -9.5, 17.5, 9.5), colour = "group" }

local sides = { "east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east" }  -- where they start
for i = 0, n - 1 do
  local angle = 2 * math.pi * i / n
  local x, y = 15 * math.cos(angle), 8 * math.sin(angle)
  agent { at = {x, y}, goal = {-x, -y}, heading = math.atan(-y, -x), radius = 0.22, group = sides[1 + (16 * i + n) // (2 * n) % 8],
          speed = 1.3 + 0.2 * math.random(), agility = 0.8 }
end
