-- expect: limit
repeat until false
