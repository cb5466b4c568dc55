"""All positions of rest of linkages with springs, by homotopy: against closed forms, dense scans and Euler's number."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def rod(stiffness: float = 100.0, free_length: float = 0.4) -> lw.Planar:
    m = lw.Planar("rod")
    arm = m.body("arm")
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.mass("arm", mass=2, inertia=0.2, center=(0.3, 0.1))
    m.set_gravity(0, -9.81)
    m.spring("s", m.ground.at(0.5, 0.3), arm.at(0.6, 0), stiffness=stiffness, free_length=free_length)
    return m


def double_pendulum() -> lw.Planar:
    m = lw.Planar("double pendulum")
    a, b = m.body("a"), m.body("b", estimate=(0.5, 0, 0.3))
    m.revolute("O", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("A", a.at(0.5, 0), b.at(0, 0))
    m.mass("a", mass=1, inertia=0.1, center=(0.25, 0))
    m.mass("b", mass=1, inertia=0.1, center=(0.2, 0))
    m.set_gravity(0, -9.81)
    m.spring("s", m.ground.at(0.3, 0.6), b.at(0.4, 0), stiffness=40, free_length=0.25)
    m.spring("s2", m.ground.at(-0.6, 0.1), a.at(0.4, 0.1), stiffness=60, free_length=0.25)
    return m


def slopes_of_zero(slope: np.ndarray, angles: np.ndarray) -> list[float]:
    """Where a function on a closed circle changes its sign, by straight lines between dense points."""
    places = []
    for number in np.flatnonzero(np.sign(slope) != np.sign(np.roll(slope, -1))):
        here, there = slope[number], slope[(number + 1) % len(slope)]
        places.append(angles[number] + (angles[1] - angles[0]) * here / (here - there))
    return places


@pytest.mark.parametrize(("stiffness", "free_length"), [(100.0, 0.4), (100.0, 0.0), (15.0, 0.9), (400.0, 0.62)])
def test_a_rod_against_a_dense_scan_of_its_energy(stiffness: float, free_length: float) -> None:
    rests = rod(stiffness, free_length).equilibria()
    assert rests.verdict == "complete", rests.text()
    angles = np.linspace(-np.pi, np.pi, 200_001)[:-1]
    turn = np.exp(1j * angles)
    way = 0.6 * turn - (0.5 + 0.3j)
    pull = stiffness * (1.0 - free_length / np.abs(way)) * (np.conj(way) * 0.6j * turn).real
    slope = 2 * 9.81 * ((0.3 + 0.1j) * 1j * turn).imag + pull
    expected = sorted(slopes_of_zero(slope, angles))
    ours = sorted((rest["arm.angle"] + np.pi) % (2 * np.pi) - np.pi for rest in rests)
    assert ours == pytest.approx(expected, abs=1e-8)  # the scan's own error: steps of 3e-5 rad, squared
    assert len(rests.stable) == len(rests) // 2, "on a circle minima and maxima take turns"
    assert {rest.method for rest in rests} == {"homotopy"}


def test_a_shallow_truss_has_three_positions_in_closed_form() -> None:
    m = lw.Planar("truss")
    block = m.body("block", estimate=(0, 0.3, 0))
    m.translational("guide", m.ground.line((0, 0), (0, 1)), block.line((0, 0), (0, 1)))
    m.spring("left", m.ground.at(-0.4, 0), block.at(0, 0), stiffness=1000, free_length=0.5)
    m.spring("right", m.ground.at(0.4, 0), block.at(0, 0), stiffness=1000, free_length=0.5)
    rests = m.equilibria()
    assert sorted(rest["block.y"] for rest in rests) == pytest.approx([-0.3, 0.0, 0.3], abs=1e-12)
    assert [rest.stable for rest in sorted(rests, key=lambda rest: rest["block.y"])] == [True, False, True]
    assert "dropped, in which a spring has a negative length" in rests.text()


def test_two_freedoms_obey_eulers_number_of_the_torus() -> None:
    """Least points less saddles plus greatest ones are 0; where the spring loses its length it is a greatest one.

    It is one there if its push, k l0 in any direction, is more than what all others pull with.
    """
    rests = double_pendulum().equilibria()
    assert rests.verdict == "numerically complete", rests.text()
    ordinary = [rest for rest in rests if not rest.kinks]
    assert len(ordinary) == 5
    signs = [(-1) ** int(np.sum(rest.stiffness < 0.0)) for rest in ordinary]
    assert sum(signs) + sum(_pull_without_the_spring(a, b) < 40 * 0.25 for a, b in _at_the_spring()) == 0


def _at_the_spring() -> list[tuple[float, float]]:
    """Angles of both links with the end of the second one at the spring's foot."""
    foot = 0.3 + 0.6j
    inside = np.arccos((0.5**2 + abs(foot) ** 2 - 0.4**2) / (2 * 0.5 * abs(foot)))
    firsts = [float(np.angle(foot) + side * inside) for side in (1, -1)]
    return [(first, float(np.angle(foot - 0.5 * np.exp(1j * first)))) for first in firsts]


def _pull_without_the_spring(a: float, b: float) -> float:
    """Force at the end of the second link that holds weights and the other spring."""
    u, v = np.exp(1j * a), np.exp(1j * b)
    way = (0.4 + 0.1j) * u - (-0.6 + 0.1j)
    other = 60 * (1 - 0.25 / abs(way)) * (np.conj(way) * (0.4 + 0.1j) * 1j * u).real
    torques = [9.81 * (0.75 * u).real + other, 9.81 * (0.2 * v).real]
    moves = np.array([[(0.5j * u).real, (0.5j * u).imag], [(0.4j * v).real, (0.4j * v).imag]])
    return float(np.linalg.norm(np.linalg.solve(moves, torques)))


def test_constant_forces_and_torques_are_polynomials_too() -> None:
    m = lw.Planar("held arm")
    arm = m.body("arm")
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.mass("arm", mass=1, inertia=0.1)
    m.force("push", arm.at(0.5, 0), x=3, y=4, torque=1.5)
    m.force("tangential", arm.at(0.5, 0.2), x=0.4, y=1, follows=True)
    rests = m.equilibria()
    # torque of the push 0.5 |F| sin(direction - angle), of the one that follows 0.5 * 1 - 0.2 * 0.4
    lever = np.arcsin((1.5 + 0.42) / 2.5)
    expected = sorted([np.arctan2(4, 3) + lever, np.arctan2(4, 3) + np.pi - lever])
    assert sorted(rest["arm.angle"] % (2 * np.pi) for rest in rests) == pytest.approx(expected, abs=1e-12)
    assert rests.verdict == "complete"


def test_what_is_no_polynomial_is_searched_and_says_so() -> None:
    m = rod()
    m.torsion_spring("turned", "ground", "arm", stiffness=1)
    rests = m.equilibria()
    assert rests.verdict == "incomplete" and rests.counts == ""
    assert "found from 120 starts, not proven complete" in rests.text()
    assert rests.to_dict()["complete"] is False
