-- People walk round a closed track in one direction; speed and density are measured on its straights.
local width = param("width", 2, 1, 4)
local density = param("density", 1, 0.05, 3.5)  -- people per square metre
scene { title = "Bench: one-way track", dt = 0.1, duration = 120, view = box(-21, -11.8, 21, 11.8), colour = "speed" }

local bend, straight, radius = 6, 24, 0.2  -- radius of the centre line in the bends, length of a straight, body
local half = straight / 2

-- A closed line around both bends, at a distance from their centres.
local function oval(r)
  local points = { closed = true }
  for _, side in ipairs {1, -1} do
    for i = 0, 24 do
      local angle = math.pi * (i / 24 - side / 2)
      points[#points + 1] = {side * half + r * math.cos(angle), r * math.sin(angle)}
    end
  end
  return points
end
wall(oval(bend - width / 2))
wall(oval(bend + width / 2))

-- Everybody goes round to the left; the target cannot be seen from the track.
local function round(x, y)
  if x > half then return -y, x - half end
  if x < -half then return -y, x + half end
  return y < 0 and 1 or -1, 0
end
local nowhere = target { at = {0, 0}, radius = 0 }
local way = field { round, area = box(-half - bend - 3, -bend - 3, half + bend + 3, bend + 3), cell = 0.25, to = nowhere, over = "nearest",
                    roam = box(-half - bend - 3, -bend - 3, half + bend + 3, bend + 3) }

-- A place s metres along the centre line and d metres to its left.
local loop = 2 * straight + 2 * math.pi * bend
local function place(s, d)
  local r = bend - d
  if s < straight then return s - half, -r end
  s = s - straight
  if s < math.pi * bend then return half + r * math.sin(s / bend), -r * math.cos(s / bend) end
  s = s - math.pi * bend
  if s < straight then return half - s, r end
  s = s - straight
  return -half - r * math.sin(s / bend), r * math.cos(s / bend)
end

-- Places are drawn until everybody has one, at least a centimetre from the next.
local cells, apart = {}, 2 * radius + 0.01
local function is_free(x, y)
  local cx, cy = x // apart, y // apart
  for i = cx - 1, cx + 1 do
    for j = cy - 1, cy + 1 do
      local other = cells[i * 1000 + j]
      if other then
        for _, p in ipairs(other) do
          local dx, dy = p[1] - x, p[2] - y
          if dx * dx + dy * dy < apart * apart then return false end
        end
      end
    end
  end
  return true
end
local count, placed = math.floor(density * width * loop + 0.5), 0
local wide = width / 2 - radius - 0.06  -- the bends are walls of straight pieces
while placed < count do
  local s, d = loop * math.random(), wide * (2 * math.random() - 1)
  -- In a bend the inner side is shorter: fewer are placed there.
  local bent = s % (straight + math.pi * bend) > straight
  if not bent or math.random() < (bend - d) / (bend + wide) then
    local x, y = place(s, d)
    if is_free(x, y) then
      local key = x // apart * 1000 + y // apart
      cells[key] = cells[key] or {}
      table.insert(cells[key], {x, y})
      local ex, ey = round(x, y)
      -- A group of one: its members share the measures of the mean walker. Speeds are cut at two standard deviations.
      local one = group { count = 1, area = disc(x, y, 0), radius = radius, speed = normal(1.34, 0.26),
                          heading = math.atan(ey, ex), planner = way, group = 1 }
      one[1].speed = math.max(0.82, math.min(1.86, one[1].speed))
      placed = placed + 1
    end
  end
end
