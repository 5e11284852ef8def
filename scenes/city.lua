-- Two thousand people leave a part of a city by the nearest of four ways out.
local people = param("agents", 2000, 1, 6000)
local kind = param("planner", "distance", {"distance", "hitting"})
scene { title = "City", dt = 0.1, duration = 150, seed = 1, view = box(-76, -44, 76, 44), colour = "speed" }

-- Six by four blocks of houses and the streets between them.
local street, long, deep, columns, rows = 8, 14, 10, 6, 4
local half_x, half_y = (columns * (long + street) + street) / 2, (rows * (deep + street) + street) / 2
for i = 0, columns - 1 do
  for k = 0, rows - 1 do
    local x, y = -half_x + street + i * (long + street), -half_y + street + k * (deep + street)
    wall { {x, y}, {x + long, y}, {x + long, y + deep}, {x, y + deep}, closed = true, thickness = 0.2 }
  end
end

-- Around it a fence, open where the middle streets meet it.
local gate = street / 2
for _, sx in ipairs {-1, 1} do
  for _, sy in ipairs {-1, 1} do
    wall { {gate * sx, half_y * sy}, {half_x * sx, half_y * sy}, {half_x * sx, gate * sy}, thickness = 0.2 }
  end
end
local exits = {}
for _, side in ipairs {-1, 1} do
  local x, y = side * (half_x + 1.5), side * (half_y + 1.5)
  exits[#exits + 1] = target { from = {x, 1 - gate}, to = {x, gate - 1} }
  exits[#exits + 1] = target { from = {1 - gate, y}, to = {gate - 1, y} }
end

-- As many in each street as its length says.
local planners = { distance = distance, hitting = hitting }
local out = planners[kind] { to = exits }
local total = (columns + 1) * 2 * half_y + (rows + 1) * 2 * half_x
local length, placed = 0, 0
local function crowd(x0, y0, x1, y1, metres)
  length = length + metres
  local count = math.floor(people * length / total + 0.5) - placed
  placed = placed + count
  if count == 0 then return end
  group { name = "street", group = 1, count = count, area = box(x0 + 0.6, y0 + 0.6, x1 - 0.6, y1 - 0.6), spacing = 0.7,
          planner = out, on_arrival = "remove", heading = uniform(-math.pi, math.pi), speed = normal(1.3, 0.15), agility = 0.8 }
end
for i = 0, columns do
  local x = -half_x + i * (long + street)
  crowd(x, -half_y, x + street, half_y, 2 * half_y)
end
for k = 0, rows do
  local y = -half_y + k * (deep + street)
  crowd(-half_x, y, half_x, y + street, 2 * half_x)
end
