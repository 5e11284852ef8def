-- expect: script
print(table.unpack({}, 1, 1 << 30))
