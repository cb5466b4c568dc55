"""What the search of a pair of profiles finds, against densely sampled outlines at random poses.

Outlines are sampled at about 400 points each, at most h apart. The nearest samples are farther apart than the curves,
but by no more than sqrt(gap^2 + h^2) - gap.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.ndimage import minimum_filter

import linkwork as lw
from linkwork.bodies.profile_chain import Chain, chain_of
from linkwork.bodies.profile_polar import PolarNumbers
from linkwork.bodies.profiles import Arc, PolarPolynomial, Profile, Segment, Spline
from linkwork.elements.contact_point_layout_kernel import FIRST, FREE, GAP, INSIDE, NX, TRANSIT, X
from linkwork.functions.sample import CURVE, sample
from profile_bench import ACCEPT, POSITION, Bench

COUNT = 400
SHAPES: dict[str, Profile] = {
    "disc": lw.circle(0.5),
    "square": lw.polygon([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]),
    "ell": lw.polygon([(0, 0), (1.2, 0), (1.2, 0.4), (0.4, 0.4), (0.4, 1.2), (0, 1.2)]),
    "star of the right": lw.polygon(
        [(0.0, 0.8), (0.2, 0.2), (0.8, 0.0), (0.2, -0.2), (0.0, -0.8), (-0.2, -0.2), (-0.8, 0.0), (-0.2, 0.2)],
        material="right",
    ),
    "cam": Profile(
        elements=(
            Arc(center=(0.3, 0), start=(0.3, -0.4), end=(0.3, 0.4)),
            Segment(end=(-0.7, 0.2)),
            Segment(end=(-0.7, -0.2)),
            Segment(),
        )
    ),
    "crescent": Profile(
        elements=(
            Arc(center=(0, 0), start=(0, -0.8), end=(0, 0.8)),
            Arc(center=(-0.6, 0), start=(0, 0.8), end=(0, -0.8), concave=True),
        )
    ),
    "bean": Profile(
        elements=(Spline(points=((0.8, 0), (0.5, 0.45), (0, 0.25), (-0.5, 0.45), (-0.8, 0), (0, -0.3))),), closed=True
    ),
    "heart": Profile(
        elements=(
            PolarPolynomial(
                coefficients=(0.5, 0.3, -0.1),
                orders=(0, 2, 4),
                shift=180,
                scale=180,
                unit="deg",
                **{"from": 0, "to": 180},
            ),
            PolarPolynomial(
                coefficients=(0.5, 0.3, -0.1),
                orders=(0, 2, 4),
                shift=180,
                scale=180,
                unit="deg",
                **{"from": 180, "to": 360},
            ),
        )
    ),
}
PAIRS = list(itertools.combinations_with_replacement(SHAPES, 2))


def chain(name: str) -> Chain:
    mechanism = lw.Planar("x")
    mechanism.body("b", profiles={"p": SHAPES[name]})
    return chain_of(mechanism.scope(), "b", SHAPES[name])


def outline(name: str) -> NDArray:
    """Points all round a closed profile, equally dense."""
    found = []
    pieces = chain(name).pieces
    length = sum(float(piece.length) for piece in pieces)
    for piece in pieces:
        share = np.arange(max(1, round(COUNT * float(piece.length) / length))) + 0.0
        fractions = share / len(share)
        if piece.kind == "point":
            continue
        if isinstance(piece.curve, PolarNumbers):
            found += [piece.curve.value(piece.begin + f * piece.span)[:2] for f in fractions]
        elif piece.curve is not None:
            found += sample(piece.curve.pack({}), piece.begin + fractions * piece.span, CURVE)[:, :2].tolist()
        else:
            found += [piece.at(f) for f in fractions]
    return np.array(found)


OUTLINES = {name: outline(name) for name in SHAPES}


def moved(points: NDArray, q: NDArray) -> NDArray:
    c, s = np.cos(q[2]), np.sin(q[2])
    return q[:2] + points @ np.array([[c, s], [-s, c]])


def distances(pair: tuple[str, str], q: NDArray) -> NDArray:
    one, other = moved(OUTLINES[pair[0]], q[:3]), moved(OUTLINES[pair[1]], q[3:])
    return np.hypot(*(one[:, None] - other[None]).transpose(2, 0, 1))


def overlap(pair: tuple[str, str], q: NDArray) -> bool:
    from matplotlib.path import Path

    one, other = moved(OUTLINES[pair[0]], q[:3]), moved(OUTLINES[pair[1]], q[3:])
    return bool(Path(one).contains_points(other).any() or Path(other).contains_points(one).any())


def apart(pair: tuple[str, str], number: int) -> list[NDArray]:
    """Random poses at which the two bodies do not overlap but are near each other."""
    random = np.random.default_rng(11)
    poses: list[NDArray] = []
    while len(poses) < number:
        q = random.uniform(-3.0, 3.0, 6)
        q[:2], q[3:5] = random.uniform(-0.3, 0.3, 2), random.uniform(-1.8, 1.8, 2)
        if not overlap(pair, q):
            poses.append(q)
    return poses


def local_minima(pair: tuple[str, str], q: NDArray, grid: NDArray) -> list[float]:
    """Distances smaller than all around them, three steps each way, that are not measured through a body."""
    from matplotlib.path import Path

    least = grid <= minimum_filter(grid, size=7, mode="wrap")
    one, other = moved(OUTLINES[pair[0]], q[:3]), moved(OUTLINES[pair[1]], q[3:])
    found = []
    for m, n in np.argwhere(least):
        beside = one[m] + np.outer([1e-3, 1.0 - 1e-3], other[n] - one[m])
        if not Path(one).contains_point(beside[0]) and not Path(other).contains_point(beside[1]):
            found.append(float(grid[m, n]))
    return found


each_pair = pytest.mark.parametrize("pair", PAIRS, ids=["-".join(pair) for pair in PAIRS])


@each_pair
def test_nearest_place_and_all_local_minima_are_found(pair: tuple[str, str]) -> None:
    bench, single = Bench(SHAPES[pair[0]], SHAPES[pair[1]], slots=16), Bench(SHAPES[pair[0]], SHAPES[pair[1]])
    spacing = 3.0 * bench.size / COUNT
    for q in apart(pair, 12):
        grid = distances(pair, q)
        bench.run(ACCEPT, q)
        found = bench.run(POSITION, q)
        gaps = np.sort(found[found[:, GAP] < FREE][:, GAP])
        assert gaps[0] > 0.0
        assert gaps[0] <= grid.min() + 1e-9 <= np.hypot(gaps[0], spacing) + 1e-6
        for distance in local_minima(pair, q, grid):
            assert np.any((gaps <= distance + 1e-9) & (distance <= np.hypot(gaps, 2.0 * spacing)))
        single.memory[:2] = -1.0
        single.run(ACCEPT, q)
        assert single.run(POSITION, q)[0][GAP] == pytest.approx(gaps[0], abs=1e-12)


def is_sharp(pair: tuple[str, str], elements: tuple[int, int]) -> bool:
    """Whether a corner stands before a corner: pushed together, they pass each other by."""
    kinds = [chain(name).pieces[element].kind for name, element in zip(pair, elements, strict=True)]
    return kinds == ["point", "point"]


@each_pair
def test_shallow_penetration_found_late_is_offered_with_its_depth(pair: tuple[str, str]) -> None:
    bench = Bench(SHAPES[pair[0]], SHAPES[pair[1]])
    for q in apart(pair, 6):
        bench.memory[:2] = -1.0
        bench.run(ACCEPT, q)
        point = bench.run(POSITION, q)[0]
        if point[INSIDE] < 0.1 or is_sharp(pair, bench.elements()):
            continue
        depth = 1e-3
        inside = q.copy()
        inside[3:5] -= (point[GAP] + depth) * point[NX : NX + 2]
        bench.memory[:2] = -1.0
        bench.run(ACCEPT, inside)
        found = bench.run(POSITION, inside)[0]
        assert found[GAP] <= -0.5 * depth
        assert found[GAP] >= -2.0 * depth


def test_slots_keep_their_places_while_the_bodies_move() -> None:
    bench = Bench(SHAPES["ell"], SHAPES["star of the right"], slots=6)
    random = np.random.default_rng(3)
    q = np.array([0.0, 0.0, 0.2, 1.6, 1.4, 0.5])
    bench.run(ACCEPT, q)
    before = [bench.elements(slot) for slot in range(6)]
    for _ in range(20):
        q = q + random.normal(scale=1e-4, size=6)
        bench.run(ACCEPT, q)
        after = [bench.elements(slot) for slot in range(6)]
        kept = set(before) & set(after) - {(-1, -1)}
        assert all(before.index(pair) == after.index(pair) for pair in kept)
        before = after


def test_closed_slots_are_left_alone_and_not_offered_twice() -> None:
    bench = Bench(SHAPES["square"], lw.wall((0, -0.5), (-1, 0)), slots=3)
    q = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    bench.run(ACCEPT, q)
    found = bench.run(POSITION, q)
    assert sorted(found[:, X].tolist())[0] == pytest.approx(-0.5)
    assert found[0, GAP] == pytest.approx(0.0, abs=1e-15)
    assert found[1, GAP] == pytest.approx(0.0, abs=1e-15)
    held = [bench.elements(0), bench.elements(1)]
    bench.close(0)
    bench.close(1)
    bench.run(ACCEPT, q)
    assert [bench.elements(0), bench.elements(1)] == held
    assert bench.elements(2) not in held


def test_both_corners_of_a_flat_side_are_candidates_a_little_tilted_too() -> None:
    for tilt in (-1e-3, 0.0, 1e-12, 1e-3):
        bench = Bench(SHAPES["square"], lw.wall((0, -0.6), (-1, 0)), slots=2)
        q = np.array([0.0, 0.0, tilt, 0.0, 0.0, 0.0])
        bench.run(ACCEPT, q)
        found = bench.run(POSITION, q)
        assert found[:, GAP] == pytest.approx([0.1, 0.1], abs=2e-3)
        assert np.all(found[:, INSIDE] > 0.4)


def test_thin_bar_on_the_far_side_of_a_block_is_no_penetration() -> None:
    bar = lw.polygon([(-1, -0.01), (1, -0.01), (1, 0.01), (-1, 0.01)])
    bench = Bench(SHAPES["square"], bar, slots=8)
    for height in (0.52, -0.52, 0.7):
        q = np.array([0.0, 0.0, 0.0, 0.2, height, 0.05])
        bench.memory[:16] = -1.0
        bench.run(ACCEPT, q)
        gaps = bench.run(POSITION, q)[:, GAP]
        if not overlap_of_bar(height, 0.05):
            assert gaps.min() > 0.0


def overlap_of_bar(height: float, tilt: float) -> bool:
    """Whether the tilted bar cuts the square."""
    return abs(height) < 0.5 + 0.01 + 0.7 * np.tan(tilt)


def test_journal_in_its_bearing_has_a_gap_on_its_nearest_side() -> None:
    bench = Bench(lw.circle(0.105, hole=True), lw.circle(0.1))
    for angle in np.linspace(0.0, 6.0, 13):
        for distance in (0.0, 1e-15, 1e-6, 0.003, 0.005):
            q = np.array([0.0, 0.0, 0.3, distance * np.cos(angle), distance * np.sin(angle), 1.0])
            bench.run(ACCEPT, q)
            point = bench.run(1, q, np.array([0.0, 0.0, 0.1, 0.2, 0.1, 3.0]))[0]
            assert point[GAP] == pytest.approx(0.005 - distance, abs=1e-14)
            assert np.all(np.isfinite(point))
            if distance > 1e-12:
                assert point[NX : NX + 2] == pytest.approx([-np.cos(angle), -np.sin(angle)], abs=1e-9)


def test_a_disc_larger_than_the_hole_never_touches_its_wall() -> None:
    bench = Bench(lw.circle(0.1, hole=True), lw.circle(0.2))
    bench.run(ACCEPT, np.zeros(6))
    assert bench.elements() == (-1, -1)
    assert bench.run(POSITION, np.zeros(6))[0][GAP] == FREE


def test_point_in_an_inward_corner_has_two_contacts() -> None:
    bench = Bench(SHAPES["ell"], lw.circle(0.2), slots=2)
    q = np.array([0.0, 0.0, 0.0, 0.62, 0.61, 0.0])
    bench.run(ACCEPT, q)
    found = bench.run(POSITION, q)
    assert sorted(found[:, GAP].tolist()) == pytest.approx([0.01, 0.02])
    assert abs(found[0, NX : NX + 2] @ found[1, NX : NX + 2]) < 1e-12


@pytest.mark.parametrize("name", ["cam", "heart", "square"])
@pytest.mark.parametrize("other", ["disc", "heart", "bean", "cam"])
def test_a_contact_that_goes_round_is_continuous_from_element_to_element(name: str, other: str) -> None:
    """The second body circles the first and turns; at transitions gap, place and normal do not jump."""
    bench = Bench(SHAPES[name], SHAPES[other])
    seen: set[int] = set()
    steps = 0
    for angle in np.linspace(0.0, 2.0 * np.pi, 1441):
        q = np.array([0.0, 0.0, 0.0, 3.0 * np.cos(angle), 3.0 * np.sin(angle), 0.7 + 0.5 * angle])
        if angle == 0.0:
            bench.run(ACCEPT, q)
        point = bench.run(POSITION, q)[0]
        if point[INSIDE] < 0.0:
            before = point
            bench.run(TRANSIT, q, t=0.0)
            if bench.elements() == (-1, -1):
                bench.run(ACCEPT, q)
            else:
                steps += 1
                point = bench.run(POSITION, q)[0]
                assert point[GAP] == pytest.approx(before[GAP], abs=2e-2)
                assert point[NX : NX + 2] @ before[NX : NX + 2] > 0.99
        seen.add(int(bench.run(POSITION, q)[0][FIRST]))
    assert steps > 0
    assert len(seen) >= 2
