-- expect: script
group { count = -5, area = box(0, 0, 1, 1) }
