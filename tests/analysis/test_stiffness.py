"""Stiffness of a body: closed forms in the plane and in space, bodies in series, points off the origin, maps, words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError

UNIT = {"mass": 1, "inertia": [1, 1, 1]}
TURN = (0.3, -0.5, 0.4)


def block(**more: Any) -> lw.Planar:
    """A block on three free springs: two upright ones 2b apart, and one level through its centre."""
    m = lw.Planar("block on springs")
    m.parameters(k=1000, h=300, b=0.2, turn=0.0, **more)
    body = m.body("block", estimate=(0, 0, "turn"))
    m.mass("block", mass=1, inertia=0.1)
    for name, x in (("left", "-b"), ("right", "b")):
        foot = (f"{x}*cos(turn)", f"{x}*sin(turn) - 0.5")
        m.spring(name, m.ground.at(*foot), body.at(x, 0), stiffness="k", free_length=0.5)
    m.spring("level", m.ground.at(-1, 0), body.at(0, 0), stiffness="h", free_length=1)
    return m


def test_a_block_on_springs_has_the_stiffness_of_its_springs() -> None:
    found = block().stiffness("block")
    np.testing.assert_allclose(found.matrix, np.diag([300, 2000, 2000 * 0.04]), atol=1e-9)
    np.testing.assert_allclose(found.compliance, np.diag([1 / 300, 1 / 2000, 1 / 80]), atol=1e-12)
    assert found.names == ("block.x", "block.y", "block.angle") and not found.singular
    assert "softest in block.angle (80 N m" in found.words() and "block.y" in found.text()


def test_another_point_of_the_body_feels_its_rotation() -> None:
    """K of the point is T' K T with T the motion of the origin for that of the point; here turned by 0.3 rad."""
    m = block()
    m.set(turn=0.3)
    whole = m.stiffness("block").matrix
    x, y = 0.1 * np.cos(0.3) - 0.05 * np.sin(0.3), 0.1 * np.sin(0.3) + 0.05 * np.cos(0.3)
    back = np.array([[1, 0, y], [0, 1, -x], [0, 0, 1]])
    found = m.stiffness("block", point=(0.1, 0.05)).matrix
    np.testing.assert_allclose(found, back.T @ whole @ back, atol=1e-9)


def test_bodies_in_series_are_softer_than_each() -> None:
    """The middle body follows in equilibrium: 1/K = 1/K1 + 1/K2."""
    m = lw.Spatial("two bushings in series")
    m.body("middle", estimate=(0, 0, 0), mass=UNIT)
    m.body("end", estimate=(0, 0, 0), mass=UNIT)
    first, second = (100, 200, 300, 1, 2, 3), (400, 100, 600, 2, 2, 5)
    m.bushing("one", "ground", "middle", at=(0, 0, 0), axis=(0, 0, 1), x=(1, 0, 0), stiffness=first)
    m.bushing("two", "middle", "end", at=(0, 0, 0), axis=(0, 0, 1), x=(1, 0, 0), stiffness=second)
    expected = 1 / (1 / np.array(first) + 1 / np.array(second))
    np.testing.assert_allclose(m.stiffness("end").matrix, np.diag(expected), atol=1e-9)


def test_rotations_are_about_the_axes_of_the_world() -> None:
    """A bushing at the origin of a body that is drawn askew: its stiffness stands in the axes of the world."""
    m = lw.Spatial("askew")
    m.body("b", estimate=(0, 0, 0), orientation=lw.orient.vector(*TURN), mass=UNIT)
    stiff = (100, 200, 300, 1, 2, 3)
    m.bushing("mount", "ground", "b", at=(0, 0, 0), axis=(0, 0, 1), x=(1, 0, 0), stiffness=stiff)
    found = m.stiffness("b")
    np.testing.assert_allclose(found.matrix, np.diag(stiff), atol=1e-9)
    off = m.stiffness("b", point=(0.1, 0.0, -0.2))
    x, y, z = lw.orient.matrices(lw.orient.from_vectors([TURN]))[0] @ [0.1, 0.0, -0.2]
    back = np.eye(6)
    back[:3, 3:] = -np.array([[0, z, -y], [-z, 0, x], [y, -x, 0]])
    np.testing.assert_allclose(off.matrix, back.T @ np.diag(stiff) @ back, atol=1e-8)


def test_it_is_the_stiffness_of_the_linear_model() -> None:
    """A21 = -M^-1 K about the same position."""
    m = block()
    model = m.linearise(m.assemble())
    names = [name for name in model.states if not name.endswith("rate")]
    order = [names.index(name) for name in ("block.x", "block.y", "block.angle")]
    lower = model.A[3:, :3][np.ix_(order, order)]
    np.testing.assert_allclose(-np.diag([1, 1, 0.1]) @ lower, m.stiffness("block").matrix, atol=1e-8)


