-- expect: script
error({ code = 1 })
