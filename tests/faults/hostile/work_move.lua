-- expect: script
table.move({}, 1, 1 << 40, 2)
