-- expect: limit
local i = 0
while true do i = i + 1 attractor { d0 = i / 1e6 } end
