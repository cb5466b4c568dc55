"""What check, equilibrium and drawings say of beams: one thing with nodes, not a row of bodies that want drivers."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.view.scene import scene_at
from linkwork.view.wholes import colours_of


def cantilever(
    world: str, elements: int = 4, height: str = "10 mm", direction: tuple[float, ...] = (1.0, 0.0, 0.0)
) -> Any:
    space = world == "space"
    m: Any = lw.Spatial("cantilever") if space else lw.Planar("cantilever")
    size = 3 if space else 2
    m.set_gravity(*((0, 0, -9.81) if space else (0, -9.81)))
    section = {"type": "rectangle", "width": "10 mm", "height": height}
    arm = m.beam("arm", (0,) * size, direction[:size], section=section, E=2.1e11, rho=7850, elements=elements)
    m.fixed("clamp", m.ground, arm.node("root"), at=(0,) * size)
    return m


@pytest.mark.parametrize(("world", "count"), [("plane", 15), ("space", 30)])
def test_check_asks_for_no_drivers_of_a_beam(world: str, count: int) -> None:
    m = cantilever(world)
    report = m.check()
    assert report.ok and report.elastic == {"arm": count} and not report.suggestions
    text = str(report)
    assert f"'arm' has {count} of the coordinates in its nodes: its elements carry them" in text
    assert "more driver" not in text and "chosen freely" not in text and "free:" not in text
    with pytest.raises(AnalysisError, match="'arm' moves under forces only; use inverse_dynamics for drivers,"):
        m.kinematics(1.0)


@pytest.mark.parametrize("direction", [(1.0, 0.0, 0.0), (0.8, 0.6, 0.0)])
def test_a_slender_cantilever_is_stable(direction: tuple[float, float, float]) -> None:
    assert cantilever("plane", 20, "2 mm", direction).equilibrium().stability == "stable"


def test_an_arm_balanced_by_a_spring_is_neutral_everywhere() -> None:
    m = lw.Planar("balance")
    arm = m.body("arm", estimate=(0, 0, 0.7), points={"hook": (0.25, 0)})
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.mass("arm", mass=2, center=(0.5, 0), inertia=0.1)
    m.set_gravity(0, -9.81)
    m.spring("S", m.ground.at(0, 0.4), arm.at("hook"), stiffness="2*9.81*0.5/(0.4*0.25)", free_length=0)
    assert m.equilibrium().stability == "neutral"


@pytest.mark.parametrize("world", ["plane", "space"])
def test_a_beam_has_one_colour_and_one_name(world: str) -> None:
    m = cantilever(world)
    m.body("load", estimate=(2, 0, 0))
    m.mass("load", mass=1, inertia=1 if world == "plane" else (1, 1, 1))
    found = m.assemble()
    bodies = scene_at(found.system, found.q)["bodies"]
    assert [body.get("of") for body in bodies] == [None, *["arm"] * 5, None]
    ground, *nodes, load = colours_of(bodies)
    assert len(set(nodes)) == 1 and len({ground, nodes[0], load}) == 3


def spun_up(rtol: float, step: float) -> lw.Run:
    """A beam whose hub starts to turn."""
    m = lw.Planar("spun up")
    section = {"type": "stiffness", "EA": 2.8e7, "EI": 1.4e4, "GA": 1e7, "mass": 1.2, "inertia": 6e-4}
    arm = m.beam("arm", (0, 0), (10, 0), section=section, elements=8)
    m.revolute("O", m.ground.at(0, 0), arm.at("root"))
    m.drive("hub", joint="O", angle="6/15*(t^2/2 + (15/(2*pi))^2*(cos(2*pi*t/15) - 1))")
    return m.simulate(15.0, 151, method="alpha", rho=0.8, rtol=rtol, step=step)


@pytest.mark.parametrize(("rtol", "step", "advice"), [(0.5, 0.0, "tighten rtol"), (1e-3, 1.0, "try a shorter step")])
def test_a_run_that_does_not_converge_is_told_what_makes_it_accurate(rtol: float, step: float, advice: str) -> None:
    run = spun_up(rtol, step)
    assert not run.completed and f"does not converge; {advice}" in run.events[-1].text


def test_given_steps_that_were_cut_are_told() -> None:
    run = spun_up(1e-3, 0.1)
    assert run.completed and any("a shorter step is cheaper" in note for note in run.notes)
