-- expect: limit
local t = {}
for i = 1, 200 do t[i] = i end
local function f(...) while true do local x = select("#", ...) end end
f(table.unpack(t))
