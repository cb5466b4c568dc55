"""Figures of cams: the diagram of the motion, the profile, pressure angle and radius of curvature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.design.cams.followers import Round
from linkwork.view.figures.figure import dress, new_figure, put_title
from linkwork.view.palette import BODY_COLOURS, GROUND, INK, tint
from linkwork.view.show import File, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from linkwork.design.cams.cam import Cam
    from linkwork.design.cams.motion import Motion

_PANELS = ("s", "v", "a", "j")
_WITHIN = 4.0  # radii of curvature are shown up to so many times the base radius


def plot_motion(motion: Motion, path: File | None = None) -> Figure:
    """Displacement and three derivatives over the angle."""
    figure = new_figure((7.0, 7.6))
    panels = figure.subplots(4, 1, sharex=True)
    _motion(panels, motion)
    put_title(panels[0], "motion of the follower")
    return written(figure, path)


def plot_cam(cam: Cam, path: File | None = None) -> Figure:
    """The motion on the left; the profile, the pressure angle and the radius of curvature on the right."""
    figure = new_figure((11.5, 8.2))
    grid = figure.add_gridspec(4, 2, width_ratios=(1.0, 1.15))
    panels = [figure.add_subplot(grid[0, 0])]
    panels += [figure.add_subplot(grid[row, 0], sharex=panels[0]) for row in range(1, 4)]
    _motion(panels, cam.motion)
    put_title(panels[0], "motion of the follower")
    profile = figure.add_subplot(grid[:2, 1])
    _profile(profile, cam)
    angle, bend = (figure.add_subplot(grid[row, 1]) for row in (2, 3))
    _over_angle(angle, cam, cam.pressure_angle, "pressure angle [°]", np.degrees)
    _over_angle(bend, cam, cam.radius, "radius [mm]", lambda r: _hidden(1e3 * r, 1e3 * cam.base_radius))
    bend.set_xlabel("angle of the cam [°]", color=INK)
    return written(figure, path)


def _motion(panels: Any, motion: Motion) -> None:
    scale, unit = (1e3, "mm") if motion.unit == "m" else (180.0 / np.pi, "°")
    for order, (axes, name) in enumerate(zip(panels, _PANELS, strict=True)):
        dress(axes)
        for edge in motion.edges:
            axes.axvline(np.degrees(edge), color=GROUND, linewidth=0.6, linestyle=(0, (2, 2)))
        xs, ys = _pieces(motion, order)
        axes.plot(np.degrees(xs), scale * ys, color=BODY_COLOURS[order], linewidth=1.7)
        power = "" if order == 0 else "/rad" if order == 1 else f"/rad{'²³'[order - 2]}"
        axes.set_ylabel(f"{name} [{unit}{power}]", color=INK)
    panels[-1].set_xlabel("angle of the cam [°]", color=INK)


def _pieces(motion: Motion, order: int) -> tuple[Array, Array]:
    """The pieces one after the other, so that jumps are upright lines."""
    spans = [np.linspace(wave.begin, wave.end, 200) for wave in motion.waves]
    values = [motion.piece_values(piece, x, order)[order] for piece, x in enumerate(spans)]
    return np.concatenate(spans), np.concatenate(values)


def _profile(axes: Axes, cam: Cam) -> None:
    dress(axes)
    angle = np.linspace(0.0, cam.motion.period, 1441)
    x, y = 1e3 * cam.profile(angle).T
    axes.fill(x, y, facecolor=tint(BODY_COLOURS[0]), edgecolor=BODY_COLOURS[0], linewidth=1.7)
    turn = np.linspace(0.0, 2 * np.pi, 241)
    base = 1e3 * cam.base_radius
    axes.plot(base * np.cos(turn), base * np.sin(turn), color=GROUND, linewidth=0.9, linestyle=(0, (5, 2, 1, 2)))
    axes.plot([0], [0], "+", color=INK, markersize=9)
    if isinstance(cam.follower, Round) and cam.follower.radius:
        axes.plot(*(1e3 * cam.pitch(angle).T), color=BODY_COLOURS[3], linewidth=0.9, linestyle=(0, (5, 2)))
        (cx, cy), r = 1e3 * cam.pitch(0.0)[0], 1e3 * cam.follower.radius
        axes.plot(cx + r * np.cos(turn), cy + r * np.sin(turn), color=BODY_COLOURS[3], linewidth=1.2)
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.05)
    axes.set_xlabel("x [mm]", color=INK)
    axes.set_ylabel("y [mm]", color=INK)
    put_title(axes, f"profile, turning {cam.turns}")


def _over_angle(axes: Axes, cam: Cam, of: Any, label: str, shown: Any) -> None:
    dress(axes)
    angle = np.linspace(0.0, cam.motion.period, 1441)
    axes.axhline(0.0, color=GROUND, linewidth=0.8)
    axes.plot(np.degrees(angle), shown(of(angle)), color=BODY_COLOURS[2], linewidth=1.7)
    axes.set_ylabel(label, color=INK)


def _hidden(radius: Array, base: float) -> Array:
    """Radii without those that are all but straight."""
    return np.where(np.abs(radius) > _WITHIN * base, np.nan, radius)
