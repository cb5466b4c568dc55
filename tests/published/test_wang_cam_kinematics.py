"""Wang 1996, 2.4.2 and appendix D.3: a cam of an arc, three lines and four corners under a round follower.

Cam of figure 4.4-1: arc about (15, 0) from (15, -20) to (15, 20), corners (-35, 10), (-35, -10); follower of radius 5
on the x axis. The follower's place is where the gap vanishes, found with the pair kernel alone and by `kinematics`, in
which the driven cam pushes the follower. The reference values were computed with the thesis's own matrices after its
printed errors were mended (the figures give no numbers): the table holds to 1e-5, the transition angles to 1e-4
degrees.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from linkwork.elements.contact_point_layout_kernel import FIRST, GAP, INSIDE, SECOND, TRANSIT
from linkwork.run.run import Run
from profile_bench import ACCEPT, POSITION, ROWS, Bench
from published.wang_cam import CAM, FOLLOWER
from published.wang_cam import cam as mechanism

TABLE = {  # degrees: element, coordinates on cam and follower, place, its rate by the cam's angle
    0: (0, 0.50000, 0.50000, 40.00000, 0.0),
    20: (0, 0.67690, 0.56579, 38.56333, -8.08575),
    40: (0, 0.84825, 0.62603, 34.55656, -14.44505),
    60: (1, 1.59525, 0.70407, 28.82770, -21.51275),
    80: (2, 2.19961, 0.61839, 23.26021, -9.07342),
    100: (2, 2.35567, 0.50728, 21.67554, -0.49565),
    120: (2, 2.50915, 0.39617, 22.87623, 7.73876),
    140: (2, 2.70574, 0.28506, 27.76271, 22.23422),
    160: (3, 3.35213, 0.32788, 40.59613, 24.37442),
    180: (4, 4.50000, 0.50000, 40.00000, 0.0),
}
TRANSITIONS = (59.0362, 60.6221, 157.5010, 165.9638, 194.0362, 202.4990, 299.3779, 300.9638)


class Follower:
    """The follower on the cam, moved with the cam's angle; the contact goes from element to element."""

    def __init__(self) -> None:
        self.bench = Bench(CAM, FOLLOWER)
        self.x = 40.0
        self.bench.run(ACCEPT, self.place(0.0))
        self.bench.close(0)

    def place(self, theta: float) -> list[float]:
        return [0.0, 0.0, -theta, self.x, 0.0, 0.0]

    def at(self, theta: float) -> np.ndarray:
        """Let the gap vanish, with the elements of the contact frozen."""
        for _ in range(20):
            point = self.bench.run(POSITION, self.place(theta))[0]
            step = point[GAP] / point[ROWS + 3]
            self.x -= step
            if abs(step) < 1e-13 * self.x:
                break
        return self.bench.run(POSITION, self.place(theta))[0]

    def leaves(self, low: float, high: float) -> float:
        """Where between two angles the contact leaves its element."""
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (low, middle) if self.at(middle)[INSIDE] < 0.0 else (middle, high)
        return high


def turned_to(degrees: float) -> Follower:
    follower = Follower()
    for theta in np.linspace(0.0, math.radians(degrees), 1 + round(degrees)):
        while follower.at(theta)[INSIDE] < 0.0:
            follower.at(follower.leaves(theta - math.radians(1.0), theta))
            follower.bench.run(TRANSIT, follower.place(theta), t=0.0)
            follower.at(theta)
    return follower


@pytest.mark.parametrize("degrees", TABLE)
def test_follower_of_the_cam_stands_where_the_thesis_has_it(degrees: int) -> None:
    follower = turned_to(degrees)
    point = follower.at(math.radians(degrees))
    element, cam, roller, x, rate = TABLE[degrees]
    assert follower.bench.elements() == (element, 0)
    assert point[FIRST] == pytest.approx(cam, abs=1e-5)
    assert point[SECOND] == pytest.approx(roller, abs=1e-5)
    assert follower.x == pytest.approx(x, abs=1e-5)
    assert point[ROWS + 2] / point[ROWS + 3] == pytest.approx(rate, abs=1e-5)


def test_contact_goes_round_the_cam_at_the_angles_of_the_thesis() -> None:
    follower = Follower()
    found, elements = [], []
    step = math.radians(0.5)
    for theta in step * np.arange(1, 721):
        follower.at(theta)
        if follower.at(theta)[INSIDE] < 0.0:
            angle = follower.leaves(theta - step, theta)
            found.append(math.degrees(angle))
            follower.at(angle)
            follower.bench.run(TRANSIT, follower.place(angle), t=0.0)
            elements.append(follower.bench.elements()[0])
    assert elements == [1, 2, 3, 4, 5, 6, 7, 0]
    assert found == pytest.approx(TRANSITIONS, abs=1e-4)


def test_coordinates_mirror_over_the_second_half_turn() -> None:
    for degrees in (80, 120, 160):
        ahead = turned_to(degrees).at(math.radians(degrees))
        back = turned_to(360 - degrees).at(math.radians(360 - degrees))
        assert back[FIRST] == pytest.approx(9.0 - ahead[FIRST], abs=1e-9)
        assert back[SECOND] == pytest.approx(1.0 - ahead[SECOND], abs=1e-9)


@cache
def turned() -> Run:
    """One turn and a little more in kinematics, a row every degree."""
    until = math.radians(370.0) / 0.5
    return mechanism(driven=True).kinematics(until, 371, hold={"follower.x": 40.0}, progress=False)


@pytest.mark.parametrize("degrees", TABLE)
def test_driven_cam_moves_the_follower_in_kinematics(degrees: int) -> None:
    run = turned()
    _, cam, roller, x, rate = TABLE[degrees]
    assert run["C.first"][degrees] == pytest.approx(cam, abs=1e-5)
    assert run["C.second"][degrees] == pytest.approx(roller, abs=1e-5)
    assert run["follower.x"][degrees] == pytest.approx(x, abs=1e-5)
    assert run["follower.vx"][degrees] / 0.5 == pytest.approx(rate, abs=1e-5)


def test_kinematics_passes_all_elements_and_the_coordinate_wraps() -> None:
    run = turned()
    assert [contact_event.kind for contact_event in run.touches] == ["closes"] + 8 * ["moves"]
    assert [contact_event.after for contact_event in run.touches[1:]] == [1, 2, 3, 4, 5, 6, 7, 0]
    assert [math.degrees(0.5 * contact_event.t) for contact_event in run.touches[1:]] == pytest.approx(
        TRANSITIONS, abs=1e-4
    )
    assert run["C.first"][360] == pytest.approx(0.5, abs=1e-9)


def test_accelerations_in_kinematics_are_those_of_the_closed_form() -> None:
    """Constant speed: appendix C at A, and the line E-F where rho = 40 / cos(angle)."""
    run = turned()
    assert run["follower.ax"][0] == pytest.approx(-6.0, abs=1e-8)
    assert run["follower.ax"][180] == pytest.approx(10.0, abs=1e-8)
