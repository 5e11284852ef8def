-- expect: limit
::again:: goto again
