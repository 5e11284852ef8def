-- expect: script
local function f() group { count = 1, area = box(0, 0, 9, 9), goal = f } return 0, 0 end
f()
