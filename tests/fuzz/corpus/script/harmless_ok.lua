-- expect: ok
-- everything a script may do, in small amounts
local t = {}
for i = 1, 1000 do t[i] = math.random() end
table.sort(t)
local ok, why = pcall(error, "caught")
assert(not ok)
for k, v in pairs({ b = 1, a = 2, 3 }) do print(k, v) end
agent { at = {0, 0}, goal = {2, 0} }
