-- expect: script
local x = 2 ^ 0.5
