-- A theatre empties: out of the rows of seats, along the aisles and through two doors.
local rows = param("rows", 10, 2, 10)
local kind = param("planner", "harmonic", {"harmonic", "hitting", "distance"})
scene { title = "Theatre", dt = 0.1, duration = 200, seed = 1, view = box(-19, -3.5, 19, 18.5), colour = "speed" }

-- The hall with a door on each side at the back, and the stage.
local width, back, door = 14.5, 16, {10, 12.4}
wall { {-door[1], back}, {door[1], back}, thickness = 0.1 }
for _, side in ipairs {-1, 1} do
  wall { {door[2] * side, back}, {width * side, back}, {width * side, -2.5}, {0, -2.5}, thickness = 0.1 }
end
wall { {-6, -2.5}, {-4.5, 0.8}, {4.5, 0.8}, {6, -2.5}, thickness = 0.1 }

-- Rows are arcs about the stage, cut by an aisle in the middle; walls are the backs of the seats.
local pitch, seat, aisle, edge = 1.05, 0.7, 1.3, deg(58)
local doors = { target { from = {-11.8, 17.6}, to = {-10.6, 17.6} }, target { from = {10.6, 17.6}, to = {11.8, 17.6} } }
local planners = { harmonic = harmonic, hitting = hitting, distance = distance }
local out = planners[kind] { to = doors }
for row = 1, rows do
  local r = 3.9 + pitch * row
  local inner = math.asin(aisle / r)
  for _, side in ipairs {-1, 1} do
    local arc, pieces = {}, math.ceil((edge - inner) * r / 1.2)
    for i = 0, pieces do
      local angle = inner + (edge - inner) * i / pieces
      arc[#arc + 1] = {side * r * math.sin(angle), r * math.cos(angle)}
    end
    arc.thickness = 0.06
    wall(arc)

    local sits = r - pitch / 2
    local seats = math.floor((edge - inner) * sits / seat)
    for i = 1, seats do
      local angle = inner + (edge - inner) * (i - 0.5) / seats
      agent { at = {side * sits * math.sin(angle), sits * math.cos(angle)}, heading = deg(-90) - side * angle, radius = 0.2,
              group = "row " .. row, planner = out, on_arrival = "remove", speed = 1.1 + 0.3 * math.random(), agility = 0.8 }
    end
  end
end
