-- expect: limit
local function deep(n)
  if n > 0 then return 1 + deep(n - 1) end
  while true do pcall(error) end
end
deep(9000)
