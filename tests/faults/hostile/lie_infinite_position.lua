-- expect: script
agent { at = {math.huge, 0} }
