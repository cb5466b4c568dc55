"""Muscles of a law by a formula: they are those of the built-in laws whose formula is written down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.formats.model_file import load
from linkwork.muscles import AmbrosioSilva
from program.recorded_state import TIME, States

CURVES = AmbrosioSilva()
CHAPTER = f"{CURVES.force('activation', 'fibre', 'speed')} + {CURVES.passive('fibre')}"


def arm(law: Any, angle: str = "15 deg") -> lw.Planar:
    """A forearm that two muscles bend and stretch; one comes to its bone."""
    m = lw.Planar("arm")
    fore = m.body("fore", estimate=(0, 0, 0.3))
    m.revolute("elbow", m.ground.at(0, 0), fore.at(0, 0))
    m.mass("fore", mass=1.5, center=(0.15, 0), inertia=0.02)
    m.set_gravity(0, -9.81)
    size: dict[str, Any] = {"strength": 600, "tendon_length": 0.15, "tendon": "stiff", "law": law, "pennation": angle}
    m.muscle("biceps", [m.ground.at(0.02, 0.3), fore.at(0.05, 0)], **size, optimal_length=0.13, excitation="0.1 + t")
    bone = {"round": m.ground.at(0, 0), "radius": 0.02, "side": "left"}
    path = [m.ground.at(-0.02, 0.25), bone, fore.at(0.01, -0.022)]
    m.muscle("triceps", path, **size, optimal_length=0.12, excitation="0.02 + 0.1*max(0, triceps.speed)")
    return m


@pytest.mark.parametrize("angle", ["0", "15 deg"])
def test_a_law_written_as_a_formula_is_the_built_in_one(angle: str) -> None:
    built_in, own = (
        arm(law, angle).simulate(until=0.3, points=61)
        for law in ({"type": "ambrosio_silva"}, {"type": "formula", "force": CHAPTER})
    )
    assert abs(built_in["elbow.angle"][-1] - built_in["elbow.angle"][0]) > 0.1
    for channel in ("elbow.angle", "biceps.force", "triceps.force", "biceps.fibre", "biceps.activation"):
        assert own[channel] == pytest.approx(built_in[channel], rel=1e-9, abs=1e-9), channel
    assert own["biceps.force"].min() > 1.0
    assert abs(own["energy.balance"]).max() < 1e-6


def test_it_goes_through_a_model_file(tmp_path: Path) -> None:
    first = arm({"type": "formula", "force": CHAPTER, "activation_time": 0.02})
    first.save(tmp_path / "arm.yaml")
    second = load(tmp_path / "arm.yaml")
    runs = [m.simulate(until=0.05, points=6) for m in (first, second)]
    assert runs[0]["biceps.force"] == pytest.approx(runs[1]["biceps.force"], rel=1e-14)
    assert "type: formula" in (tmp_path / "arm.yaml").read_text()


@pytest.mark.parametrize(
    ("force", "why"),
    [
        ("activation*biceps.force", "its own force"),
        ("activation*triceps.force", "triceps|own force"),
        ("activation*fiber", "fiber"),
        ("activation*fibre +", "formula|expression|law|end"),
    ],
)
def test_a_formula_that_needs_its_own_force_or_an_unknown_name_is_refused(force: str, why: str) -> None:
    with pytest.raises(MechanismError, match=why):
        arm({"type": "formula", "force": force}).simulate(until=0.01, points=2)


def test_programs_have_it() -> None:
    forces = []
    for law in ({"type": "ambrosio_silva"}, {"type": "formula", "force": CHAPTER}):
        m = arm(law)
        states = States(m, m.program())
        if not forces:
            states.draw()
            drawn = states.q, states.v, states.x, states.u
        forces.append([float(one) for one in states.functions["equations"](TIME, *drawn)["forces"]])
    assert abs(forces[0][0]) > 1.0
    assert forces[1] == pytest.approx(forces[0], rel=1e-12)


def test_no_tendon_gives_way_with_a_formula() -> None:
    m = lw.Planar("line")
    m.carriage("load", at=(0.2, 0), along=(1, 0), mass=1)
    fields: dict[str, Any] = {"strength": 3, "optimal_length": 0.1, "tendon_length": 0.1, "tendon": "elastic"}
    m.muscle("pull", [m.ground.at(0, 0), {"load": [0, 0]}], **fields, law={"type": "formula", "force": "activation"})
    with pytest.raises(MechanismError, match="no tendon that gives way"):
        m.simulate(until=0.01, points=2)
