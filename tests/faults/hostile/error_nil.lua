-- expect: script
error(nil)
