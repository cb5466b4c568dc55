"""A cam as a table over one turn."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError
from linkwork.design.cams.followers import Round

if TYPE_CHECKING:
    from linkwork.design.cams.cam import Cam


def save_csv(cam: Cam, path: Any, points: int) -> None:
    """A heading with units, then one line an angle, in full precision; the last repeats the first."""
    if points < 2:
        raise AnalysisError(f"save_csv: at least 2 points are needed; found {points}")
    angle = np.linspace(0.0, cam.motion.period, points)
    s, v, a, j = cam.motion.values(angle, 3)
    unit = cam.motion.unit
    columns = {
        "angle (deg)": np.degrees(angle),
        f"displacement ({unit})": s,
        f"velocity ({unit}/rad)": v,
        f"acceleration ({unit}/rad^2)": a,
        f"jerk ({unit}/rad^3)": j,
        "x (m)": cam.profile(angle)[:, 0],
        "y (m)": cam.profile(angle)[:, 1],
        "pressure angle (deg)": np.degrees(cam.pressure_angle(angle)),
        "radius of curvature (m)": cam.radius(angle),
    }
    if isinstance(cam.follower, Round):
        columns |= {"pitch x (m)": cam.pitch(angle)[:, 0], "pitch y (m)": cam.pitch(angle)[:, 1]}
    with written_aside(path) as beside, beside.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))
