-- Two rows abreast, or two single files, meet exactly head-on: without noise nothing breaks the symmetry.
local form = param("form", "rows", {"rows", "files"})
local count = param("count", 5, 1, 30)  -- people on each side
scene { title = "Bench: symmetric meeting", dt = 0.1, duration = 120, view = box(-22, -12.4, 22, 12.4), colour = "group" }

for _, side in ipairs {-1, 1} do
  for i = 0, count - 1 do
    local x, y = side * 10, (i - (count - 1) / 2) * 0.7
    if form == "files" then x, y = side * (5 + i), 0 end
    agent { at = {x, y}, heading = side < 0 and 0 or math.pi, radius = 0.25, speed = 1.4, goal = {-x, y}, goal_radius = 0,
            group = side < 0 and 1 or 2 }
  end
end
