-- expect: limit
local i = 0
while true do i = i + 1 class { name = "c" .. i } end
