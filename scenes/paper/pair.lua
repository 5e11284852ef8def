-- Two discs leave a gap narrower than the agent: the target shines through it, but the way is around.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
scene { title = "Closed pair", dt = 0.25, duration = 100, view = box(-8, -4.5, 8, 4.5), colour = "weight" }

local function within(a) return a * (2 * math.random() - 1) end

for _, y in ipairs {-0.7, 0.7} do obstacle { at = {0, y}, radius = 0.5 } end
agent { at = {-6, within(0.2)}, radius = 0.3, speed = 1, heading = within(0.1), target = target { at = {6, within(0.2)} },
        model = attractor { preset = preset, competition = competition, d0 = 2 } }
