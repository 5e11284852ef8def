-- expect: script
print(table.unpack({}, math.mininteger, math.maxinteger))
