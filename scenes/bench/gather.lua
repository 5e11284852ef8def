-- Two hundred people are sent to one point and settle around it.
local from = param("from", "side", {"side", "all", "two"})       -- one side, all sides, two groups from opposite sides
local radii = param("radii", "equal", {"equal", "mixed"})        -- 0.25 m, or 0.2 to 0.4 m
local order = param("order", "stay", {"stay", "on"})             -- on: when everybody has settled, 5 m farther
local n = param("n", 200, 2, 400)
scene { title = "Bench: gather", dt = 0.1, duration = 200, view = box(-30, -20, 30, 20), colour = "speed" }

local function radius() return radii == "mixed" and 0.2 + 0.2 * math.random() or 0.25 end
local function jitter() return 0.1 * (math.random() - 0.5) end

local goal = target { at = {0, 0} }
local people = {}
local function person(x, y, r)
  people[#people + 1] = agent { at = {x, y}, heading = math.atan(-y, -x), radius = r, target = goal }
end

-- As square as it gets, 1 m between neighbours.
local function lattice(count, centre)
  local columns = math.ceil(math.sqrt(count))
  for k = 0, count - 1 do
    local x = centre + k % columns - (columns - 1) / 2 + jitter()
    local y = k // columns - (columns - 1) / 2 + jitter()
    person(x, y, radius())
  end
end

if from == "side" then
  lattice(n, -20)
elseif from == "two" then
  lattice(n // 2, -18)
  lattice(n - n // 2, 18)
else
  local taken = {}
  for k = 0, n - 1 do
    local angle, r, free = 2 * math.pi * k / n, radius(), false
    local x, y
    while not free do
      local far = 12 + 10 * math.random()
      x, y, free = far * math.cos(angle), far * math.sin(angle), true
      for _, t in ipairs(taken) do
        local dx, dy, apart = x - t[1], y - t[2], r + t[3] + 0.05
        if dx * dx + dy * dy < apart * apart then free = false end
      end
    end
    taken[#taken + 1] = {x, y, r}
    person(x, y, r)
  end
end

if order == "on" then
  on.arrive(function()
    if state.ordered then return end
    for _, p in ipairs(people) do
      if not p.arrived then return end
    end
    state.ordered = true
    for _, p in ipairs(people) do set_goal(p, {5, 0}) end
  end)
end
