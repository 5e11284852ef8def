-- expect: limit
local function f() pcall(f) pcall(f) while true do end end
f()
