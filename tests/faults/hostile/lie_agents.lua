-- expect: script
group { count = 1000000000, area = box(-1e6, -1e6, 1e6, 1e6) }
