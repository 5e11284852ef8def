-- Two groups of fifty cross each other at a right angle.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
local crowd_discount = param("beta_a", 0.25, 0.05, 1)
scene { title = "Crossing", dt = 0.25, duration = 240, view = box(-26, -15, 26, 15), colour = "group" }

local model = attractor { preset = preset, competition = competition, d0 = 0.5, d1 = 0.05,
                          beta_a = preset == "robust" and crowd_discount or 1 }
group { name = "eastward", count = 50, radius = 0.2, speed = 1, area = box(-14, -4, -4, 4), spacing = 0.5, heading = 0, model = model,
        on_arrival = "remove", goal = function(x, y) return x + 22, y end }
group { name = "northward", count = 50, radius = 0.2, speed = 1, area = box(-4, -14, 4, -4), spacing = 0.5, heading = math.pi / 2, model = model,
        on_arrival = "remove", goal = function(x, y) return x, y + 22 end }
