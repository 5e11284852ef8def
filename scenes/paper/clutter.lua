-- Twenty-five discs lie about, with gaps wide enough to walk through.
local preset = param("preset", "robust", {"robust", "classic", "people"})
local competition = param("competition", true)  -- false: the plain sum, both weights 1
scene { title = "Clutter", dt = 0.25, duration = 150, view = box(-11, -6.2, 11, 6.2), colour = "weight" }

local function within(a) return a * (2 * math.random() - 1) end
local function between(a, b) return a + (b - a) * math.random() end

local discs = {}
local function is_free(x, y, r)
  for _, d in ipairs(discs) do
    local dx, dy, apart = x - d.x, y - d.y, r + d.r + 0.8
    if dx * dx + dy * dy < apart * apart then return false end
  end
  return true
end
while #discs < 25 do
  local x, y, r = within(5), within(5), between(0.2, 0.6)
  if is_free(x, y, r) then
    discs[#discs + 1] = { x = x, y = y, r = r }
    obstacle { at = {x, y}, radius = r }
  end
end
agent { at = {-7, within(4)}, radius = 0.3, speed = 1, heading = within(0.5), target = target { at = {7, within(4)} },
        model = attractor { preset = preset, competition = competition, d0 = 1 } }
