-- A hundred people look for the middle of a large random labyrinth, and every one of them finds it.
local size = param("size", 30, 4, 60)             -- rooms each way
local maze = param("maze", 1, 1, 1000000)         -- which labyrinth; --seed changes only the people in it
local loops = param("loops", 0, 0, 1)             -- share of the dead ends that are opened
local people = param("agents", 100, 1, 400)
local width = param("width", 1.5, 1, 3)           -- of the corridors
local kind = param("planner", "harmonic", {"harmonic", "hitting", "distance"})
local thickness = 0.05
local pitch = width + 2 * thickness
local half = size * pitch / 2
scene { title = "Labyrinth", dt = 0.1, duration = 1500, seed = 1,
        view = box(-1.1 * half, -1.03 * half, 1.1 * half, 1.03 * half), colour = "speed" }

-- Numbers of its own, so that the labyrinth is the same for every seed.
local last = maze
local function below(n)
  last = (last * 1103515245 + 12345) % 2147483648
  return last // 65536 % n
end

-- right[i][k] and above[i][k]: is there a wall on that side of room (i, k)?
local right, above, seen = {}, {}, {}
for i = 1, size do
  right[i], above[i], seen[i] = {}, {}, {}
  for k = 1, size do right[i][k], above[i][k] = true, true end
end
local function neighbours(i, k)
  local list = {}
  for _, step in ipairs { {-1, 0}, {1, 0}, {0, -1}, {0, 1} } do
    local a, b = i + step[1], k + step[2]
    if a >= 1 and a <= size and b >= 1 and b <= size then list[#list + 1] = {a, b} end
  end
  return list
end
local function open(i, k, a, b)
  if a ~= i then right[math.min(i, a)][k] = false else above[i][math.min(k, b)] = false end
end
local function is_open(i, k, a, b)
  if a ~= i then return not right[math.min(i, a)][k] end
  return not above[i][math.min(k, b)]
end

-- Walk at random to rooms not seen yet; where there is none, go back.
local way = { {1, 1} }
seen[1][1] = true
while #way > 0 do
  local i, k = way[#way][1], way[#way][2]
  local fresh = {}
  for _, room in ipairs(neighbours(i, k)) do
    if not seen[room[1]][room[2]] then fresh[#fresh + 1] = room end
  end
  if #fresh == 0 then
    way[#way] = nil
  else
    local room = fresh[1 + below(#fresh)]
    open(i, k, room[1], room[2])
    seen[room[1]][room[2]] = true
    way[#way + 1] = room
  end
end
for i = 1, size do
  for k = 1, size do
    local shut = {}
    local all = neighbours(i, k)
    for _, room in ipairs(all) do
      if not is_open(i, k, room[1], room[2]) then shut[#shut + 1] = room end
    end
    if #shut == #all - 1 and below(1000) < 1000 * loops then
      local room = shut[1 + below(#shut)]
      open(i, k, room[1], room[2])
    end
  end
end

-- One wall for each straight piece; upright ones end where they would cross a level one.
local function at(i) return (i - size / 2) * pitch end
local function pieces(is_wall, is_cut, put)
  local from
  for i = 1, size + 1 do
    local there = i <= size and is_wall(i)
    if from and (not there or is_cut(i - 1)) then
      put(at(from), at(i - 1))
      from = nil
    end
    if there and not from then from = i - 1 end
  end
end
wall { {at(0), at(0)}, {at(size), at(0)}, {at(size), at(size)}, {at(0), at(size)},
       closed = true, thickness = thickness }
for k = 1, size - 1 do
  pieces(function(i) return above[i][k] end, function() return false end,
         function(a, b) wall { {a, at(k)}, {b, at(k)}, thickness = thickness } end)
  pieces(function(i) return right[k][i] end, function(i) return above[k][i] and above[k + 1][i] end,
         function(a, b) wall { {at(k), a}, {at(k), b}, thickness = thickness } end)
end

local kinds = { harmonic = harmonic, hitting = hitting, distance = distance }
local centre = at(size // 2) + pitch / 2
local middle = target { at = {centre, centre}, radius = 0.3 }
group { count = people, area = box(-half, -half, half, half), spacing = 1, heading = uniform(-math.pi, math.pi),
        planner = kinds[kind] { to = middle }, on_arrival = "remove", speed = normal(1.3, 0.12), agility = 0.8 }
