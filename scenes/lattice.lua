-- People stand on a lattice, every four of them on one circle, and change places with those across.
local n = param("rows", 8, 2, 12)
local gap = param("gap", 1.5, 1, 4)
scene { title = "Lattice", dt = 0.1, duration = 60, seed = 1, view = box(-14, -8, 14, 8), colour = "group" }

for i = 1, n do
  for k = 1, n do
    local x, y = (i - (n + 1) / 2) * gap, (k - (n + 1) / 2) * gap
    agent { at = {x, y}, goal = {-x, -y}, goal_radius = 0.6, heading = math.atan(-y, -x), radius = 0.2, watch = 2,
            group = (y < 0 and "south" or "north") .. (x < 0 and "-west" or "-east"), speed = 1.2, agility = 0.8, on_arrival = "remove" }
  end
end
