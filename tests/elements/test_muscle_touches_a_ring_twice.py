"""A path through a ring that lifts off between two places on it, or comes to it a second time."""

from __future__ import annotations

import numpy as np
import pytest
from bench.muscle_sweeps import GOES_ON, RIGHT, Flight, flown, of_shape
from scipy.spatial.transform import Rotation

from linkwork.numerics.geodesics.chain_layout_kernel import (
    HEAD,
    LAST,
    LAST_ALONG,
    PLACE,
    SURFACE,
)
from linkwork.numerics.geodesics.layout_kernel import END, FOLLOWED, START
from linkwork.numerics.geodesics.twice_kernel import PAIR, TWICE_ROOM, TWO, go_round_ring

NONE = (0j, 0j, 0j)


def ends_at(one: Flight, t: float) -> np.ndarray:
    """Both ends of the path in the frame of the ring, complex."""
    place = one.stations[0]["round"]["block"]
    z = np.array(place["axis"]) / np.linalg.norm(place["axis"])
    x = np.cross(z, (z[1], z[2], z[0]))
    x /= np.linalg.norm(x)
    back = Rotation.from_rotvec(-one.spin * t)
    points = [np.array((x, np.cross(z, x), z)) @ (back.apply(end) - place["at"]) for end in hands(one, t)]
    return np.concatenate(points).astype(complex)


def hands(one: Flight, t: float) -> list[np.ndarray]:
    return [np.array(one.begin), np.array(one.hand) + np.array(one.velocity) * t]


@pytest.mark.parametrize(("number", "begins", "is_two"), [(81, 0.06, 0.24), (88, 0.0, 0.24)])
def test_a_way_with_two_touches_is_tangent_and_free_between_them(number: int, begins: float, is_two: float) -> None:
    """The first comes to the ring a second time, where one geodesic alone ran 3.8 mm deep; the second lifts off."""
    one = of_shape("torus", number + 1)[number]
    ring, tube = one.stations[0]["radius"], one.stations[0]["tube"]
    radii, w, was, length = (ring + 0j, tube + 0j, tube + 0j), np.zeros(TWICE_ROOM, complex), False, 0j

    def outside(u: np.ndarray, v: np.ndarray) -> float:
        points = u + np.linspace(0, 1, 2001)[:, None] * (v - u)
        return float((np.hypot(np.hypot(points[:, 0], points[:, 1]) - ring, points[:, 2]) - tube).min())

    before = None
    for t in np.arange(begins, is_two, 1e-3):
        why, length = go_round_ring(radii, NONE, tuple(ends_at(one, t)), w, 0, was, length.real + 0j, False)
        assert why == FOLLOWED or not was
        whole = total(w, ends_at(one, t), length)
        assert before is None or abs(whole - before) < 1.5e-3  # the ends move by 1.3 mm
        was, before = True, whole
    assert w[TWO + 7].real > 0.0 and w[TWO + 6].real > 0.0

    ends, at = ends_at(one, t), PAIR + HEAD
    places = [w[at + k : at + k + 3].real.copy() for k in (PLACE, LAST, SURFACE + PLACE, SURFACE + LAST)]
    along = [
        w[at + k : at + k + 3].real.copy() for k in (PLACE + 3, LAST_ALONG, SURFACE + PLACE + 3, SURFACE + LAST_ALONG)
    ]
    parts = [(ends[:3].real, places[0]), (places[1], places[2]), (places[3], ends[3:].real)]
    touches = [[along[0]], [along[1], along[2]], [along[3]]]
    for (u, v), tangents in zip(parts, touches, strict=True):
        assert outside(u, v) > -1e-10
        assert all(np.abs((v - u) / np.linalg.norm(v - u) - tangent).max() < 1e-9 for tangent in tangents)

    kept = w.copy()
    step = np.random.default_rng(1).normal(size=6)
    slopes = []
    for way in (1e-20j, 1e-6, -1e-6):
        w[:] = kept
        moved = ends + way * step
        slopes.append(total(w, moved, go_round_ring(radii, NONE, tuple(moved), w, 0, True, length.real + 0j, False)[1]))
    assert slopes[0].imag / 1e-20 == pytest.approx((slopes[1] - slopes[2]).real / 2e-6, abs=1e-8)
    pulled = step[:3] @ (ends[:3] - places[0]).real / np.linalg.norm(ends[:3] - places[0])
    pulled += step[3:] @ (ends[3:] - places[3]).real / np.linalg.norm(ends[3:] - places[3])
    assert slopes[0].imag / 1e-20 == pytest.approx(pulled, abs=1e-9)


def total(w: np.ndarray, ends: np.ndarray, length: complex) -> complex:
    """The length from end to end."""
    gaps = ends[:3] - w[START : START + 3], ends[3:] - w[END : END + 3]
    return length + sum(np.sqrt(np.sum(gap * gap)) for gap in gaps)


def test_a_muscle_goes_on_where_it_touches_a_ring_twice() -> None:
    one = flown(of_shape("torus", 89)[88])
    assert one.completed and one.flips == 0
    assert one.rate < RIGHT and one.jump < GOES_ON
