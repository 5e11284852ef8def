-- expect: script
group { count = 1000, area = box(0, 0, 1, 1) }
