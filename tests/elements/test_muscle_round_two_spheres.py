"""The way round two spheres passed on opposite sides, against a minimisation over a point of it between them."""

import numpy as np
import pytest
from scipy.optimize import minimize

import linkwork as lw

RADIUS = 0.05


def round_one(start, end, centre):
    """The length from a point to another round one sphere, in closed form."""
    p, q = start - centre, end - centre
    far, off = np.linalg.norm(p), np.linalg.norm(q)
    arc = np.arccos(np.clip(p @ q / far / off, -1, 1)) - np.arccos(RADIUS / far) - np.arccos(RADIUS / off)
    if arc < 0:
        return float(np.linalg.norm(end - start))
    return float(np.sqrt(far**2 - RADIUS**2) + np.sqrt(off**2 - RADIUS**2) + RADIUS * arc)


def shortest(first, last, centres):
    """Over points halfway between the spheres, from both sides of the plane."""
    first, last, centres = np.array(first), np.array(last), np.array(centres)
    middle = centres.mean(axis=0)

    def total(x):
        between = middle + np.array((0.0, *x))
        return round_one(first, between, centres[0]) + round_one(between, last, centres[1])

    options = {"xatol": 1e-10, "fatol": 1e-15, "maxiter": 4000}
    return min(minimize(total, (0.0, z), method="Nelder-Mead", options=options).fun for z in (0.02, -0.02))


@pytest.mark.parametrize("aside", [0.0, 1e-12, 1e-7, 1e-4, -1e-4, 1e-2])
def test_two_spheres_on_opposite_sides(aside):
    first, last, centres = (-0.15, -0.02, aside), (0.45, 0.02, 0.0), ((0.0, -0.03, 0.0), (0.3, 0.03, 0.0))
    m = lw.Spatial("string")
    hand = m.body("hand", last, mass={"mass": 1.0, "inertia": (0.01, 0.01, 0.01)})
    spheres = [{"round": {"ground": list(at)}, "shape": "sphere", "radius": RADIUS} for at in centres]
    path = [m.ground.at(*first), *spheres, hand.at(0, 0, 0)]
    m.muscle("band", path, strength=1, optimal_length=0.4, tendon="stiff", activation=0.5, excitation=0.5)
    run = m.simulate(until=0.01, points=3, progress=False)
    assert run.completed
    assert run["band.length"][0] == pytest.approx(shortest(first, last, centres), abs=1e-9)


@pytest.mark.parametrize(
    ("height", "aside", "speed", "until"),
    [
        *((0.05, 0.0, 1.0, until) for until in (0.06, 0.1, 0.2)),
        (0.05, 1e-7, 1.0, 0.2),
        (0.03, 0.0, -1.0, 0.2),
        (0.0, 0.0, 1.0, 0.2),
    ],
)
def test_a_way_in_a_plane_is_left_where_it_is_no_longer_the_shortest(height, aside, speed, until):
    """Also one that passes the middle of a sphere, and one that starts with all in one line; no length jumps far.

    At 0.0533 s every side of the second sphere is as good for a moment; how long the run is does not matter.
    """
    first, last = (-0.15, -0.02 if height else 0.0, 0.0), (0.45, 0.02 if height else 0.0, aside)
    centres = (0.0, -height, 0.0), (0.3, height, 0.0)
    m = lw.Spatial("string")
    hand = m.body("hand", last, mass={"mass": 1.0, "inertia": (0.01, 0.01, 0.01)})
    spheres = [{"round": {"ground": list(at)}, "shape": "sphere", "radius": RADIUS} for at in centres]
    path = [m.ground.at(*first), *spheres, hand.at(0, 0, 0)]
    m.muscle("band", path, strength=1e-9, optimal_length=0.4, tendon="stiff")
    points = 1 + round(1000 * until)
    run = m.simulate(until=until, points=points, speeds={"hand.vy": speed}, progress=False)
    assert run.completed and np.all(np.isfinite(run["band.length"]))
    beside = np.diff(run["band.length"]) - 0.5 * np.diff(run.t) * (run["band.speed"][1:] + run["band.speed"][:-1])
    assert np.abs(beside).max() < 4e-4  # a rate turns over within a row where the way does
