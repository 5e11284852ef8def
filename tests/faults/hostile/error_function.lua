-- expect: script
error(print)
