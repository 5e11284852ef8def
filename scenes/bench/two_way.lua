-- Two streams meet in a corridor four metres wide.
local each = param("each", 50, 1, 150)  -- people in each direction
scene { title = "Bench: two-way corridor, 4 m", dt = 0.1, duration = 400, view = box(-10, -20.5, 70, 24.5), colour = "group" }

wall { {-90, 0}, {150, 0} }
wall { {-90, 4}, {150, 4} }

for side = 1, 2 do
  local area = side == 1 and box(0, 0.26, 25, 3.74) or box(35, 0.26, 60, 3.74)
  local angle = side == 1 and 0 or math.pi
  local people = group { count = each, area = area, spacing = 0.55, radius = uniform(0.2, 0.25),
                         speed = normal(1.34, 0.26), heading = angle, direction = angle }
  for i = 1, #people do people[i].speed = math.max(0.82, math.min(1.86, people[i].speed)) end  -- cut at two standard deviations
end
