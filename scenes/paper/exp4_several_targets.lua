-- Experiment 4: three targets, two of them moving, are visited one after the other, the nearest first.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
scene { title = "Experiment 4: several targets", dt = 0.25, duration = 300,
        view = box(-14, -8, 14, 8), colour = "weight" }

local function within(a) return a * (2 * math.random() - 1) end
local function between(a, b) return a + (b - a) * math.random() end

local function bounce(from, speed)
  return function(t)
    local u = (from + 6 + speed * t) % 24
    return math.min(u, 24 - u) - 6
  end
end

for _, x in ipairs {-3, 3} do
  for y = -1.5, 1.5 do obstacle { at = {x, y}, radius = 0.5 } end
end
for _ = 1, 4 do
  local speed, angle = between(0.1, 0.4), within(math.pi)
  local x, y = bounce(within(2), speed * math.cos(angle)), bounce(within(5), speed * math.sin(angle))
  obstacle { at = function(t) return x(t), y(t) end, radius = 0.4 }
end
local goals = {
  target { at = function(t) return 2 * math.sin(0.1 * t), 4 end },
  target { at = {0, -4} },
  target { at = function(t) return 6, 3 * math.sin(0.08 * t) end },
}
agent { at = {-7, within(3)}, radius = 0.3, speed = 1, heading = within(0.5), targets = goals, order = "nearest",
        model = attractor { preset = preset, competition = competition, d0 = 1 } }
