"""Closed contact points of a Scene: a dot where bodies touch, coloured by whether they slide or stick there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.run.contact.contact_points import channel_of, plane_of_body, point_names
from linkwork.view.palette import PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from linkwork.run.run import Run
    from linkwork.view.display import Display
    from linkwork.view.motion import Scene

COLOURS = {1: "#D55E00", 2: "#0072B2"}
"""Of points that slide and that stick."""
SIZE = 6.0


def contacts_of(run: Run, keep: list[int]) -> list[dict[str, Any]]:
    """The contact points of a run as a scene holds them: places and modes at the frames kept, and a plane's number."""
    contacts = []
    axes = "xyz"[: run.mechanism.world.dimensions]
    for name, part in point_names(run):
        own = channel_of(run, name)
        modes = np.real(run[f"{own}.mode"])[keep].astype(int)
        if not np.any(modes):
            continue
        places = {axis: np.nan_to_num(np.real(run[f"{own}.{axis}"])[keep]).tolist() for axis in axes}
        plane = {} if len(axes) == 3 else {"plane": plane_of_body(run, part.bodies()[1])}
        contacts.append({"name": name, **plane, **places, "mode": modes.tolist()})
    return contacts


def draw_contacts(axes: Axes, scene: Scene, display: Display, frame: int) -> list[Any]:
    """Dots at the points that are closed in a frame; returns the artists."""
    artists: list[Any] = []
    for point in scene.get("touching", []):
        mode = point["mode"][frame]
        if mode:
            at = np.array([[point["x"][frame], point["y"][frame]]])
            x, y = display.projection.paper(point["plane"], at)[0]
            style: dict[str, Any] = {"markerfacecolor": COLOURS[mode], "markeredgecolor": PAPER, "markeredgewidth": 0.8}
            artists += axes.plot([x], [y], "o", markersize=SIZE, zorder=6.5, **style)
    return artists
