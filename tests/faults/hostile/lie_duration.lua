-- expect: script
scene { duration = math.huge }
