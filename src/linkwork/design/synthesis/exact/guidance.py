"""Every four-bar that guides a body exactly through three to five poses, or meets as many pairs of angles."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import permutations, product
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError, shown
from linkwork.base.listed import is_listed
from linkwork.design.synthesis.candidates import Candidate
from linkwork.design.synthesis.exact.burmester import Dyad, Dyads, conditions, dyads, number_rows, pose_rows
from linkwork.design.synthesis.exact.dyads import Condition, crank_and_rocker, turns_by
from linkwork.design.synthesis.exact.linkages import ExactSynthesis, Measured, complex_points, counted, judged, measured
from linkwork.design.synthesis.four_bar import NAMES, four_bar, placed
from linkwork.design.synthesis.targets import function
from linkwork.design.synthesis.targets import poses as poses_of
from linkwork.expression import as_expression
from linkwork.expression.given import public
from linkwork.mechanism.planar import Planar

_NONE = 1e-7


@public
def four_bar_exact_guidance(
    poses: Sequence[Any],
    pivots: Sequence[Any] | None = None,
    lines: Sequence[Any] | None = None,
    *,
    name: str = "four-bars through poses",
) -> ExactSynthesis:
    """Every four-bar whose coupler takes three to five poses (x, y, angle in rad): all pairs of Burmester's dyads.

    Five poses leave nothing free. Four leave a curve of pivots: `lines`, two of them, each as two points, say where the
    pivots lie. Three leave the pivots free: give two of them.
    """
    begin = time.perf_counter()
    where = "four_bar_exact_guidance"
    given = pose_rows(where, poses)
    held = dyads(where, given, conditions(where, len(given), pivots, lines, 2))
    if len(held.lists) == 1:
        pairs = list(permutations(held.lists[0], 2))
    else:
        both = product(*held.lists)
        pairs = [pair for one, two in both for pair in ((one, two), (two, one)) if one != two]
    linkages = [_guiding(held, *pair, name) for pair in pairs]
    if not linkages:
        raise AnalysisError(f"{name}: fewer than two real dyads ({held.counted}); change a pose{_or_where(len(given))}")
    return ExactSynthesis(
        name,
        judged(linkages, None),
        held.paths,
        time.perf_counter() - begin,
        counted=held.counted,
        verdict=held.verdict,
        real=held.real,
        solutions=held.solutions,
        dyads=held,
    )


def _or_where(count: int) -> str:
    return {3: ", or a pivot", 4: ", or a line"}.get(count, "")


def _guiding(held: Dyads, driven: Dyad, led: Dyad, name: str) -> Measured:
    """The four-bar of two dyads, the first of which is driven."""
    given = held.poses
    pins = [held.pins(dyad) for dyad in (driven, led)]
    links = [pin - dyad.centre for pin, dyad in zip(pins, (driven, led), strict=True)]
    names = ("ax", "ay", "bx", "by", "l2", "l4", "ux", "uy", "vx", "vy")
    ends = [driven.centre, led.centre]
    numbers = [part for end in ends for part in (end.real, end.imag)] + [abs(link[0]) for link in links]
    numbers += [part for dyad in (driven, led) for part in (dyad.point.real, dyad.point.imag)]
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
    pairs: Sequence[Any],
    crank: Sequence[Any] | None = None,
    phase: Any = None,
    *,
    ground: float = 1.0,
    name: str = "four-bars for a function",
) -> ExactSynthesis:
    """Every four-bar whose crank and rocker turn together by three to five pairs of angles; where they begin is free.

    Angles are in rad or such as "45 deg"; only their differences count. Four pairs leave one number free: `phase`,
    where the crank begins. Three leave the crank free: give its pin in the first position.
    """
    begin = time.perf_counter()
    what = "four_bar_exact_function"
    where = f"{what}: pairs are such as ('45 deg', '60 deg')"
    if not all(map(is_listed, pairs)):
        raise AnalysisError(f"{where}; found {shown(pairs)}")
    given = number_rows(where, [[angle_of(what, value) for value in pair] for pair in pairs], 2)
    if not ground > 0.0:
        raise AnalysisError(f"{what}: the ground link is longer than zero; found {shown(ground)}")
    count = len(given)
    if (crank is not None) != (count == 3) or (phase is not None) != (count == 4):
        needs = {3: "give the crank's pin, 'crank'", 4: "give 'phase', where the crank begins"}
        raise AnalysisError(f"{what}: {count} pairs: {needs.get(count, 'they leave nothing free')}")
    condition: Condition | None = None
    if crank is not None:
        condition = (complex(complex_points(what, [(0, 0), crank], (2,))[1]) / ground, None)
    elif phase is not None:
        condition = (0j, complex(np.exp(1j * angle_of(what, phase))))
    turns = [turns_by(given[:, side] - given[0, side]) for side in range(2)]
    solved = crank_and_rocker(turns[0], turns[1], condition)
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
