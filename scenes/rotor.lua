-- A long barrier turns in the middle of a square, and takes along whoever does not step aside.
local per_side = param("agents", 24, 1, 60)  -- on each of the two sides
local turns = param("rate", 0.12, 0, 1)      -- rad/s
scene { title = "Rotor", dt = 0.1, duration = 150, seed = 1, view = box(-16, -9, 16, 9), colour = "group" }

wall { {-4, 0}, {4, 0}, thickness = 0.1, pivot = {0, 0}, blocked = "push", turn = function(t) return turns * t end }
obstacle { at = {0, 0}, radius = 0.4 }  -- the post it turns on

for _, side in ipairs {-1, 1} do
  group { name = side < 0 and "eastward" or "westward", count = per_side, spacing = 1.0, on_arrival = "remove", speed = uniform(1.1, 1.4), agility = 0.8,
          area = side < 0 and box(-26, -5, -7, 5) or box(7, -5, 26, 5), heading = side < 0 and 0 or math.pi,
          target = target { from = {-17 * side, -7}, to = {-17 * side, 7} } }
end
