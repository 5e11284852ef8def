#!/usr/bin/env python3
"""Opens a trajectory (.sqlite) in PedPy, says what is in it, and fails when PedPy cannot use it.

Needs `pip install pedpy`. Exit code 0: fine, 1: trouble with the file, 2: bad usage, 77: no PedPy here.
"""
import pathlib
import sys

try:
    import pedpy
    import shapely
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)


def check(path):
    """Returns a list of complaints."""
    complaints = []
    trajectory = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=path)
    area = pedpy.load_walkable_area_from_jupedsim_sqlite(trajectory_file=path)
    data, polygon = trajectory.data, area.polygon
    first, last = trajectory.frame_range
    print(f"frames   {first} .. {last} at {trajectory.frame_rate:g} per second")
    print(f"agents   {trajectory.number_pedestrians}, {len(data)} positions")
    bounds = tuple(round(v, 3) for v in polygon.bounds)
    print(f"area     {polygon.area:.3f} m2, {len(polygon.interiors)} holes, bounds {bounds}")

    if not polygon.is_valid:
        complaints.append(f"the walkable area is not valid: {shapely.is_valid_reason(polygon)}")
    if data.duplicated(["id", "frame"]).any():
        complaints.append("an agent is twice in one frame")
    if data[["x", "y"]].isna().any().any():
        complaints.append("a position is not a number")
    inside = shapely.contains_xy(polygon, data.x.to_numpy(), data.y.to_numpy())
    if not inside.all():
        worst = data.loc[~inside].iloc[0]
        complaints.append(f"{(~inside).sum()} positions outside the walkable area, "
                          f"first: agent {worst.id}, frame {worst.frame}, ({worst.x}, {worst.y})")
    if last - first >= 2:
        speed = pedpy.compute_individual_speed(traj_data=trajectory, frame_step=1,
                                               speed_calculation=pedpy.SpeedCalculation.BORDER_SINGLE_SIDED)
        print(f"speed    mean {speed.speed.mean():.3f} m/s, largest {speed.speed.max():.3f} m/s")
    density = pedpy.compute_classic_density(
        traj_data=trajectory, measurement_area=pedpy.MeasurementArea(shapely.box(*polygon.bounds)))
    print(f"density  mean {density.density.mean():.4f} per m2 of the bounds")
    return complaints


def main():
    if len(sys.argv) < 2:
        print("usage: check_pedpy.py FILE.sqlite ...", file=sys.stderr)
        return 2
    failed = False
    for name in sys.argv[1:]:
        print(f"{name} in PedPy {pedpy.__version__}")
        try:
            complaints = check(pathlib.Path(name))
        except Exception as problem:  # whatever PedPy raises is what the user would see
            complaints = [f"{type(problem).__name__}: {problem}"]
        for complaint in complaints:
            print(f"{name}: {complaint}", file=sys.stderr)
        failed = failed or bool(complaints)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
