-- Experiment 2: sixteen discs that ignore the agent wander over the field it has to cross.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
scene { title = "Experiment 2: moving obstacles", dt = 0.25, duration = 150,
        view = box(-12.5, -7, 12.5, 7), colour = "weight" }

local function within(a) return a * (2 * math.random() - 1) end
local function between(a, b) return a + (b - a) * math.random() end

-- There and back between -6 and 6, as a function of time alone.
local function bounce(from, speed)
  return function(t)
    local u = (from + 6 + speed * t) % 24
    return math.min(u, 24 - u) - 6
  end
end

for _ = 1, 16 do
  local speed, angle = between(0.1, 0.5), within(math.pi)
  local x, y = bounce(within(5), speed * math.cos(angle)), bounce(within(5), speed * math.sin(angle))
  obstacle { at = function(t) return x(t), y(t) end, radius = between(0.3, 0.6) }
end
agent { at = {-8, within(3)}, radius = 0.3, speed = 1, heading = within(0.5), target = target { at = {8, within(3)} },
        model = attractor { preset = preset, competition = competition, d0 = 2 } }
