-- expect: limit
local i = 0
while true do i = i + 1 param("p" .. i, 1, 0, 2) end
