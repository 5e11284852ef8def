-- Two discs leave a gap narrower than the agent, and the target lies behind it: a plain sum would lead into the gap.
-- It has a stable heading right through the pair; the competing weights take it away: `wend explain spurious -o spurious.svg`.
local competition = param("competition", true)  -- false: the plain sum, both weights 1
local gap = param("gap", 0.4, 0.05, 3)          -- between the surfaces of the discs, m; the agent is 0.6 m wide
local x = param("x", -2.2, -6, -1)              -- where the agent starts
scene { title = "Spurious attractor", dt = 0.05, duration = 40, view = box(-6, -3.4, 6, 3.4), colour = "weight" }

for _, side in ipairs {-1, 1} do obstacle { at = {0, side * (0.5 + gap / 2)}, radius = 0.5 } end
agent { at = {x, 0}, heading = 0.02, radius = 0.3, speed = 1, target = target { at = {2.8, 0} }, model = attractor { preset = "classic", competition = competition, sigma = 0 } }
