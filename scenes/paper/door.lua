-- A door twice as wide as the agent is the only way through a long wall.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
scene { title = "Door", dt = 0.25, duration = 200, view = box(-12, -6.75, 12, 6.75), colour = "weight" }

local function within(a) return a * (2 * math.random() - 1) end

wall { {0, -6}, {0, -0.6}, thickness = 0.05 }
wall { {0, 0.6}, {0, 6}, thickness = 0.05 }
agent { at = {-6, within(2)}, radius = 0.3, speed = 1, heading = within(0.5), target = target { at = {6, within(2)} },
        model = attractor { preset = preset, competition = competition, d0 = 1 } }
