-- expect: limit
while true do target { at = {0, 0} } end
