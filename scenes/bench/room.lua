-- A hundred and fifty people, as slim as those of laboratory experiments, leave a room through one door.
local door_width = param("door", 1.2, 0.5, 6)
local n = param("n", 150, 1, 200)
scene { title = "Bench: room", dt = 0.1, duration = 400, view = box(-11, -6.2, 11, 6.2), colour = "speed" }

local half = door_width / 2
wall { {0, half}, {0, 5}, {-8, 5}, {-8, -5}, {0, -5}, {0, -half} }
local outside = target { from = {14, -5}, to = {14, 5}, radius = 0 }

-- Speeds are cut at two standard deviations.
local people = group { count = n, area = box(-7.79, -4.79, -0.21, 4.79), spacing = 0.41, radius = 0.2,
                       speed = normal(1.34, 0.26), planner = auto { to = outside }, on_arrival = "remove" }
for i = 1, #people do
  local x, y = people[i].x, people[i].y
  people[i].speed = math.max(0.82, math.min(1.86, people[i].speed))
  people[i].heading = math.atan(math.max(-half, math.min(half, y)) - y, -x)
end
