"""Joints along beams: a bead on a cantilever, by closed forms, energy, and agreement of coordinates and programs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError

E, RHO, WIDTH, HEIGHT, LENGTH, BEAD = 7e9, 2700.0, 0.02, 0.01, 1.0, 0.2
LIGHT = 1e-3  # of the density, where the weight of the beam itself is not to count
EI = E * WIDTH * HEIGHT**3 / 12


def bead(dimensions: int, at: float, held: bool = False, elements: int = 8, rho: float = RHO) -> Any:
    """A cantilever with a bead that slides along it; held: at a distance from the wall."""
    m: Any = lw.Planar("bead") if dimensions == 2 else lw.Spatial("bead")
    zero = (0.0,) * dimensions
    end, start = (LENGTH, *zero[1:]), (at, *zero[1:])
    section = {"type": "rectangle", "width": WIDTH, "height": HEIGHT}
    side = {} if dimensions == 2 else {"y": (0, 0, 1)}
    arm = m.beam("arm", zero, end, section=section, E=E, rho=rho, elements=elements, **side)
    m.fixed("clamp", m.ground, arm.node("root"), at=zero)
    inertia: Any = 1e-5 if dimensions == 2 else (1e-5,) * 3
    place: Any = (at, 0, 0) if dimensions == 2 else start
    body = m.body("bead", estimate=place, mass={"mass": BEAD, "inertia": inertia})
    m.beam_slide("S", arm, body.at(*zero), position=at)
    m.set_gravity(*zero[1:], -9.81)
    if held:
        m.absolute_x("stop", body.at(*zero), at)
    return m


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("at", [0.5, 0.43])
def test_a_bead_bends_the_beam_as_a_force_at_its_place(dimensions: int, at: float) -> None:
    """Small deflections: P a^3 / 3 EI there and P a^2 (3 L - a) / 6 EI at the tip, at a node and between two."""
    m = bead(dimensions, at, held=True, rho=LIGHT * RHO)
    rest = m.equilibrium()
    down = "y" if dimensions == 2 else "z"
    load = BEAD * 9.81
    straight = rest["S.position"]
    assert straight == pytest.approx(at, rel=1e-3)
    assert -rest[f"bead.{down}"] == pytest.approx(load * at**3 / (3 * EI), rel=8e-3)
    assert -rest[f"arm_tip.{down}"] == pytest.approx(load * at**2 * (3 * LENGTH - at) / (6 * EI), rel=8e-3)


@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_bead_without_a_position_starts_where_it_is_drawn_and_moves_no_node(dimensions: int) -> None:
    """From 0, the middle of the beam would be pulled to a bead that found itself at the root."""
    m = bead(dimensions, 0.43)
    joint = m.joints["S"].model_copy(update={"position": None})
    m.joints["S"] = joint
    start = m.assemble()
    assert start["S.position"] == pytest.approx(0.43, abs=1e-12)
    assert [start[f"arm_{node}.x"] for node in (1, 4, 7)] == pytest.approx([0.125, 0.5, 0.875], abs=1e-12)
    assert start["bead.x"] == pytest.approx(0.43, abs=1e-12)


def test_a_bead_that_slides_off_keeps_its_energy_in_all_coordinates() -> None:
    m = bead(2, 0.3, elements=3)
    fast = {"until": 0.1, "points": 6, "speeds": {"bead.vx": 4.0}, "method": "radau", "rtol": 1e-7, "atol": 1e-9}
    runs = [m.simulate(formulation=name, **fast) for name in ("projection", "joint")]
    run = runs[0]
    assert run["S.position"][0] == pytest.approx(0.3, abs=1e-9)
    assert run["S.position"][-1] > 0.67  # it has passed two nodes
    assert np.ptp(run["energy.total"]) < 5e-6 * np.ptp(run["energy.kinetic"])
    for name in ("S.position", "bead.y", "arm_tip.y"):
        assert runs[1][name] == pytest.approx(run[name], abs=2e-6), name


def test_a_bead_past_the_tip_is_told() -> None:
    m = bead(2, 0.9, elements=3)
    run = m.simulate(until=0.05, points=6, speeds={"bead.vx": 4.0}, method="radau", rtol=1e-5)
    assert any("leaves beam 'arm' by the tip" in note for note in run.notes)


def test_forces_on_the_nodes_of_the_span_balance_the_bead() -> None:
    run = bead(2, 0.3, elements=3).simulate(until=0.05, points=3, speeds={"bead.vx": 1.0}, method="radau", rtol=1e-8)
    for body in ("bead", "arm_1", "arm_2"):
        cut = run.free_body(body)
        assert np.abs(cut.imbalance()).max() < 1e-7 * cut.largest_force(), body
    assert "S" in [one.name for one in run.free_body("arm_1").acting]


def test_what_cannot_slide_is_refused_in_words() -> None:
    m = lw.Planar("refused")
    body = m.body("b", estimate=(0, 0, 0), mass={"mass": 1, "inertia": 1})
    m.cable("rope", (0, 0), (1, 0), axial_stiffness=1e3, line_density=1)
    m.beam_slide("S", "rope", body.at(0, 0))
    with pytest.raises(MechanismError, match="'rope' is a cable"):
        m.assemble()
    m = lw.Planar("refused")
    arm = m.beam("arm", (0, 0), (1, 0), section={"type": "stiffness", "EA": 1, "EI": 1, "mass": 1})
    m.beam_slide("S", arm, arm.at("tip"))
    with pytest.raises(MechanismError, match="is a node of beam 'arm'"):
        m.assemble()


def test_a_trolley_runs_along_a_bent_rail_in_space_and_keeps_its_energy() -> None:
    """Its eye sits above its mass centre: it swings as it goes, and the rail bends under it."""
    m = lw.Spatial("trolley")
    m.set_gravity(0, 0, -9.81)
    section = {"type": "tube", "outer": 0.02, "inner": 0.018}
    rail = m.beam(
        "rail", (0, 0, 0), (2, 0, 0), bend="60 deg", y=(0, 1, 0), section=section, E=2e11, rho=7850, elements=6
    )
    m.fixed("left", m.ground, rail.node("root"), at=(0, 0, 0))
    m.fixed("right", m.ground, rail.node("tip"), at=(2, 0, 0))
    deep = 2 * (1 - np.cos(np.pi / 6))
    trolley = m.body("trolley", estimate=(1, -deep, -0.05), mass={"mass": 5, "inertia": (0.01, 0.01, 0.01)})
    m.beam_slide("S", rail, trolley.at(0, 0, 0.05), position=np.pi / 3)
    run = m.simulate(0.2, 21, speeds={"trolley.vx": 1.0}, method="midpoint", step=1e-3, progress=False)
    assert run.completed and run.violation().max() < 1e-12
    assert np.abs(run["energy.balance"]).max() < 1e-10 * run["energy.kinetic"].max()
    assert run["S.position"][-1] - run["S.position"][0] == pytest.approx(0.2, rel=0.02)
