"""Rigid-body guidance by four-bars: dyads that keep their length in all poses, joined in pairs.

A dyad is a pivot on the ground and a pin in the body that keep their distance. With five poses there are at most four
of them (Burmester), with fewer infinitely many, with more none that is exact: then least squares.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from linkwork.analysis.given_numbers import require_number, require_whole
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError, shown
from linkwork.design.synthesis.candidates import Candidate, Synthesis, ranked
from linkwork.design.synthesis.synthesise import improved
from linkwork.design.synthesis.targets import poses as poses_of
from linkwork.expression.given import public
from linkwork.mechanism.planar import Planar

_NAMES = ("ax", "ay", "bx", "by", "l2", "l4", "ux", "uy", "vx", "vy")
_STEPS = 200
_REACH = 3.0
_FAR = 50.0
_APART = 1e-2  # of the poses' size: pins of the coupler nearer than this are one
_POLISH = 25
_EXACT = 1e-20


@public
def four_bar_guidance(
    poses: Sequence[Any],
    *,
    starts: int = 200,
    seed: int = 1,
    keep: int = 6,
    dyads: int = 5,
    size: float | None = None,
    name: str = "four-bar guidance",
) -> Synthesis:
    """Four-bars whose coupler takes poses (x, y, angle in rad), or comes nearest to them; the best first.

    Pivots A0 at ax, ay and B0 at bx, by; pins at ux, uy and vx, vy in the coupler, which is the guided body. A radian
    of turning counts for `size` metres, if left out the size of the poses.
    """
    begin = time.perf_counter()
    for what, value, least in (("starts", starts, 1), ("seed", seed, 0), ("keep", keep, 1), ("dyads", dyads, 2)):
        require_whole(f"four_bar_guidance: {what}", value, least)
    if size is not None:
        require_number("four_bar_guidance: size", size)
    try:
        given = np.array(poses, float)
    except (TypeError, ValueError):
        raise AnalysisError(f"four_bar_guidance: poses are numbers (x, y, angle); found {shown(poses)}") from None
    if given.ndim != 2 or given.shape[1] != 3 or len(given) < 3:
        raise AnalysisError("four_bar_guidance: give three poses or more, each as (x, y, angle)")
    if not np.all(np.isfinite(given)):
        raise AnalysisError("four_bar_guidance: a pose has a number that is not finite")
    centre = np.mean(given[:, :2], axis=0)
    reach = float(np.max(np.hypot(*(given[:, :2] - centre).T)))
    if reach == 0.0:
        raise AnalysisError("four_bar_guidance: the poses are all at one place; a pivot there guides them")
    pairs = _dyads(given, centre, reach, starts, seed, dyads)
    candidates = []
    for one, other in combinations(pairs, 2):
        try:
            made = _candidate(given, one, other, size or reach, name)
            driven, led = _dyads_of(made, ("b", "l4", "v"), ("a", "l2", "u"))
            swapped = _candidate(given, driven, led, size or reach, name)
        except LinkworkError:
            continue
        candidates += [each for each in (made, swapped) if _pins_apart(each) > _APART * reach]
    if not candidates:
        raise AnalysisError(f"{name}: fewer than two different dyads were found; give more starts (now {starts})")
    kept = ranked(candidates, np.full(len(_NAMES), reach), keep, checked=len(candidates))
    return Synthesis(name, kept, starts, time.perf_counter() - begin)


def _pins(given: Array, dyads: Array) -> Array:
    """Way from the pivot to the pin of every dyad in every pose, as complex numbers."""
    pivot, pin = dyads[:, 0] + 1j * dyads[:, 1], dyads[:, 2] + 1j * dyads[:, 3]
    place, turn = given[:, 0] + 1j * given[:, 1], np.exp(1j * given[:, 2])
    return np.asarray(place + turn * pin[:, None] - pivot[:, None])


def _dyads(given: Array, centre: Array, reach: float, starts: int, seed: int, most: int) -> list[Array]:
    """Dyads that keep their length best, from many starts side by side (Levenberg-Marquardt)."""
    random = np.random.default_rng(seed)
    x = random.uniform(-_REACH * reach, _REACH * reach, (starts, 5))
    x[:, :2] += centre
    x[:, 4] = np.mean(np.abs(_pins(given, x)), axis=1)
    damping, turn = np.full(starts, 1e-3), np.exp(1j * given[:, 2])
    rows = np.abs(_pins(given, x)) - x[:, 4:]
    for _ in range(_STEPS):
        way = _pins(given, x)
        along = way / np.maximum(np.abs(way), 1e-300)
        turned = along * np.conj(turn)
        jacobian = np.stack([-along.real, -along.imag, turned.real, turned.imag, -np.ones_like(turned.real)], axis=-1)
        normal = np.swapaxes(jacobian, 1, 2) @ jacobian
        right = -np.swapaxes(jacobian, 1, 2) @ rows[:, :, None]
        step = np.linalg.solve(normal + damping[:, None, None] * np.eye(5), right)[:, :, 0]
        new = np.abs(_pins(given, x + step)) - (x + step)[:, 4:]
        better = np.sum(new**2, axis=1) < np.sum(rows**2, axis=1)
        x, rows = np.where(better[:, None], x + step, x), np.where(better[:, None], new, rows)
        damping = np.clip(np.where(better, 0.2 * damping, 8.0 * damping), 1e-14, 1e6)
    totals = np.sum(rows**2, axis=1)
    order = np.argsort(totals, kind="stable")
    exact = _EXACT * reach**2
    kept: list[Array] = []
    for one in x[order[(totals[order] < exact) | (np.sum(totals < exact) < 2)]]:
        near = np.max(np.abs(one[:4])) < _FAR * reach and one[4] > 1e-3 * reach
        if near and all(np.max(np.abs(one - other)) > 1e-3 * reach for other in kept):
            kept.append(one)
        if len(kept) == most:
            break
    return kept


def _pins_apart(made: Candidate) -> float:
    """Distance of the two pins of the coupler; where they are one the linkage has a freedom too many."""
    x, y = (made.parameters[f"u{axis}"] - made.parameters[f"v{axis}"] for axis in "xy")
    return float(np.hypot(x, y))


def _dyads_of(made: Candidate, *parts: tuple[str, str, str]) -> list[Array]:
    """Dyads of a linkage by the letters of pivot, link and pin: the first will be driven."""
    return [
        np.array([made.parameters[key] for key in (f"{pivot}x", f"{pivot}y", f"{pin}x", f"{pin}y", link)])
        for pivot, link, pin in parts
    ]


def _candidate(given: Array, one: Array, other: Array, size: float, name: str) -> Candidate:
    values = dict(
        zip(_NAMES, map(float, [*one[:2], *other[:2], one[4], other[4], *one[2:4], *other[2:4]]), strict=True)
    )
    m = Planar(name)
    ax, ay, bx, by, l2, l4, ux, uy, vx, vy = m.parameters(**values)
    crank, coupler, rocker = m.bodies("crank", "coupler", "rocker")
    m.revolute("A0", m.ground.at(ax, ay), crank.at(0, 0))
    m.revolute("A", crank.at(l2, 0), coupler.at(ux, uy))
    m.revolute("B", coupler.at(vx, vy), rocker.at(l4, 0))
    m.revolute("B0", m.ground.at(bx, by), rocker.at(0, 0))
    angles = [np.unwrap(np.angle(_pins(given, dyad[None])[0])) for dyad in (one, other)]
    still = np.ones(len(given))
    columns = [still * one[0], still * one[1], angles[0], *given.T, still * other[0], still * other[1], angles[1]]
    way = "+" if angles[0][-1] >= angles[0][0] else "-"
    m.drive("motor", joint="A0", angle=f"{float(angles[0][0])!r} {way} 2*pi*t")
    return improved(m, poses_of("coupler", given.tolist(), size=size), _NAMES, np.stack(columns, axis=-1), _POLISH)
