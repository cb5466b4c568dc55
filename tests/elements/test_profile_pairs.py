"""Every pair of elements of two profiles: rows, gammas and gaps against derivatives and against sampled curves.

Derivatives are taken by the complex step at random poses off contact: max|x - y| <= 1e-9 max(1, max|y|).
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linkwork.bodies.profiles import (
    Arc,
    CircleElement,
    EndlessLine,
    PointElement,
    PolarPolynomial,
    Profile,
    Segment,
    Spline,
)
from linkwork.elements.contact_point_layout_kernel import GAMMA, GAP, NX, X
from linkwork.elements.planar.contact.profile_contact_kernel import orientation
from profile_bench import ACCEPT, MOTION, ROWS, Bench

STEP = 1e-30
TOLERANCE = 1e-9
POSES = 12


def profile(*elements: Any, **fields: Any) -> Profile:
    return Profile(elements=elements, **fields)


KINDS: dict[str, Profile] = {
    "point": profile(PointElement(at=(0.3, -0.2))),
    "corner": profile(Segment(start=(1, 0), end=(0, 0)), PointElement(), Segment(end=(0.6, -1))),
    "segment": profile(Segment(start=(0.2, 0.1), end=(-1.5, 0.4))),
    "line": profile(EndlessLine(at=(0.1, 0.1), along=(-1, 0.3))),
    "arc": profile(Arc(center=(0.2, 0.1), radius=0.8, **{"from": -1.0, "to": 2.0})),
    "arc of the right": profile(Arc(center=(0.2, 0.1), radius=0.8, **{"from": 2.0, "to": -1.0}), material="right"),
    "circle": profile(CircleElement(center=(-0.1, 0.2), radius=0.6)),
    "hollow": profile(Arc(center=(0.1, 0.2), radius=3.0, concave=True, **{"from": 2.0, "to": -2.0})),
    "hole": profile(CircleElement(center=(0.1, 0.2), radius=2.5, concave=True)),
    "polynomial": profile(
        PolarPolynomial(coefficients=(0.9, 0.1, 0.05), orders=(0, 2, 3), center=(0.1, 0), **{"from": -1, "to": 1.2})
    ),
    "spline": profile(Spline(points=((1, 0), (0.7, 0.6), (0, 0.9), (-0.8, 0.5), (-1, 0)))),
    "closed spline": profile(
        Spline(points=((1, 0), (0.7, 0.6), (0, 0.8), (-0.8, 0.5), (-1, 0), (0, -0.7))), closed=True
    ),
}
PAIRS = list(itertools.product(KINDS, repeat=2))


def solid(name: str) -> int:
    """The element of interest: the corner of 'corner', else the only one."""
    return 1 if name == "corner" else 0


def agree(x: Any, y: Any, tolerance: float = TOLERANCE) -> bool:
    return bool(np.max(np.abs(np.asarray(x) - np.asarray(y))) <= tolerance * max(1.0, np.max(np.abs(y))))


def benches(pair: tuple[str, str]) -> tuple[Bench, Bench] | None:
    """The real bench and its complex twin; None where the elements can never touch."""
    real, twin = (Bench(KINDS[pair[0]], KINDS[pair[1]], scalar=scalar) for scalar in ("real", "complex"))
    first, second = (solid(name) for name in pair)
    if orientation(real.k, real.p, real.a, real.b, first, second) == 0:
        return None
    return real, twin


def found_states(pair: tuple[str, str], real: Bench) -> list[tuple[NDArray, NDArray]]:
    """Random poses at which the search finds a common normal of the elements of interest."""
    random = np.random.default_rng(7)
    wanted = tuple(solid(name) for name in pair)
    states = []
    for _ in range(400):
        q, v = random.normal(scale=1.2, size=6), random.normal(size=6)
        q[2], q[5] = random.uniform(-3, 3, size=2)
        real.memory[:2] = -1.0
        real.run(ACCEPT, q)
        if real.elements() == wanted and abs(real.run(MOTION, q, v)[0][GAP]) > 1e-3:
            states.append((q, v))
        if len(states) == POSES:
            break
    assert len(states) >= 3, f"too few poses with a contact of {pair}"
    return states


def frozen(bench: Bench, real: Bench, q: NDArray) -> None:
    """Both benches with the slot that the search finds at q."""
    real.memory[:2] = -1.0
    real.run(ACCEPT, q)
    bench.memory[:] = real.memory


@pytest.mark.parametrize("pair", PAIRS, ids=["-".join(pair) for pair in PAIRS])
def test_rows_and_gammas_are_derivatives_along_the_motion(pair: tuple[str, str]) -> None:
    both = benches(pair)
    if both is None:
        return
    real, twin = both
    for q, v in found_states(pair, real):
        frozen(twin, real, q)
        point = real.run(MOTION, q, v)[0]
        row, slip = point[ROWS : ROWS + 6], point[ROWS + 6 : ROWS + 12]
        gradient = [twin.run(0, q + 1j * STEP * unit)[0][GAP].imag / STEP for unit in np.eye(6)]
        assert agree(row, gradient)
        moved = twin.run(0, q + 1j * STEP * v)[0]
        assert agree(point[GAMMA], -(moved[ROWS : ROWS + 6] @ v).imag / STEP)
        assert agree(point[GAMMA + 1], -(moved[ROWS + 6 : ROWS + 12] @ v).imag / STEP)
        arms = [point[X : X + 2] - q[0:2], point[X : X + 2] - q[3:5]]
        speeds = [v[3 * n : 3 * n + 2] + v[3 * n + 2] * np.array([-arms[n][1], arms[n][0]]) for n in range(2)]
        n = point[NX : NX + 2]
        assert agree(row @ v, n @ (speeds[1] - speeds[0]))
        assert agree(slip @ v, np.array([-n[1], n[0]]) @ (speeds[1] - speeds[0]))
        assert agree(np.hypot(*n), 1.0)
