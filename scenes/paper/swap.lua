-- A hundred people on a circle all walk to the opposite side, through the same centre at the same time.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
local crowd_discount = param("beta_a", 0.25, 0.05, 1)  -- how much other agents count against the target, 1: in full
scene { title = "Antipodal swap", dt = 0.25, duration = 150, view = box(-32, -18, 32, 18), colour = "weight" }

local model = attractor { preset = preset, competition = competition, d0 = 0.5, d1 = 0.05,
                          beta_a = preset == "robust" and crowd_discount or 1 }
for i = 0, 99 do
  local angle = 2 * math.pi * i / 100
  local r = 15.28 + 0.05 * (2 * math.random() - 1)
  local x, y = r * math.cos(angle), r * math.sin(angle)
  agent { at = {x, y}, heading = angle + math.pi, radius = 0.2, speed = 1, goal = {-x, -y}, on_arrival = "remove",
          model = model, group = i * 10 // 100 }
end
