-- expect: limit
-- fills the memory, then makes garbage: every allocation would cost a full collection
local keep = {}
pcall(function() while true do keep[#keep + 1] = ("x"):rep(1000) .. #keep end end)
while true do pcall(function() local t = {} for i = 1, 100 do t[i] = {} end end) end
