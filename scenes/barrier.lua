-- A crowd rounds a barrier of discs while a guard walks up and down, and then its target moves.
scene { title = "Static barrier", dt = 0.25, duration = 120, seed = 1,
        view = box(-10, -6.5, 10, 6.5), colour = "group" }

local n = param("agents", 40, 1, 150)                     -- wend run scenes/barrier.lua --set agents=80
local goal = target { at = {8, 0}, radius = 0.3 }
class { name = "guard", d0 = 2.0, competes = true }
for y = -3, 3 do obstacle { at = {0, y}, radius = 0.5 } end
obstacle { at = function(t) return 4, 4 * math.cos(t / 10) end, radius = 0.4, class = "guard" }
wall { {-9, -6}, {9, -6}, {9, 6}, {-9, 6}, closed = true }

agent { at = {-5, 0}, heading = 0, radius = 0.3, speed = 1, target = goal, group = "leader",
        model = attractor { preset = "classic", d0 = 3.0 } }

group { name = "crowd", count = n, area = box(-9, -6, -6, 6), target = goal,
        speed = normal(1.34, 0.26), courage = normal(0.5, 0.15), agility = uniform(0.3, 1.0), lightness = 0.8 }

on.arrive(function(agent) agent:remove() end)             -- also on.contact, on.stuck, on.wait
on.step(function(t) if t > 20 then goal.at = {7, 4} end end)