def test_a_direction_that_nothing_holds_is_named() -> None:
    m = block()
    m.set(h=0)
    found = m.stiffness("block")
    assert found.singular and "nothing holds 'block' against a small motion in block.x" in found.words()
    with pytest.raises(LinkworkError, match="its compliance is infinite there"):
        _ = found.compliance


def test_a_map_marks_what_is_singular_and_gives_the_parameters_back(tmp_path: Path) -> None:
    m = block()
    found = m.stiffness_map("block", {"h": [0, 100, 200], "b": [0.0, 0.1]}, progress=False)
    np.testing.assert_array_equal(found.singular, [[True, True], [True, False], [True, False]])
    np.testing.assert_allclose(found.measure("softest"), [[0, 0], [0, 20], [0, 20]], atol=1e-9)
    np.testing.assert_allclose(found.measure("softest", length=0.01)[1:, 1], [0.01, 0.02], rtol=1e-9)
    np.testing.assert_allclose(found.measure("isotropy")[2, 1], 20 / 2000, rtol=1e-9)
    np.testing.assert_allclose(found.measure("compliance")[2, 1], (1 / 20 + 1 / 200 + 1 / 2000) / 3, rtol=1e-9)
    assert found.words().startswith("4 of 6 positions singular")
    assert m.stiffness("block").softest() == pytest.approx(80)
    found.plot(path=tmp_path / "map.png")
    m.stiffness_map("block", {"h": [0, 100, 200]}, progress=False).plot("stiffest", path=tmp_path / "curve.png")
    assert (tmp_path / "map.png").stat().st_size > 5000 and (tmp_path / "curve.png").stat().st_size > 5000


def test_a_position_that_fails_is_kept_with_its_reason() -> None:
    m = block(low=1.0)
    m.spring("odd", m.ground.at(0, -1), {"block": (0, 0)}, stiffness="sqrt(low)", free_length=1)
    found = m.stiffness_map("block", {"low": [1.0, -1.0]}, progress=False)
    assert found.found[0] is not None and found.found[1] is None
    assert np.isnan(found.measure()[1]) and len(found.failed) == 1 and "1 failed" in found.words()


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda m: m.stiffness("blok"), "there is no body 'blok'"),
        (lambda m: m.stiffness("block", point=(1, 2, 3)), "the point needs 2 coordinates"),
        (lambda m: m.stiffness_map("block", {}), "one or two parameters; found 0"),
        (lambda m: m.stiffness_map("block", {"q": [1]}), "there is no parameter 'q'"),
        (lambda m: m.stiffness_map("block", {"b": [0.1]}, progress=False).measure("x"), "there is no measure 'x'"),
    ],
)
def test_a_bad_question_is_answered_in_words(ask: Any, words: str) -> None:
    with pytest.raises(LinkworkError, match=words):
        ask(block())


def test_a_body_that_joints_hold_is_refused() -> None:
    m = lw.Planar("pendulum")
    rod = m.body("rod", estimate=(0, 0, 0))
    m.revolute("O", m.ground, rod)
    m.torsion_spring("coil", m.ground, rod, stiffness=5)
    with pytest.raises(LinkworkError, match="joints hold body 'rod', which can move in 1 of 3 directions only"):
        m.stiffness("rod")


def test_a_ball_that_rolls_between_two_springs_is_a_link_in_their_chain() -> None:
    """A plate on a mount, tied by a spring to a ball that rolls on the floor and is tied to the ground by another."""
    m = lw.Spatial("plate and ball")
    plate, ball = m.body("plate", (1, 0, 0.1), mass=UNIT), m.body("ball", (0, 0, 0.1), mass=UNIT)
    m.bushing("mount", m.ground, plate, at=(1, 0, 0.1), axis=(0, 0, 1), stiffness=(1e3, 1e3, 1e3, 50, 50, 50))
    m.rolling_sphere("floor", m.ground.frame(axis=(0, 0, 1)), ball.at(0, 0, 0), radius=0.1)
    m.spring("near", plate.at(0, 0, 0), ball.at(0, 0, 0), stiffness=100, free_length=1)
    m.spring("far", m.ground.at(-1, 0, 0.1), ball.at(0, 0, 0), stiffness=300, free_length=1)
    found = m.stiffness("plate")
    np.testing.assert_allclose(found.matrix, np.diag([1e3 + 75, 1e3, 1e3, 50, 50, 50]), atol=1e-8)
    assert any("'floor' rolls" in note for note in found.notes)
    with pytest.raises(LinkworkError, match="joints hold body 'ball', which can move in 3 of 6 directions only"):
        m.stiffness("ball")
