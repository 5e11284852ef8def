-- Thirty agents of different temper share one target: a flock without a rule for flocking.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
scene { title = "Flock", dt = 0.25, duration = 200, view = box(-16, -9, 16, 9), colour = "weight" }

local function within(a) return a * (2 * math.random() - 1) end
local function between(a, b) return a + (b - a) * math.random() end

for _ = 1, 10 do obstacle { at = {within(4), within(6)}, radius = between(0.4, 0.9) } end
group { count = 30, radius = 0.2, speed = 1, area = box(-14, -5, -6, 5), spacing = 0.6, heading = uniform(-0.5, 0.5),
        target = target { at = {12, 0}, radius = 2.5 }, on_arrival = "remove",
        courage = normal(0.5, 0.2), agility = normal(0.5, 0.25), lightness = normal(0.5, 0.25),
        model = attractor { preset = preset, competition = competition, d0 = 1, d1 = 0.05, kappa_arr = 0 } }
