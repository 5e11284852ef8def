-- A wall six metres long stands across the way: a single long body instead of a row of discs.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
scene { title = "Wall", dt = 0.25, duration = 200, view = box(-9, -5, 9, 5), colour = "weight" }

local function within(a) return a * (2 * math.random() - 1) end

wall { {0, -3}, {0, 3}, thickness = 0.05 }
agent { at = {-6, within(2)}, radius = 0.3, speed = 1, heading = within(0.5), target = target { at = {6, within(2)} },
        model = attractor { preset = preset, competition = competition, d0 = 1 } }
