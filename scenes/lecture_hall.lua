-- A lecture ends: three hundred people leave twelve rows of seats by two doors.
local rows = param("rows", 12, 3, 12)
local width = param("door", 1.8, 1, 3)  -- of each of the two doors, m
scene { title = "Lecture hall", dt = 0.1, duration = 180, seed = 1, view = box(-14, -5, 14, 13.2), colour = "group" }

-- The hall: the front is below, with the lecturer's desk and a door on each side.
local side, back, front = 10.8, 12.6, -3.4
local inner, outer = 8.2 - width / 2, 8.2 + width / 2
wall { {-inner, front}, {inner, front}, thickness = 0.1 }
wall { {-outer, front}, {-side, front}, {-side, back}, {side, back}, {side, front}, {outer, front}, thickness = 0.1 }
wall { {-2, -1}, {2, -1}, {2, -1.7}, {-2, -1.7}, closed = true, thickness = 0.05 }
local doors = { target { from = {-outer, front - 1}, to = {-inner, front - 1} }, target { from = {inner, front - 1}, to = {outer, front - 1} } }

-- Two blocks of seats, an aisle between them and one on each side. A row is a desk, which is a wall, and thirteen people behind it:
-- there is room for one between two desks, so people file out, first those beside an aisle.
local pitch, seat, aisle, seats = 0.95, 0.62, 0.9, 13
local parts = {"front rows", "middle rows", "back rows"}
local out = auto { to = doors }  -- a planner knows the way around the desks; who sees a door walks straight to it
for row = 1, rows do
  local y = pitch * row - 0.5
  for _, block in ipairs {-1, 1} do
    wall { {block * aisle, y}, {block * (aisle + seats * seat), y}, thickness = 0.05 }
    for i = 1, seats do
      agent { at = {block * (aisle + (i - 0.5) * seat), y + pitch / 2}, heading = deg(-90), group = parts[math.ceil(3 * row / rows)],
              planner = out, speed = 1.1 + 0.4 * math.random(), on_arrival = "remove" }
    end
  end
end
