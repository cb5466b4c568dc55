"""What models of restitution on the fast time scale have done in a run: how often they were run, and where."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

from linkwork.base.plural import plural
from linkwork.elements.restitution import FastScale, unanswered
from linkwork.places import layout_kernel as layout
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.contact.bounce_kernel import BOUNCE_AT

if TYPE_CHECKING:
    from linkwork.system.loop.moment import Loop

_RAN = "its model on the fast time scale was run"
_ONE_PLACE = "its model of restitution knows one place of one body"
_ITS_OWN = "where every point of contact has a model of its own"
_FAR = 1e-3  # of the mechanism's length: places farther apart are two


def fast_scale_notes(moment: Loop) -> list[str]:
    """A note for every contact whose restitution a fast-scale model has found."""
    from linkwork.elements.fast_restitution_kernel import REMEMBERED, RUN, SOUNDING

    tables = moment.system.contact_tables
    assert tables is not None
    notes: list[str] = []
    struck: dict[str, list[tuple[str, int]]] = {}
    for name, part in tables.parts.items():
        if not isinstance(part.restitution, FastScale):
            continue
        cells = [_cell(moment, number) for number, (owner, _) in enumerate(tables.points) if owner == name]
        run, remembered, sounding = (
            sum(int(moment.w[cell + place].real) for cell in cells) for place in (RUN, REMEMBERED, SOUNDING)
        )
        if not run + remembered:
            continue
        notes.append(f"contact '{name}': {_counts(run, remembered, sounding)}{_between(tables.errors[name])}")
        used = [cell for cell in cells if moment.w[cell + RUN].real + moment.w[cell + REMEMBERED].real > 0]
        away = [_farthest(moment, used, side) for side in range(2)]
        one_place = bool(not part.restitution.sides and part.restitution.frequencies)
        if one_place and min(away) > _FAR * _length(moment):
            notes.append(
                f"contact '{name}': {_ONE_PLACE}, but its impacts struck "
                f"{_over(part.bodies(), away)}; give the model `first` or `second`, with places"
            )
        for side in part.restitution.sides:
            struck.setdefault(f"'{part.bodies()[side == 'second']}'", []).append((name, len(used)))
        if one_place:
            either = " or ".join(f"'{body}'" for body in sorted(part.bodies()))
            struck.setdefault(either, []).append((name, len(used)))
    return notes + [_apart(body, used) for body, used in struck.items() if sum(count for _, count in used) > 1]


def is_fast_scale_note(note: str) -> bool:
    """Whether a note tells what a model of restitution has done so far."""
    return any(text in note for text in (_RAN, _ONE_PLACE, _ITS_OWN))


def unanswered_text(moment: Loop, point: int) -> str:
    """Why the law of restitution of a point has given none."""
    from linkwork.elements.fast_restitution_kernel import WHY

    tables = moment.system.contact_tables
    assert tables is not None
    part = tables.parts[tables.points[point][0]]
    if isinstance(part.restitution, FastScale):
        why = float(moment.w[_cell(moment, point) + WHY].real)
        first, second = part.bodies()
        return unanswered(why, (f"'{first}'", f"'{second}'"))
    return "a formula must lie between 0 and 1"


def _farthest(moment: Loop, cells: list[int], side: int) -> float:
    """How far apart two impacts were on one of the two bodies: those of one point, and the first ones of two points."""
    from linkwork.elements.fast_restitution_kernel import AWAY, BEGAN

    began = [moment.w[cell + BEGAN + 3 * side : cell + BEGAN + 3 * side + 3].real for cell in cells]
    between = [math.dist(one, other) for one, other in combinations(began, 2)]
    return max(*between, *(float(moment.w[cell + AWAY + side].real) for cell in cells), 0.0)


def _cell(moment: Loop, point: int) -> int:
    """Where the law of a point's restitution works in the workspace."""
    k, p = moment.system.k, moment.system.p
    head = int(k[layout.CONTACTS])
    record = int(k[head + contact_layout.POINT_AT]) + contact_layout.POINT_RECORD * point
    return int(k[layout.MEMORY]) + int(p[int(k[record + contact_layout.POINT_FLOATS]) + BOUNCE_AT].real)


def _length(moment: Loop) -> float:
    k = moment.system.k
    reach = int(k[int(k[layout.CONTACTS]) + contact_layout.REACH])
    return float(moment.system.p[reach + contact_layout.LENGTH].real)


def _counts(run: int, remembered: int, sounding: int) -> str:
    """How often the model was run and an impact was remembered."""
    text = f"{_RAN} for {plural(run, 'impact')}"
    if sounding:
        text += f" ({sounding} of them on what still vibrated)"
    if remembered:
        text += f", {remembered} more were like one of them and remembered"
    return text


def _between(error: float | None) -> str:
    """How well shapes are known between the places of a model; None: there is nothing between."""
    if error is None:
        return ""
    if math.isnan(error):
        return "; its places are too few to tell how well shapes are known between them: give five or more"
    return f"; between its places shapes are off by up to about {error:.1g} of a mode's largest displacement"


def _over(bodies: tuple[str, str], away: list[float]) -> str:
    return " and ".join(f"'{body}' at places {far:.3g} m apart" for body, far in zip(bodies, away, strict=True))


def _apart(body: str, used: list[tuple[str, int]]) -> str:
    names = ", ".join(f"'{name}'" for name, _ in used)
    return f"{body} vibrates in {names}, {_ITS_OWN}: what an impact at one leaves vibrating is not felt at another"
