"""Every channel of a run is in one registry, with its unit and what it is in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.run import registry
from linkwork.run.run import Run


def _ball() -> Run:
    m = lw.Planar("ball")
    m.set_gravity(0, -9.81)
    ball = m.body("ball", (0, 1, 0), mass=lw.Mass(mass=1, inertia=0.01))
    ball.profile("rim", lw.circle(0.1))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.spring("S", ball.at(0, 0), m.ground.at(0, 2), stiffness=3, free_length=1)
    m.contact("C", "ball.rim", "ground.floor", restitution=0.5)
    return m.simulate(0.6, 31, progress=False)


def _arm() -> Run:
    m = lw.Spatial("arm")
    m.set_gravity(0, 0, -9.81)
    m.body("bar", mass=lw.SpatialMass(mass=1, inertia=(0.1, 0.1, 0.01), center=(0.5, 0, 0)))
    m.revolute("A", "ground", "bar", at=(0, 0, 0), axis=(0, 1, 0))
    return m.simulate(0.2, 5, progress=False)


@pytest.mark.parametrize("make", [_ball, _arm])
def test_every_listed_channel_is_found_and_described(make: Any) -> None:
    run = make()
    for name in run.channels():
        assert run[name].shape == run.t.shape, name
        said = run.describe(name)
        assert said and not said.startswith(","), name
        assert not run.unit(name) or said.endswith(run.unit(name)), name
    assert len(set(run.channels())) == len(run.channels())


def test_descriptions_say_what_a_channel_is() -> None:
    run = _ball()
    assert run.describe("ball.vy") == "velocity of 'ball' along y, m/s"
    assert run.describe("energy.balance") == "what is missing in the balance of all energies, J"
    assert run.describe("C.gap") == "distance of the surfaces at 'C', m"
    assert run.describe("S.strength") == "strength of 'S': its force or torque, N"
    assert _arm().describe("A.fx") == "reaction force in 'A' along the world's x axis, on its second body, N"


def test_a_name_that_is_nearly_right_is_found_among_the_channels_of_all_sources() -> None:
    with pytest.raises(AnalysisError, match=r"did you mean 'energy\.total'"):
        _ball()["energy.totl"]


def test_a_room_adds_channels_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    class Doubled:
        def names(self, run: Run) -> list[str]:
            return ["double.time"]

        def find(self, run: Run, name: str) -> tuple[NDArray[Any], str] | None:
            return (2 * run.t, "s") if name == "double.time" else None

        def describe(self, run: Run, name: str) -> str:
            return "twice the time"

    monkeypatch.setattr(registry, "_SOURCES", list(registry._SOURCES))
    registry.add_source(Doubled())
    run = _arm()
    assert run.channels()[-1] == "double.time"
    np.testing.assert_array_equal(run["double.time"], 2 * run.t)
    assert run.describe("double.time") == "twice the time, s"
