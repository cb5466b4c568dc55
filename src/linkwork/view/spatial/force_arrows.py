"""Forces drawn on a spatial mechanism: an arrow at every joint, for the force on its second-named body at one time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.run.contact.contact_points import closed_points
from linkwork.run.reactions import required
from linkwork.view.acting import acting_over
from linkwork.view.drawing import paper_units_per_point
from linkwork.view.force_arrows import COLOUR, LONGEST, SMALLEST, TEXT_SIZE, amount
from linkwork.view.labels import clipped, place_labels
from linkwork.view.palette import PAPER
from linkwork.view.spatial.drawing import Sheet, paper_spines
from linkwork.view.spatial.poses import Array, Place

if TYPE_CHECKING:
    from linkwork.run.run import Run

TORQUE_COLOUR = "#7A3E9D"


def draw_forces(sheet: Sheet, run: Run, frame: int, index: int) -> None:
    """Arrows of all reactions and applied forces, double-headed ones of their torques; `*` marks what is not unique.

    `frame` counts in the scene, `index` in the run.
    """
    place = Place(sheet.scene["poses"][frame])
    focus = sheet.display.focus(place)
    side = LONGEST * float((sheet.high - sheet.low).max())
    forces = forces_at(run, index)
    scales = [max((float(np.linalg.norm(one[k])) for one in forces), default=0.0) for k in (2, 3)]
    smallest = [SMALLEST * scales[0], max(SMALLEST * scales[1], 1e-9 * scales[0] * side)]
    arrows: list[tuple[Array, Array]] = []
    labels: list[tuple[Array, str, str]] = []
    for name, at, *vectors in forces:
        for vector, scale, least, unit, colour in zip(
            vectors, scales, smallest, ("N", "N m"), (COLOUR, TORQUE_COLOUR), strict=True
        ):
            size = float(np.linalg.norm(vector))
            if size <= least:
                continue
            start, tip = sheet.paper(np.array([at, at + side * vector / scale]), focus)
            arrows.append((start, tip))
            labels.append((tip, f"{clipped(name)} {amount(run.mechanism.units, size, unit)}", colour))
    _make_room(sheet, [tip for _, tip in arrows])
    for (start, tip), (_, _, colour) in zip(arrows, labels, strict=True):
        _arrow(sheet, start, tip, colour)
    _write(sheet, paper_spines(sheet.display, place, sheet.rows, focus), arrows, labels)
    caption = f"t = {run.t[index]:.5g} s: forces on the second-named body of each joint"
    sheet.axes.set_title(caption, loc="right", fontsize=9, color=COLOUR, pad=8)


def forces_at(run: Run, index: int) -> list[tuple[str, Array, Array, Array]]:
    """Name, place, force and torque about it, in the world, of every reaction and applied force on a second body."""
    doubtful = required(run).unique.doubtful()
    forces = [
        (one.name + ("*" if one.name in doubtful else ""), one.at[index], one.force[index], one.torque[index])
        for one in acting_over(run)
    ]
    forces += [(point.name, point.at, point.force, np.zeros(3)) for point in closed_points(run, index)]
    return forces


def _make_room(sheet: Sheet, tips: list[Array]) -> None:
    """Bounds that hold the mechanism and all arrows."""
    points = np.vstack([sheet.low, sheet.high, *tips])
    low, high = points.min(axis=0), points.max(axis=0)
    room = 0.05 * float((high - low).max())
    sheet.axes.set_xlim(low[0] - room, high[0] + room)
    sheet.axes.set_ylim(low[1] - room, high[1] + room)


def _arrow(sheet: Sheet, start: Array, tip: Array, colour: str) -> None:
    """A force has one head, a torque two, and points along its axis by the right hand."""
    heads = [1.0] if colour == COLOUR else [1.0, 0.86]
    for share in heads:
        end = start + share * (tip - start)
        sheet.axes.annotate(
            "",
            xy=(float(end[0]), float(end[1])),
            xytext=(float(start[0]), float(start[1])),
            arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.9, "shrinkA": 0, "shrinkB": 0},
            zorder=7,
        )


def _write(
    sheet: Sheet, spines: Array, arrows: list[tuple[Array, Array]], labels: list[tuple[Array, str, str]]
) -> None:
    """Names and sizes beside the tips, clear of the mechanism and of each other."""
    if not labels:
        return
    scale = paper_units_per_point(sheet.axes)
    half = np.array([[0.3 * len(text) + 0.2, 0.6] for _, text, _ in labels]) * TEXT_SIZE * scale
    drawn: Any = np.array([[*start, *tip, 1.5 * scale] for start, tip in arrows], float).reshape(-1, 5)
    anchors = np.array([at for at, _, _ in labels])
    centres = place_labels(anchors, half, np.vstack([spines, drawn]), 4.0 * scale)
    for centre, (_, text, colour) in zip(centres, labels, strict=True):
        sheet.axes.text(
            float(centre[0]),
            float(centre[1]),
            text,
            ha="center",
            va="center",
            fontsize=TEXT_SIZE,
            color=colour,
            parse_math=False,
            bbox={"facecolor": PAPER, "edgecolor": "none", "alpha": 0.75, "pad": 0.4},
            zorder=8,
        )
