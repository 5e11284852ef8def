-- expect: limit
-- each stays under the limit of one callback, together they do not
agent { at = {0, 0}, goal = {9, 0} }
for i = 1, 400 do
  obstacle { at = function(t) if t > 0 then for k = 1, 20000 do end end return i * 10, 50 end, radius = 1 }
end
