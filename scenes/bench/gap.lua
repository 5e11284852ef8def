-- Two hundred people go through a gap 3 m wide to one point behind it and settle there.
local radii = param("radii", "equal", {"equal", "mixed"})           -- 0.25 m, or 0.2 to 0.4 m
local arrivals = param("arrivals", "stop", {"stop", "remove"})      -- remove: at the rim of the disc that all of them would fill
local n = param("n", 200, 2, 200)
scene { title = "Bench: gather behind a gap", dt = 0.1, duration = 200, view = box(-21, -12, 15, 12), colour = "speed" }

wall { {0, -20}, {0, -1.5} }
wall { {0, 1.5}, {0, 20} }
local gap = target { from = {0.6, -1.1}, to = {0.6, 1.1}, radius = 0.1 }

local function jitter() return 0.1 * (math.random() - 0.5) end
local columns = math.ceil(math.sqrt(n))
local people, squares = {}, 0
for k = 0, n - 1 do
  local x = -12 + k % columns - (columns - 1) / 2 + jitter()
  local y = k // columns - (columns - 1) / 2 + jitter()
  local r = radii == "mixed" and 0.2 + 0.2 * math.random() or 0.25
  people[#people + 1] = {x, y, r}
  squares = squares + r * r
end

local rim = math.sqrt(squares / 0.8)  -- people fill four fifths of this disc
local goal = target { at = {7, 0} }
for _, p in ipairs(people) do
  local x, y, r = p[1], p[2], p[3]
  local last = arrivals == "remove" and target { at = {7, 0}, radius = rim - r } or goal
  agent { at = {x, y}, heading = math.atan(-y, 7 - x), radius = r, targets = {gap, last}, order = "listed", on_arrival = arrivals }
end
