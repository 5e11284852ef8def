-- expect: script
print(table.concat({}, "x", 1, 1 << 40))
