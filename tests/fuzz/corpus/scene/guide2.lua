local n = param("agents", 40, 1, 500)                 -- a whole number stays one
local width = param("width", 2.5, 0.5, 10)
local guarded = param("guarded", true)                -- --set guarded=false
local preset = param("preset", "robust", {"robust", "classic"})
group { count = n, area = disc(0, 0, 8), goal = {20, 0}, model = attractor { preset = preset } }
if guarded then obstacle { at = {12, 0}, radius = width / 2 } end
