-- expect: limit
while true do agent { at = {0, 0} } end
