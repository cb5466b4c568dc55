"""Every six-bar whose crank and follower turn together by five or seven pairs of angles."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.listed import is_listed
from linkwork.design.synthesis.candidates import Candidate
from linkwork.design.synthesis.exact.guidance import angle_of
from linkwork.design.synthesis.exact.linkages import ExactSynthesis, Measured, complex_points, counted, judged
from linkwork.design.synthesis.exact.path_equations import with_conjugates
from linkwork.design.synthesis.exact.six_bar_equations import (
    free_vectors,
    given_vectors,
    six_bar_family,
    turning_family,
    turns_of,
)
from linkwork.design.synthesis.targets import function
from linkwork.expression.given import public
from linkwork.mechanism.planar import Planar
from linkwork.numerics.homotopy.kept_paths import KeptPaths
from linkwork.numerics.homotopy.paths import continue_paths
from linkwork.numerics.homotopy.solutions import solutions_of
from linkwork.numerics.homotopy.system import moving

GENERIC = Path(__file__).with_name("six_bars.npz")
SOLVED = (5, 7)
"""Pairs of angles for which the generic case is solved."""
_WHERE = "six_bar_exact_function"
_NOTHING = 1e-6  # of the ground: a link as short as that is none


@public
def six_bar_exact_function(
    pairs: Sequence[Any],
    crank: Sequence[Any],
    pivot: Sequence[Any],
    follower: Sequence[Any] | None = None,
    *,
    kind: Literal["stephenson", "watt"] = "stephenson",
    ground: float = 1.0,
    checked: int | None = None,
    name: str = "six-bars for a function",
    keep: str | os.PathLike[str] | None = None,
) -> ExactSynthesis:
    """Every six-bar whose crank, about (0, 0), and follower, about (ground, 0), turn together by pairs of angles.

    Given are the crank's pin in the first position and the third pivot: seven pairs leave nothing else free. With five
    pairs the follower's pin is given too. `kind` is the chain: Stephenson III, whose coupler has the three pins, or
    Watt II, two four-bars in a row. Angles are in rad or such as "45 deg"; only their differences count.
    """
    begin = time.perf_counter()
    given = _pairs(pairs)
    count = len(given)
    if not ground > 0.0:
        raise AnalysisError(f"{_WHERE}: the ground link is longer than zero; found {shown(ground)}")
    vector = _given(count, crank, pivot, follower, ground)
    crank_turns, follower_turns = (np.exp(1j * (given[:, side] - given[0, side])) for side in range(2))
    parameters = with_conjugates(
        np.concatenate([crank_turns[1:], follower_turns[1:], [vector[key] for key in given_vectors(count)]])
    )
    solutions, generic = generic_case(kind, count)
    kept = None if keep is None else KeptPaths(keep)
    unproven = len(solutions) + 1  # no theorem says that the generic case has no more than were found of it
    family = turning_family(kind, count)
    ends = continue_paths(moving(family, generic, parameters), family.with_ones(solutions), "six-bars", keep=kept)
    solved = solutions_of(six_bar_family(kind, count).at(parameters), ends, unproven)
    solved.notes.append(f"the generic case has at least {len(solutions)}, found by monodromy")
    linkages: list[Measured] = []
    short = 0
    for x in solved.real:
        turns = np.append(1.0, x[: 2 * count - 2 : 2])
        whole = vector | dict(zip(free_vectors(count), x[2 * count - 2 :: 2], strict=True))
        made = _linkage(kind, whole, turns, crank_turns, follower_turns, ground, name)
        short += made is None
        linkages += [] if made is None else [made]
    if not linkages:
        raise AnalysisError(f"{name}: no real six-bar meets these pairs ({solved.text()}); change an angle or a pin")
    dropped = [f"{short} dropped, in which a link has no length"] if short else []
    return counted(name, solved, judged(linkages, checked), dropped, time.perf_counter() - begin)


@cache
def generic_case(kind: str, count: int) -> tuple[Array, Array]:
    """All solutions of the generic case, and its parameters."""
    with np.load(GENERIC) as data:
        free, given = data[f"{kind}_{count}_vectors"], data[f"{kind}_{count}_parameters"]
    return completed(kind, count, free, given), given


def completed(kind: str, count: int, free: Array, given: Array) -> Array:
    """Solutions from their free vectors, which are kept: the turns follow."""
    turns = count - 1
    vector = {name: free[:, 2 * i : 2 * i + 2] for i, name in enumerate(free_vectors(count))}
    vector |= {
        name: np.broadcast_to(given[4 * turns + 2 * i : 4 * turns + 2 * i + 2], (len(free), 2))
        for i, name in enumerate(given_vectors(count))
    }
    known_turns = turns_of(kind, vector, given[: 2 * turns], given[2 * turns : 4 * turns])
    return np.concatenate([known_turns, free], axis=1)


def _pairs(pairs: Sequence[Any]) -> Array:
    if not all(map(is_listed, pairs)):
        raise AnalysisError(f"{_WHERE}: pairs are such as ('45 deg', '60 deg'); found {shown(pairs)}")
    try:
        rows = [[angle_of(_WHERE, value) for value in pair] for pair in pairs]
        numbers = np.array(rows, float)
    except (TypeError, ValueError):
        raise AnalysisError(f"{_WHERE}: pairs are such as ('45 deg', '60 deg'); found {shown(pairs)}") from None
    if numbers.ndim != 2 or numbers.shape[1:] != (2,) or len(numbers) not in SOLVED or not np.all(np.isfinite(numbers)):
        raise AnalysisError(
            f"{_WHERE}: give five or seven pairs of angles, each as (crank, follower); for others take `synthesise`, "
            "which searches and does not find all"
        )
    for number in range(1, len(numbers)):
        same = [other for other in range(number) if np.allclose(numbers[other], numbers[number], rtol=0.0, atol=1e-9)]
        if same:
            raise AnalysisError(f"{_WHERE}: pairs {same[0] + 1} and {number + 1} are the same; give different ones")
    return numbers


def _given(
    count: int, crank: Sequence[Any], pivot: Sequence[Any], follower: Sequence[Any] | None, ground: float
) -> dict[str, complex]:
    """Vectors that are given, in lengths of the ground link."""
    if (follower is None) != (count > min(SOLVED)):
        needs = (
            "give the follower's pin, 'follower'" if follower is None else "the follower's pin is not given but found"
        )
        raise AnalysisError(f"{_WHERE}: {count} pairs: {needs}")
    c, b = (complex(complex_points(_WHERE, [(0, 0), place], (2,))[1]) for place in (crank, pivot))
    vector = {"c": c / ground, "b": b / ground}
    if follower is not None:
        vector["g"] = complex(complex_points(_WHERE, [(ground, 0), follower], (2,))[1]) / ground - 1.0
    return vector


def _linkage(
    kind: str,
    vector: dict[str, Any],
    turns: Array,
    crank: Array,
    follower: Array,
    ground: float,
    name: str,
) -> Measured | None:
    """The mechanism of a real solution, with its positions; nothing where a link has no length."""
    c, b, d, h, g = (complex(vector[key]) * ground for key in ("c", "b", "d", "h", "g"))
    pins = {"C": c * crank, "G": ground + g * follower}
    root = pins["C"] if kind == "stephenson" else b + 0.0 * crank
    pins |= {"D": root + d * turns, "H": root + h * turns}
    far = b + 0.0 * crank if kind == "stephenson" else pins["C"]
    sides = {"rocker" if kind == "stephenson" else "first": (far, pins["D"]), "second": (pins["H"], pins["G"])}
    lengths = [abs(value) for value in (c, d, h, g)] + [abs(two[0] - one[0]) for one, two in sides.values()]
    if min(lengths) <= _NOTHING * ground or not np.all(np.isfinite(lengths)) or abs(d - h) <= _NOTHING * ground:
        return None
    values = {
        "l1": ground, "lc": abs(c), "phase": float(np.angle(c)), "bx": b.real, "by": b.imag,
        "dx": d.real, "dy": d.imag, "hx": h.real, "hy": h.imag,
        "l4": lengths[4], "l5": lengths[5], "l6": abs(g),
    }  # fmt: skip
    values = {key: float(value) for key, value in values.items()}
    bodies = {
        "crank": (0.0 * crank, c * crank),
        "plate": (root, turns),
        **{k: (a, e - a) for k, (a, e) in sides.items()},
    }
    bodies["follower"] = (ground + 0.0 * crank, g * follower)
    columns = [
        column
        for origin, way in bodies.values()
        for column in (origin.real + np.zeros(len(crank)), origin.imag + np.zeros(len(crank)), np.unwrap(np.angle(way)))
    ]
    q = np.stack(columns, axis=-1)
    m = _mechanism(kind, values, q[0], list(bodies), name, 1.0 if q[-1, 2] >= q[0, 2] else -1.0)
    off = max(float(np.max(np.abs(np.abs(two - one) - abs(two[0] - one[0])))) for one, two in sides.values())
    wanted = function("crank.angle", "follower.angle", list(zip(q[:, 2].tolist(), q[:, 14].tolist(), strict=True)))
    candidate = Candidate(m, values, off**2, off, q, wanted)
    angles = [
        _angle_between(pins["D"] - root, pins["D"] - far),
        _angle_between(pins["G"] - pins["H"], g * follower),
    ]
    least = min(angles)
    candidate.notes.append(f"transmission angles {np.degrees(least):.3g} deg or more, longest link {max(lengths):.4g}")
    return Measured(candidate, least, max(lengths))


def _angle_between(one: Array, other: Array) -> float:
    """The least angle between two lines."""
    angle = np.abs(np.angle(one / other))
    return float(np.min(np.minimum(angle, np.pi - angle)))


def _mechanism(kind: str, values: dict[str, float], q: Array, names: list[str], name: str, way: float) -> Planar:
    m = Planar(name)
    l1, lc, _, bx, by, dx, dy, hx, hy, l4, l5, l6 = m.parameters(**values)
    places = q.reshape(5, 3).tolist()
    crank, plate, side, second, follower = (
        m.body(body, estimate=tuple(place)) for body, place in zip(names, places, strict=True)
    )
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    if kind == "stephenson":
        m.revolute("C", crank.at(lc, 0), plate.at(0, 0))
        m.revolute("B", m.ground.at(bx, by), side.at(0, 0))
    else:
        m.revolute("C", crank.at(lc, 0), side.at(0, 0))
        m.revolute("B", m.ground.at(bx, by), plate.at(0, 0))
    m.revolute("D", plate.at(dx, dy), side.at(l4, 0))
    m.revolute("H", plate.at(hx, hy), second.at(0, 0))
    m.revolute("G", second.at(l5, 0), follower.at(l6, 0))
    m.revolute("F", m.ground.at(l1, 0), follower.at(0, 0))
    m.drive("motor", joint="O", angle=f"phase {'+' if way > 0 else '-'} 2*pi*t")
    return m
