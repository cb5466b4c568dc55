"""Where a spatial picture is seen from: named views, or azimuth and elevation in degrees; parallel projection."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.errors import LinkworkError, shown
from linkwork.view.spatial.poses import Array

VIEWS = {"iso": (-52.0, 26.0), "front": (-90.0, 0.0), "right": (0.0, 0.0), "top": (-90.0, 90.0)}
"""Azimuth, from the first horizontal axis towards the second, and elevation of the viewer, in degrees."""
_TURNS = (0.0, -76.0, 38.0, -38.0)
_CLEAR = 0.4


def horizon(up: Array) -> Array:
    """Columns: two horizontal directions and up; x is the first where it is horizontal."""
    axis = int(np.argmax(np.abs(up)))
    first = np.eye(3)[1 if axis == 0 else 0]
    return np.column_stack([first, np.cross(up, first), up])


def camera(view: Any, up: Array, flat: Array | None = None) -> Array:
    """Rows: right, up and towards the viewer in the world; `flat` is the normal of a scene that lies in a plane.

    The view "iso" of such a scene is turned so that its plane is not seen edge on.
    """
    azimuth, elevation = angles(view)
    if view == "iso" and flat is not None:
        turns = [azimuth + turn for turn in _TURNS]
        clear = [abs(float(flat @ _rows(turn, elevation, up)[2])) for turn in turns]
        azimuth = next((turn for turn, c in zip(turns, clear, strict=True) if c > _CLEAR), turns[int(np.argmax(clear))])
    return _rows(azimuth, elevation, up)


def angles(view: Any) -> tuple[float, float]:
    """Azimuth and elevation of a view in degrees."""
    if isinstance(view, str):
        if view not in VIEWS:
            raise LinkworkError(f"view '{view}' is not known; views are: {', '.join(VIEWS)}, or (azimuth, elevation)")
        return VIEWS[view]
    try:
        azimuth, elevation = (float(value) for value in view)
    except (TypeError, ValueError):
        raise LinkworkError(
            f"a view is one of {', '.join(VIEWS)}, or (azimuth, elevation); found {shown(view)}"
        ) from None
    if not (np.isfinite(azimuth) and abs(elevation) <= 90.0):
        raise LinkworkError(f"view: the elevation lies between -90 and 90 degrees; found {shown(view)}")
    return azimuth, elevation


def _rows(azimuth: float, elevation: float, up: Array) -> Array:
    a, e = np.radians([azimuth, elevation])
    base = horizon(up)
    towards = base @ [np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)]
    right = base @ [-np.sin(a), np.cos(a), 0.0]
    return np.array([right, np.cross(towards, right), towards])
