-- expect: script
os.exit(3)
