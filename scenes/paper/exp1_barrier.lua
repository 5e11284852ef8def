-- Experiment 1: seven touching discs form a barrier that the agent has to round, away from its target at first.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
scene { title = "Experiment 1: static barrier", dt = 0.25, duration = 200,
        view = box(-11, -6.2, 11, 6.2), colour = "weight" }

local function within(a) return a * (2 * math.random() - 1) end

for y = -3, 3 do obstacle { at = {within(0.1), y}, radius = 0.5 } end
agent { at = {-8, within(1)}, radius = 0.3, speed = 1, heading = within(0.5), target = target { at = {8, within(1)} },
        model = attractor { preset = preset, competition = competition, d0 = 3 } }
