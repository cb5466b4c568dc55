"""Dyads of a body in poses: circles with their centres, the places of the pins, and Burmester's curves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.view.figures.figure import dress, new_figure
from linkwork.view.palette import BODY_COLOURS, GROUND, INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from linkwork.design.synthesis.exact.burmester import Dyads

SIZE = (8.0, 6.4)
ARROW = 0.12  # length of a pose's axes, as a share of the poses' own size
MARGIN = 0.15
WIDE = 3.0  # in sizes of the poses: circles and centres farther off do not widen the picture
GRID_POINTS = 401
CENTRES, POINTS = "#2471A3", "#B9770E"


def draw_dyads(dyads: Dyads, path: Any = None) -> Figure:
    """Poses, circles, centres (squares) and points of the body (discs); with four poses the curves of both."""
    from linkwork.view.show import written

    figure = new_figure(SIZE)
    axes = figure.add_subplot()
    dress(axes)
    axes.set_aspect("equal")
    axes.set_title(f"dyads of {len(dyads.poses)} poses: {dyads.counted}", fontsize=9, loc="left", color=INK)
    places = dyads.places
    middle, size = complex(np.mean(places)), float(np.max(np.abs(places - np.mean(places))))
    _poses(axes, dyads, ARROW * 2.0 * size)
    seen = [*places]
    for number, dyad in enumerate(dyads):
        colour, pins = BODY_COLOURS[number % len(BODY_COLOURS)], dyads.pins(dyad)
        circle = dyad.centre + dyad.length * np.exp(2j * np.pi * np.linspace(0.0, 1.0, 361))
        axes.plot(circle.real, circle.imag, color=colour, linewidth=1.0, zorder=3)
        axes.plot(pins.real, pins.imag, "o", color=colour, markersize=4.5, zorder=5)
        axes.plot([dyad.centre.real], [dyad.centre.imag], "s", color=colour, markersize=6.5, zorder=5)
        label: dict[str, Any] = {"xytext": (6, 5), "textcoords": "offset points", "annotation_clip": True}
        axes.annotate(
            str(number + 1), (dyad.centre.real, dyad.centre.imag), color=colour, fontsize=9, zorder=6, **label
        )
        seen += [point for point in (dyad.centre, *pins, *circle) if abs(point - middle) < WIDE * size]
    _bounds(axes, np.array(seen))
    if len(dyads.poses) == 4:
        _curves(axes, dyads)
    return written(figure, path)


def _poses(axes: Axes, dyads: Dyads, length: float) -> None:
    for number, (place, turn) in enumerate(zip(dyads.places, dyads.turns, strict=True), 1):
        for way, width in ((turn, 1.8), (1j * turn, 0.9)):
            end = place + length * way
            axes.plot([place.real, end.real], [place.imag, end.imag], color=GROUND, linewidth=width, zorder=4)
        axes.annotate(str(number), (place.real, place.imag), xytext=(-9, -9), textcoords="offset points", fontsize=8)


def _bounds(axes: Axes, points: Array) -> None:
    for values, put in ((points.real, axes.set_xlim), (points.imag, axes.set_ylim)):
        low, high = float(np.min(values)), float(np.max(values))
        room = MARGIN * max(high - low, 1e-12)
        put(low - room, high + room)


def _curves(axes: Axes, dyads: Dyads) -> None:
    """Centre-point curve, and circle-point curve in the first pose: where three linear equations have a solution."""
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    x, y = np.meshgrid(np.linspace(left, right, GRID_POINTS), np.linspace(low, high, GRID_POINTS))
    here = x + 1j * y
    first_place, first_turn = dyads.places[0], dyads.turns[0]
    pins = (here - first_place) / first_turn  # the same places as points of the body
    for values, colour, name in (
        (centre_residual(here, dyads.places, dyads.turns), CENTRES, "centres lie here"),
        (point_residual(pins, dyads.places, dyads.turns), POINTS, "points lie here, first pose"),
    ):
        axes.contour(x, y, values, levels=[0.0], colors=[colour], linewidths=[1.4], linestyles=["dashed"], zorder=2)
        axes.plot([], [], color=colour, linewidth=1.4, linestyle="dashed", label=name)
    axes.legend(loc="best", fontsize=8, frameon=False)


def centre_residual(centre: Array, places: Array, turns: Array) -> Array:
    """Zero on the centre-point curve of four poses: the equations of a pin's two coordinates have a solution there.

    |z_j + w e_j - G|^2 is the same for all j; its differences are linear in w and its conjugate.
    """
    arms = [z - centre for z in places]
    rows = [
        (arm.conj() * e - arms[0].conj() * turns[0], np.abs(arm) ** 2 - np.abs(arms[0]) ** 2)
        for arm, e in zip(arms[1:], turns[1:], strict=True)
    ]
    return _determinant(rows)


def point_residual(pin: Array, places: Array, turns: Array) -> Array:
    """Zero on the circle-point curve of four poses, for a point given in the frame of the body."""
    at = [z + pin * e for z, e in zip(places, turns, strict=True)]
    rows = [(-(one - at[0]).conj(), np.abs(one) ** 2 - np.abs(at[0]) ** 2) for one in at[1:]]
    return _determinant(rows)


def _determinant(rows: list[tuple[Array, Array]]) -> Array:
    """Of rows (a, its conjugate, c): it is imaginary, and its imaginary part is given."""
    (a, k), (b, m), (c, n) = rows
    cross = lambda one, two: 2.0 * (one * two.conj()).imag  # noqa: E731
    return np.asarray(cross(a, b) * n + cross(b, c) * k + cross(c, a) * m)
