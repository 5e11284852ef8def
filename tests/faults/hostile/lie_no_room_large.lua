-- expect: script
group { count = 100000, area = box(0, 0, 50, 50) }
