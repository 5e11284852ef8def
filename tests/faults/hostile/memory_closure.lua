-- expect: limit
local t = {}
while true do
  local x = #t
  t[#t + 1] = function() return x end
end
