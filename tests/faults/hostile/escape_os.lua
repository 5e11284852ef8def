-- expect: script
os.execute("true")
