-- A dead end open towards the agent: local steering cannot leave it, and this is why planning exists.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
scene { title = "U-trap", dt = 0.25, duration = 300, view = box(-10, -5.6, 10, 5.6), colour = "weight" }

local function within(a) return a * (2 * math.random() - 1) end

wall { {-4, 3}, {2, 3}, {2, -3}, {-4, -3}, thickness = 0.05 }
agent { at = {-7, within(1)}, radius = 0.3, speed = 1, heading = within(0.5), target = target { at = {7, within(1)} },
        model = attractor { preset = preset, competition = competition, d0 = 1 } }
