-- One agent, one disc in its way and a target behind it: the smallest decision there is.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
scene { title = "One disc", dt = 0.25, duration = 100, view = box(-8, -4.5, 8, 4.5), colour = "weight" }

local function within(a) return a * (2 * math.random() - 1) end
local function between(a, b) return a + (b - a) * math.random() end

obstacle { at = {0, within(0.2)}, radius = between(0.5, 1.5) }
agent { at = {-6, within(0.3)}, radius = 0.3, speed = 1, heading = within(0.3), target = target { at = {6, within(0.3)} },
        model = attractor { preset = preset, competition = competition, d0 = 2 } }
