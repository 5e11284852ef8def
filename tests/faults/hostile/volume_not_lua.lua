-- expect: script
This is not Lua at all, but a letter to my aunt.
