"""Screws, gears and drivers count whole turns, forwards and backwards; only accepted positions count."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from spatial_tables import Place, Table, at, drawing, driver, joint, parameters

from linkwork.mechanism.spatial.spatial import Spatial

Z = (0, 0, 1)
FORTH = np.arange(0.0, 40.0, 0.7)
COURSE = np.concatenate([FORTH, FORTH[::-1], -FORTH, -FORTH[::-1]])


def wheels() -> Spatial:
    """Two wheels on the ground, three metres apart, and the arm of a planetary gear."""
    drawn = drawing(first=((0, 0, 0), (0, 0, 0)), second=((3, 0, 0), (0, 0, 0)), arm=((0, 0, 0), (0, 0, 0)))
    drawn.joint("A", kind("revolute"), between=("ground", "first"), at=(0, 0, 0), axis=Z)
    drawn.joint("B", kind("revolute"), between=("ground", "second"), at=(3, 0, 0), axis=Z)
    drawn.joint("C", kind("revolute"), between=("arm", "second"), at=(3, 0, 0), axis=Z)
    return drawn


def kind(name: str) -> type:
    from linkwork.elements.spatial.catalogue import ELEMENTS

    return next(element for element in ELEMENTS if element.model_fields["type"].default == name)


def turned(angle: float, *position: float) -> Place:
    return at(position or (0, 0, 0), parameters(Z, angle))


def phi(table: Table, places: list[Place]) -> float:
    return float(np.max(np.abs(table.rows(places, np.zeros(table.columns)).phi)))


def test_a_screw_advances_by_its_pitch_over_many_turns_and_back() -> None:
    drawn = drawing(nut=((0, 0, 0), (0, 0, 0)))
    table = Table(drawn, joint(type="screw", between=["ground", "nut"], at=[0, 0, 0], axis=list(Z), pitch=0.02))
    for angle in COURSE:
        places = [at(), turned(angle, 0, 0, 0.02 * angle)]
        assert phi(table, places) < 1e-14
        table.accept(places)


def test_a_lead_is_the_advance_of_a_whole_turn_and_a_negative_one_is_left_handed() -> None:
    drawn = drawing(nut=((0, 0, 0), (0, 0, 0)))
    table = Table(drawn, joint(type="screw", between=["ground", "nut"], at=[0, 0, 0], axis=list(Z), lead=-0.005))
    for turns in np.arange(0.0, 5.0, 0.25):
        places = [at(), turned(2 * np.pi * turns, 0, 0, -0.005 * turns)]
        assert phi(table, places) < 1e-14
        table.accept(places)


def test_a_screw_begins_at_its_zero() -> None:
    drawn = drawing(nut=((0, 0, 0), (0, 0, 0)))
    fields = {"between": ["ground", "nut"], "at": [0, 0, 0], "axis": list(Z)}
    table = Table(drawn, joint(type="screw", **fields, pitch=0.1, zero=0.5))
    assert phi(table, [at(), turned(0.5)]) < 1e-15
    assert abs(phi(table, [at(), turned(0.0)]) - 0.05) < 1e-15


def test_rejected_positions_do_not_spoil_the_count() -> None:
    drawn = drawing(nut=((0, 0, 0), (0, 0, 0)))
    table = Table(drawn, joint(type="screw", between=["ground", "nut"], at=[0, 0, 0], axis=list(Z), pitch=0.02))
    random = np.random.default_rng(5)
    for angle in COURSE:
        for guess in random.uniform(-10, 10, size=3):
            table.rows([at(), turned(angle + guess, 0, 0, 0.3)], np.zeros(12))
        places = [at(), turned(angle, 0, 0, 0.02 * angle)]
        assert phi(table, places) < 1e-14
        table.accept(places)


@pytest.mark.parametrize("ratio", [-2.5, 0.3, 1.0])
def test_gears_count_the_turns_of_both_wheels(ratio: float) -> None:
    table = Table(wheels(), joint(type="gear", joints=["A", "B"], ratio=ratio))
    assert set(table.bodies) == {"first", "second"}
    for before, angle in pairwise(COURSE):
        for part in np.linspace(before, angle, 4):
            now = {"first": turned(part), "second": turned(ratio * part, 3, 0, 0)}
            places = [now[name] for name in table.bodies]
            assert phi(table, places) < 1e-12
            table.accept(places)


def test_a_coupler_binds_angles_against_different_bodies() -> None:
    """The first wheel's axis stands in the ground, the second's in the arm: three bodies, and no gear."""
    table = Table(wheels(), joint(type="coupler", of=[{"joint": "C"}, {"joint": "A", "factor": 2}]))
    assert set(table.bodies) == {"first", "second", "arm"}
    for angle in np.arange(0.0, 15.0, 0.3):
        centre = 3 * np.cos(0.5 * angle), 3 * np.sin(0.5 * angle), 0.0
        now = {"first": turned(angle), "arm": turned(0.5 * angle), "second": turned(-1.5 * angle, *centre)}
        places = [now[name] for name in table.bodies]
        assert phi(table, places) < 1e-12
        table.accept(places)


def test_an_angle_drive_follows_its_function_through_any_turn() -> None:
    table = Table(wheels(), driver(type="angle", joint="A", value="3*t - 50"))
    for t in np.linspace(0, 40, 57):
        rows = table.rows([at(), turned(3 * t - 50)], np.zeros(12), t)
        assert abs(rows.phi[0]) < 1e-12
        assert np.allclose(rows.jacobian[0, 6:], [0, 0, 0, 0, 0, 1], atol=1e-14)


def test_what_starts_with_a_jerk_and_comes_to_rest_has_made_no_turn() -> None:
    """The first acceleration, 85 rad/s2 for a moment, says nothing of a second in which the body hardly moves."""
    m = Spatial("pushed against a stiff spring")
    m.body("wheel", (0, 0, 0), mass={"mass": 1.0, "inertia": (1, 1, 1)})
    m.revolute("h", m.ground, "wheel", at=(0, 0, 0), axis=(0, 1, 0))
    m.joint_spring("spring", "h", stiffness=6800, damping=100)
    m.actuator("push", "h", force="85")
    coarse = m.simulate(4, 5, progress=False)
    assert coarse["h.alpha"][0] == pytest.approx(85.0)
    np.testing.assert_allclose(coarse["h.angle"], [0.0, *[85.0 / 6800.0] * 4], atol=1e-6)
    np.testing.assert_allclose(coarse["wheel.ry"], coarse["h.angle"], atol=1e-9)
