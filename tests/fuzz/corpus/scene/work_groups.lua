-- expect: limit
for x = 1, 20000 do obstacle { at = {x, 0} } end
while true do group { count = 0, area = box(0, 0, 9, 9) } end
