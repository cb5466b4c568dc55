"""What a refusal advises beside trees of translation and rotation, or idle rods, leads to a run."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from rodded_in_space import slider_crank

import linkwork as lw
from linkwork.base.errors import AnalysisError

END = 0.2


def crank_with_rod(axial: float = 0.0) -> lw.Spatial:
    return slider_crank("ss", axial)[0]


def bar_with_friction() -> lw.Planar:
    m = lw.Planar("pendulum")
    bar = m.body("bar", mass={"mass": 1, "center": (0.5, 0), "inertia": 0.1})
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.friction("rubs", "O", 0.1, 0.02)
    m.set_gravity(0, -9.81)
    return m


def refused(call: Callable[[], Any]) -> str:
    with pytest.raises(AnalysisError) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize("formulation", ["auto", "trees", "projection", "joint"])
def test_an_idle_rod_beside_own_trees_is_told_to_leave_the_trees_and_not_to_take_another_formulation(
    formulation: str,
) -> None:
    m = crank_with_rod()
    m.tree(cut_rotation="rod1")
    text = refused(lambda: m.simulate(END, 3, formulation=formulation, progress=False))
    assert "take cut_translation and cut_rotation" in text
    assert "use formulation" not in text and "with formulation 'joint'" not in text
    assert formulation == "joint" or "'rod' has no inertia; give it some, or take" in text
    m.tree()
    assert m.simulate(END, 3, formulation="joint", progress=False).completed


def test_friction_beside_own_trees_offers_formulations_that_are_taken() -> None:
    m = bar_with_friction()
    m.tree(cut_rotation="O")
    assert m.simulate(0.01, 2, progress=False).completed
    for formulation in ("joint", "partitioning"):
        text = refused(lambda name=formulation: m.simulate(0.01, 2, formulation=name, progress=False))
        offered = re.findall(r"[a-z-]+", text.partition("use one of: ")[2].partition(";")[0])
        assert offered
        for name in offered:
            assert m.simulate(0.01, 2, formulation=name, progress=False).completed


def test_a_compiled_model_beside_own_trees_is_told_to_leave_them() -> None:
    m = crank_with_rod(1e-3)
    m.tree(cut_rotation="rod1")
    text = refused(lambda: m.simulate(0.01, 2, compiled="model", progress=False))
    assert "take cut_translation and cut_rotation of `tree` away, or leave `compiled` out" in text
    assert "formulation='joint'" not in text


def test_a_method_of_the_bodies_beside_an_idle_rod_is_told_another_method() -> None:
    m = crank_with_rod()
    text = refused(lambda: m.simulate(0.01, 2, method="alpha", step=1e-3, progress=False))
    assert "which method 'alpha' does not go with: take another, such as 'radau', or give it some" in text
    assert m.simulate(0.01, 2, method="radau", formulation="joint", progress=False).completed


def test_a_method_of_the_joints_beside_own_trees_is_told_another_method() -> None:
    m = crank_with_rod(1e-3)
    m.tree(cut_rotation="rod1")
    text = refused(lambda: m.simulate(0.01, 2, method="trapezoidal", step=1e-3, progress=False))
    assert "use 'dop853', 'adams', 'rk4' or 'radau', or take cut_translation and cut_rotation away" in text
    assert m.simulate(0.01, 2, method="radau", progress=False).completed
    assert m.simulate(0.01, 2, method="midpoint", step=1e-3, progress=False).completed


def test_linearise_names_the_idle_rod_and_takes_joints_beside_own_trees() -> None:
    m = crank_with_rod()
    text = refused(lambda: m.linearise(formulation="cartesian"))
    assert "'rod' has no inertia; with formulation 'joint' they are distances" in text
    known = m.linearise(formulation="joint").modes[-1].frequency
    m.tree(cut_rotation="rod1")
    for formulation in ("joint", "auto"):
        assert m.linearise(formulation=formulation).modes[-1].frequency == pytest.approx(known, rel=1e-9)


def test_an_idle_rod_is_verified_in_joint_coordinates() -> None:
    m = crank_with_rod()
    result = m.verify(
        END, points=5, formulations=["projection", "joint-null-space"], methods=["dop853"], progress=False
    )
    assert result.ok and result.reference.startswith("formulation joint ")
    statuses = {trial.formulation: trial.status for trial in result.formulations}
    assert statuses == {"projection": "refused", "joint-null-space": "ran"}
    m.tree(cut_rotation="rod1")
    text = refused(lambda: m.verify(END, points=5, progress=False))
    assert "'rod' has no inertia; give it some, or take cut_translation and cut_rotation of `tree` away" in text
