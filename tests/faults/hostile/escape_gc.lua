-- expect: script
setmetatable({}, { __gc = function() while true do end end })
for i = 1, 1e6 do local t = {} end
