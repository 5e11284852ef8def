-- expect: limit
local m = { __close = function() while true do end end }
local function f(n)
  local x <close> = setmetatable({}, m)
  if n > 0 then f(n - 1) end
  error("out")
end
while true do pcall(f, 150) end
