-- expect: script
agent { at = {5, 5}, target = { tag = 1, slot = 0, generation = 1 } }
