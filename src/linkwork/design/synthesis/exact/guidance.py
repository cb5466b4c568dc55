"""Every four-bar that guides a body exactly through five poses, and every one that meets five pairs of angles."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError, shown
from linkwork.design.synthesis.candidates import Candidate
from linkwork.design.synthesis.exact.dyads import burmester, crank_and_rocker, five_turns
from linkwork.design.synthesis.exact.linkages import ExactSynthesis, Measured, counted, judged, measured
from linkwork.design.synthesis.four_bar import NAMES, four_bar, placed
from linkwork.design.synthesis.targets import function
from linkwork.design.synthesis.targets import poses as poses_of
from linkwork.expression import as_expression
from linkwork.expression.given import public
from linkwork.mechanism.planar import Planar

_COUNT = 5
_NONE = 1e-7


@public
def four_bar_exact_guidance(poses: Sequence[Any], *, name: str = "four-bars through poses") -> ExactSynthesis:
    """Every four-bar whose coupler takes five poses (x, y, angle in rad): all pairs of Burmester's dyads."""
    begin = time.perf_counter()
    given = _numbers("four_bar_exact_guidance: poses are such as (0.1, 0.2, 0.5)", poses, 3)
    places, turns = given[:, 0] + 1j * given[:, 1], five_turns(given[:, 2])
    reach = float(np.max(np.abs(places - np.mean(places))))
    if reach == 0.0:
        raise AnalysisError("four_bar_exact_guidance: the poses are all at one place; a pivot there guides them")
    middle = complex(np.mean(places))
    solved = burmester((places - middle) / reach, turns)
    dyads = [(complex(middle + reach * x[0]), complex(reach * x[2])) for x in solved.real]
    linkages = [_guiding(given, places, turns, *pair, name) for pair in permutations(dyads, 2)]
    if not linkages:
        raise AnalysisError(f"{name}: fewer than two real dyads ({solved.text()}); change a pose")
    return counted(name, solved, judged(linkages, None), [], time.perf_counter() - begin)


def _guiding(
    given: Array, places: Array, turns: Array, driven: tuple[complex, complex], led: tuple[complex, complex], name: str
) -> Measured:
    """The four-bar of two dyads, the first of which is driven."""
    pins = [places + turns * pin for _, pin in (driven, led)]
    links = [pin - pivot for pin, (pivot, _) in zip(pins, (driven, led), strict=True)]
    names = ("ax", "ay", "bx", "by", "l2", "l4", "ux", "uy", "vx", "vy")
    ends = [driven[0], led[0]]
    numbers = [part for end in ends for part in (end.real, end.imag)] + [abs(link[0]) for link in links]
    numbers += [part for _, pin in (driven, led) for part in (pin.real, pin.imag)]
    values = {key: float(value) for key, value in zip(names, numbers, strict=True)}
    m = Planar(name)
    ax, ay, bx, by, l2, l4, ux, uy, vx, vy = m.parameters(**values)
    angles = [np.unwrap(np.angle(link)) for link in links]
    crank = m.body("crank", estimate=(values["ax"], values["ay"], float(angles[0][0])))
    coupler = m.body("coupler", estimate=(float(given[0, 0]), float(given[0, 1]), float(given[0, 2])))
    rocker = m.body("rocker", estimate=(values["bx"], values["by"], float(angles[1][0])))
    m.revolute("A0", m.ground.at(ax, ay), crank.at(0, 0))
    m.revolute("A", crank.at(l2, 0), coupler.at(ux, uy))
    m.revolute("B", coupler.at(vx, vy), rocker.at(l4, 0))
    m.revolute("B0", m.ground.at(bx, by), rocker.at(0, 0))
    way = "+" if angles[0][-1] >= angles[0][0] else "-"
    m.drive("motor", joint="A0", angle=f"{float(angles[0][0])!r} {way} 2*pi*t")
    still = np.ones(len(given))
    columns = [still * ends[0].real, still * ends[0].imag, angles[0], *given.T]
    columns += [still * ends[1].real, still * ends[1].imag, angles[1]]
    off = [float(np.max(np.abs(np.abs(link) - abs(link[0])))) for link in links]
    wanted = poses_of("coupler", given.tolist())
    candidate = Candidate(m, values, float(np.sum(np.square(off))), max(off), np.stack(columns, axis=-1), wanted)
    return measured(candidate, ends, pins, max(values["l2"], values["l4"], abs(pins[1][0] - pins[0][0])))


@public
def four_bar_exact_function(
    pairs: Sequence[Any], *, ground: float = 1.0, name: str = "four-bars for a function"
) -> ExactSynthesis:
    """Every four-bar whose crank and rocker turn together by five pairs of angles; where they begin is free.

    Angles are in rad or such as "45 deg"; only their differences count: `phase` says where the crank begins.
    """
    begin = time.perf_counter()
    where = "four_bar_exact_function: pairs are such as ('45 deg', '60 deg')"
    given = _numbers(where, [[angle_of("four_bar_exact_function", value) for value in pair] for pair in pairs], 2)
    if not ground > 0.0:
        raise AnalysisError(f"four_bar_exact_function: the ground link is longer than zero; found {shown(ground)}")
    turns = [five_turns(given[:, side] - given[0, side]) for side in range(2)]
    solved = crank_and_rocker(*turns)
    linkages, trivial = [], 0
    for x in solved.real:
        if min(abs(x[0]), abs(x[2])) < _NONE:
            trivial += 1
            continue
        pins = [ground * x[0] * turns[0], ground * (1.0 + x[2] * turns[1])]
        linkages.append(_function_linkage(given, ground, pins, name))
    if not linkages:
        raise AnalysisError(f"{name}: no real four-bar meets these pairs ({solved.text()}); change an angle")
    dropped = [f"{trivial} dropped, in which crank and rocker have no length"] if trivial else []
    return counted(name, solved, judged(linkages, None), dropped, time.perf_counter() - begin)


def _function_linkage(given: Array, ground: float, pins: list[Array], name: str) -> Measured:
    ends = [0j, complex(ground)]
    lengths = [ground, abs(pins[0][0]), abs(pins[1][0] - pins[0][0]), abs(pins[1][0] - ground)]
    phase = float(np.angle(pins[0][0]))
    numbers = [0.0, 0.0, 0.0, *lengths, 0.0, 0.0, phase]
    values = {key: float(value) for key, value in zip(NAMES, numbers, strict=True)}
    q = placed(0j, complex(ground), pins[0], pins[1], values)
    rows = list(zip(q[:, 2].tolist(), q[:, 8].tolist(), strict=True))
    off = float(np.max(np.abs(np.abs(pins[1] - pins[0]) - lengths[2])))
    way = 1.0 if given[-1, 0] >= given[0, 0] else -1.0
    wanted = function("crank.angle", "rocker.angle", rows)
    candidate = Candidate(four_bar(values, q[0], way, name), values, off**2, off, q, wanted)
    return measured(candidate, ends, pins, max(lengths))


def angle_of(where: str, value: Any) -> float:
    """An angle in rad, also given as text."""
    try:
        return float(as_expression(float(value) if isinstance(value, np.generic) else value).value().real)
    except MechanismError as error:
        raise AnalysisError(f"{where}: {error}") from None


def _numbers(where: str, rows: Any, columns: int) -> Array:
    try:
        numbers = np.array(rows, float)
    except (TypeError, ValueError):
        raise AnalysisError(f"{where}; found {shown(rows)}") from None
    if numbers.shape != (_COUNT, columns) or not np.all(np.isfinite(numbers)):
        raise AnalysisError(f"{where}; give five of them")
    return numbers
