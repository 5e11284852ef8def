-- expect: limit
local function f() local ok = pcall(f) return 1 + f() end
while true do pcall(f) end
