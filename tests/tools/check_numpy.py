#!/usr/bin/env python3
"""Loads a trajectory (.npy) in NumPy, plain and memory-mapped, compares it with the .csv of the same run, and says what is in it.

Exit code 0: fine, 1: trouble with the file, 2: bad usage.
"""
import csv
import sys

import numpy as np


def main():
    if len(sys.argv) != 3:
        print("usage: check_numpy.py RUN.npy RUN.csv", file=sys.stderr)
        return 2
    run, mapped = np.load(sys.argv[1]), np.load(sys.argv[1], mmap_mode="r")
    with open(sys.argv[2], newline="") as text:
        rows = [row for row in csv.DictReader(text) if row]
    assert run.dtype.itemsize == 88 and run.dtype.names == mapped.dtype.names
    assert (run == mapped).all()
    assert len(run) == len(rows) > 0, f"{len(run)} rows, the .csv has {len(rows)}"
    names = [name for name in run.dtype.names if name != "status"]
    for array_row, row in zip(run, rows):
        for name in names:
            assert array_row[name] == float(row[name]), f"{name}: {array_row[name]} and {row[name]}"
    print(f"{len(np.unique(run['id']))} agents, {len(run)} rows, mean speed {run['speed'].mean():.3f} m/s in NumPy {np.__version__}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
