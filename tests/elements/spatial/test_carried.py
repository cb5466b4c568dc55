"""A body that a joint carries in a tree satisfies its equations, and its values are what the joint measures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from spatial_cases import CASES, Case
from spatial_tables import Place, Table, at, driver, matrix, parameters

from linkwork.elements.spatial.carrier import BALL, HOLD, SCREW, SLIDE, TURN, Primitive
from linkwork.places.spatial.rotation import parameters_of

CARRIED = [
    pytest.param(case, id=f"{kind}-{number}")
    for kind, cases in CASES.items()
    for number, case in enumerate(cases, 1)
    if case[1].freedoms is not None
]


def frame(axes: Any) -> tuple[NDArray, NDArray]:
    s, f, g, h = (np.asarray(vector, float) for vector in axes)
    return s, np.column_stack([f, g, h])


def walked(place: tuple[NDArray, NDArray], motion: Primitive, values: NDArray) -> tuple[NDArray, NDArray]:
    """Position and matrix of what is behind a motion."""
    r, a = place
    (s, before), (t, after) = frame(motion.before), frame(motion.after)
    point, axes = r + a @ s, a @ before
    turn, slide = np.eye(3), np.zeros(3)
    if motion.kind in (TURN, SCREW):
        turn = matrix(parameters((0, 0, 1), values[0]))
    if motion.kind == BALL:
        turn = matrix(parameters(values, float(np.linalg.norm(values))))
    if motion.kind in (SLIDE, SCREW):
        slide = np.array([0, 0, values[0] * (motion.pitch if motion.kind == SCREW else 1.0)])
    behind = axes @ turn @ after.T
    return point + axes @ slide - behind @ t, behind


def carried(table: Table, values: NDArray) -> list[Place]:
    """The two bodies, the second where the joint carries it."""
    first = at() if table.bodies[0] == "ground" else at((0.3, 0.1, -0.4), parameters((1, 2, 3), 0.7))
    place = first.r, matrix(first.p)
    left = list(values)
    for motion in table.element.carry(table.row, table.numbers()):
        count = {BALL: 3, HOLD: 0}.get(motion.kind, 1)
        place = walked(place, motion, np.array([left.pop(0) for _ in range(count)]))
    assert not left
    return [first, Place(place[0], np.array(parameters_of(tuple(map(tuple, place[1])))))]


@pytest.mark.parametrize("case", CARRIED)
def test_a_carried_body_satisfies_the_equations(case: Case) -> None:
    table = Table(*case)
    assert 6 - len(table.element.equations) == len(table.element.freedoms or ())
    if table.element.kernel == "screw":
        table.memory[0] = -table.row.floats[26]  # its turns count from the angle zero, not from the drawn one
    for values in np.random.default_rng(8).uniform(-0.7, 0.7, size=(10, len(table.element.freedoms or ()))):
        rows = table.rows(carried(table, values), np.zeros(12))
        assert np.allclose(rows.phi, 0.0, atol=1e-13)


@pytest.mark.parametrize("case", CARRIED)
def test_the_values_of_a_carried_body_are_what_the_joint_measures(case: Case) -> None:
    table = Table(*case)
    freedoms = table.element.freedoms or ()
    drawn = case[0]
    drawn.joints["carrying"] = case[1]
    angles = [name for name in freedoms if "angle" in name]
    lengths = [name for name in freedoms if name in ("x", "y", "position")]
    for values in np.random.default_rng(8).uniform(-0.7, 0.7, size=(10, len(freedoms))):
        places = dict(zip(table.bodies, carried(table, values), strict=True))
        for kind, names in (("angle", angles), ("position", lengths)):
            for name in names:
                value = float(values[freedoms.index(name)])
                drive = Table(drawn, driver(type=kind, joint="carrying", freedom=name, value=value))
                rows = drive.rows([places[body] for body in drive.bodies], np.zeros(12))
                assert abs(rows.phi[0]) < 1e-13
