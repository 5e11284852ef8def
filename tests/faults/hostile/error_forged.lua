-- expect: script
error("scene.lua:1: the scene used up its budget of instructions")
