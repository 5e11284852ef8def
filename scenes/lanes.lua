-- Two crowds meet in a wide corridor and sort themselves into lanes.
local per_side = param("agents", 40, 1, 100)  -- on each side
scene { title = "Lanes", dt = 0.1, duration = 60, seed = 1, view = box(-16, -8, 16, 8), colour = "group" }

for _, y in ipairs {-4, 4} do wall { {-30, y}, {30, y}, thickness = 0.1 } end
for _, side in ipairs {-1, 1} do
  group { name = side < 0 and "eastward" or "westward", count = per_side, spacing = 0.8, on_arrival = "remove", speed = uniform(1.2, 1.5), agility = 0.7,
          area = side < 0 and box(-28, -3.5, -6, 3.5) or box(6, -3.5, 28, 3.5), heading = side < 0 and 0 or math.pi,
          target = target { from = {-17 * side, -3.8}, to = {-17 * side, 3.8} } }
end
