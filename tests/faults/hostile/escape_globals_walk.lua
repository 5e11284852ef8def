-- expect: script
-- walks everything reachable and calls whatever looks dangerous
local seen = {}
local function walk(t, depth)
  if type(t) ~= "table" or seen[t] or depth > 6 then return end
  seen[t] = true
  for k, v in pairs(t) do
    if k == "io" or k == "os" or k == "debug" or k == "package" or k == "load" or k == "require" or k == "dofile" then
      print("escaped through", k)
      while true do end
    end
    walk(v, depth + 1)
    walk(getmetatable(v), depth + 1)
  end
end
walk(_G, 0)
walk(getmetatable(""), 0)
error("nothing to escape through")
