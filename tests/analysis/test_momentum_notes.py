"""The midpoint rule says where it keeps the energy alone: beside joints of what flies freely."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw


def pair(dimensions: int, joint: str) -> Any:
    """Two bodies that fly, joined by a pin or by the distance of two points."""
    m: Any = lw.Planar("pair") if dimensions == 2 else lw.Spatial("pair")
    flat = (0,) * (dimensions - 1)
    inertia: Any = 0.1 if dimensions == 2 else (0.1, 0.2, 0.25)
    a, b = (m.body(name, estimate=(k, 0, 0), mass={"mass": 1 + k, "inertia": inertia}) for k, name in enumerate("ab"))
    if joint == "pin":
        (m.revolute if dimensions == 2 else m.spherical)("J", a.at(0.5, *flat), b.at(-0.5, *flat))
    else:
        at = 0.0 if joint == "between centres" else 0.1
        (m.relative_distance if dimensions == 2 else m.distance)("J", a.at(at, *flat), b.at(at, *flat), 1)
    return m


@pytest.mark.parametrize("joint", ["pin", "between centres", "beside centres"])
@pytest.mark.parametrize("dimensions", [2, 3])
def test_a_note_stands_where_momentum_drifts(dimensions: int, joint: str) -> None:
    m, turning = pair(dimensions, joint), "omega" if dimensions == 2 else "wz"
    speeds = {f"a.{turning}": 3.0} | ({f"b.{turning}": -1.0} if joint == "pin" else {"b.vy": 1.0})
    run = m.simulate(until=0.5, points=26, method="midpoint", step=0.01, speeds=speeds)
    momentum = run["a.vx"] + 2 * run["b.vx"]
    told = [note for note in run.notes if note.startswith("midpoint: of joints ('J') the energy alone is kept")]
    assert np.abs(run["energy.balance"]).max() < 1e-11
    assert len(told) == (joint != "between centres")
    assert (np.ptp(momentum) < 1e-11) == (joint == "between centres")


def test_no_note_where_nothing_flies_or_another_method_is_used() -> None:
    m = pair(2, "pin")
    assert not any("the energy alone" in note for note in m.simulate(until=0.1, points=3).notes)
    held = pair(2, "pin")
    held.revolute("O", held.ground.at(-0.5, 0), {"a": [-0.5, 0]})
    assert not any(
        "the energy alone" in note for note in held.simulate(0.1, points=3, method="midpoint", step=0.01).notes
    )
