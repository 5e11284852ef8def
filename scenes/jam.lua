-- A dense, slow crowd squeezes through a gate that is wide enough for three.
local people = param("agents", 120, 1, 200)
scene { title = "Jam", dt = 0.1, duration = 240, seed = 1, view = box(-17, -6.5, 9, 6.5), colour = "speed" }

for _, side in ipairs {-1, 1} do
  wall { {-16, 4 * side}, {-3, 4 * side}, {0, 1.2 * side}, {2, 1.2 * side}, {4, 4 * side}, thickness = 0.1 }
end

local gate = target { from = {2.4, -0.5}, to = {2.4, 0.5}, radius = 0.3 }
local away = target { from = {8, -6}, to = {8, 6} }
group { count = people, area = box(-15.5, -3.6, -4, 3.6), spacing = 0.62, targets = {gate, away}, order = "listed",
        on_arrival = "remove", speed = normal(0.6, 0.08), agility = 0.8 }
