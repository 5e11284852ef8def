-- Two crowds meet head-on in a corridor six metres wide.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
local crowd_discount = param("beta_a", 0.25, 0.05, 1)
local per_side = param("per_side", 50, 1, 100)
scene { title = "Corridor", dt = 0.25, duration = per_side > 50 and 300 or 120,
        view = box(-21, -11.8, 21, 11.8), colour = "group" }

wall { {-20, -3}, {20, -3}, thickness = 0.05 }
wall { {-20, 3}, {20, 3}, thickness = 0.05 }

-- A line across lies straight ahead of everybody; with both radii, 0.3 + 0.2, it is reached at |x| = 14.
local model = attractor { preset = preset, competition = competition, d0 = 0.5, d1 = 0.05,
                          beta_a = preset == "robust" and crowd_discount or 1 }
for _, side in ipairs {-1, 1} do
  group { name = side < 0 and "eastward" or "westward", count = per_side, spacing = 0.5, radius = 0.2, speed = 1, on_arrival = "remove", model = model,
          area = side < 0 and box(-20, -2.6, -6, 2.6) or box(6, -2.6, 20, 2.6), heading = side < 0 and 0 or math.pi,
          target = target { from = {-14.5 * side, -8}, to = {-14.5 * side, 8} } }
end
