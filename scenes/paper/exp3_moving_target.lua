-- Experiment 3: a target circles round a field of discs at 0.7 of the agent's speed and has to be caught.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
scene { title = "Experiment 3: moving target", dt = 0.25, duration = 200,
        view = box(-15, -8.4, 15, 8.4), colour = "weight" }

local function within(a) return a * (2 * math.random() - 1) end

for i = 0, 11 do
  local angle, r = 2 * math.pi * i / 12, i % 2 == 0 and 5 or 3
  obstacle { at = {r * math.cos(angle) + within(0.3), r * math.sin(angle) + within(0.3)}, radius = 0.5 }
end
local goal = target { at = function(t) return 7 * math.cos(0.08 * t), 7 * math.sin(0.08 * t) end }
agent { at = {-8, within(2)}, radius = 0.3, speed = 1, heading = within(0.5), target = goal,
        model = attractor { preset = preset, competition = competition, d0 = 0.8, kappa_v = 0.8 } }
