-- A lecture hall of fifteen rows empties through two doors.
local people = param("people", 300, 1, 300)
scene { title = "Bench: lecture hall", dt = 0.1, duration = 400, view = box(-11, -2.5, 29, 20.5), colour = "speed" }

wall { {1.6, 0}, {16.4, 0} }
wall { {0, 0}, {0, 20}, {18, 20}, {18, 0} }
local seats = {}
for row = 3, 17 do
  wall { {1.6, row}, {16.4, row}, thickness = 0.05 }  -- half of 0.1 m
  for seat = 0, 19 do seats[#seats + 1] = {1.6 + 14.8 / 20 * (seat + 0.5), row + 0.5} end
end
local doors = { target { from = {0.3, -1}, to = {1.3, -1}, radius = 0 }, target { from = {16.7, -1}, to = {17.7, -1}, radius = 0 } }
local out = auto { to = doors }

-- With fewer people the seed draws who is there.
for i = 1, people do
  local k = i + math.floor(math.random() * (#seats - i + 1))
  seats[i], seats[k] = seats[k], seats[i]
  agent { at = seats[i], heading = seats[i][1] < 9 and math.pi or 0, radius = 0.2, planner = out, on_arrival = "remove" }
end
