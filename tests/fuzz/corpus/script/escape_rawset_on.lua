-- expect: script
rawset(on, "step", nil)
on.step(function() end)
