"""Every four-bar whose coupler point goes through five points with given pivots, or through nine points."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.design.synthesis.exact.linkages import (
    ExactSynthesis,
    Measured,
    complex_points,
    counted,
    judged,
    path_linkage,
)
from linkwork.design.synthesis.exact.path_equations import (
    FIVE,
    NINE,
    five_point_family,
    nine_point_family,
    turns_of,
    with_conjugates,
)
from linkwork.expression.given import public
from linkwork.numerics.homotopy.kept_paths import KeptPaths
from linkwork.numerics.homotopy.solve import continued

GENERIC = Path(__file__).with_name("generic.npz")


@public
def four_bar_exact_path(
    points: Sequence[Any],
    pivots: Sequence[Any] | None = None,
    *,
    checked: int | None = None,
    name: str = "four-bars through points",
    keep: str | os.PathLike[str] | None = None,
) -> ExactSynthesis:
    """Every four-bar whose coupler point goes through five points, with two given pivots, or through nine points.

    All solutions by homotopy, real ones as mechanisms; those without defects first, then by transmission angle.
    `checked` bounds how many are looked at for defects of order, branch and circuit. Nine points give cognates, too.
    They take half a minute on all cores; `keep` names a file in which paths are kept, from which an interrupted run
    goes on.
    """
    begin = time.perf_counter()
    where = "four_bar_exact_path"
    places = complex_points(where, points, (NINE,) if pivots is None else (FIVE,))
    middle, reach = complex(np.mean(places)), float(np.max(np.abs(places - np.mean(places))))
    scaled = (places - middle) / reach
    kept = None if keep is None else KeptPaths(keep)
    if pivots is None:
        given = with_conjugates(scaled)
        solved = continued(nine_point_family(), *_generic_nine(), given, what="nine points", keep=kept)
        sets = [_cognates(scaled, x[16::2], x[:16:2]) for x in solved.real]
    else:
        ends = (complex_points(where, pivots, (2,)) - middle) / reach
        if np.min(np.abs(ends[:, None] - scaled[None])) < 1e-9:
            raise AnalysisError(f"{where}: a pivot lies on one of the points; move it")
        given = with_conjugates(np.append(scaled, ends))
        solved = continued(five_point_family(), *_generic_five(), given, what="five points", keep=kept)
        sets = [[_pins(scaled, ends, x[8::2], x[:8:2])] for x in solved.real]
    measured_bars: list[Measured] = []
    short = 0
    for linkages in sets:
        for ends, pins in linkages:
            moved = [complex(middle + reach * end) for end in ends]
            made = path_linkage(places, moved, [middle + reach * pin for pin in pins], name)
            short += made is None
            measured_bars += [] if made is None else [made]
    dropped = [f"{short} dropped, in which a link has no length"] if short else []
    if not measured_bars:
        raise AnalysisError(f"{name}: no real four-bar goes through these points ({solved.text()})")
    return counted(name, solved, judged(measured_bars, checked), dropped, time.perf_counter() - begin)


@cache
def _generic_five() -> tuple[Array, Array]:
    with np.load(GENERIC) as data:
        return data["five_solutions"], data["five_parameters"]


@cache
def _generic_nine() -> tuple[Array, Array]:
    """Kept are pivots and vectors to seven digits; turns follow, and the first correction gives all digits back."""
    with np.load(GENERIC) as data:
        kept, given = data["nine_solutions"].astype(complex), data["nine_parameters"]
    return np.concatenate([turns_of(given, kept[:, :4], kept[:, 4:]), kept], axis=1), given


_Linkage = tuple[Array, list[Array]]


def _pins(points: Array, pivots: Array, vectors: Array, turns: Array) -> _Linkage:
    """Pivots, and places of the two pins for every point."""
    turned = np.append(1.0, turns)
    return pivots, [points - vectors[0] * turned, points - vectors[1] * turned]


def _cognates(points: Array, unknowns: Array, turns: Array) -> list[_Linkage]:
    """A linkage and its two cognates (Roberts): the other ways from pivots to the same coupler point."""
    first, second, a, b = unknowns
    share = a / (a - b)
    third = first + (second - first) * share
    pivots, pins = _pins(points, np.array([first, second]), np.array([a, b]), turns)
    cognates: list[_Linkage] = [(pivots, pins)]
    for pivot, pin, part in ((first, pins[0], share), (second, pins[1], 1.0 - share)):
        link = pin - pivot
        corner = pivot + (points - pin)
        cognates.append((np.array([pivot, third]), [corner, corner + part * link]))
    return cognates
