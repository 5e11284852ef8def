-- expect: limit
local o
local f = function(t) return t, 0 end
for i = 1, 20000 do o = obstacle { at = f } end
while true do o.at = {0, 0} end
