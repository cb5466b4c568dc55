"""Free boxes that meet face to face in space: what bounces stays apart, and the energy adds up."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

_LAWS = {"newton": ("newton", "together"), "poisson": ("poisson", "together"), "stronge": ("stronge",)}
_PLACES = {  # offset of the second box, and its rotation vector
    "edges aligned": ((0.05, 0.0), (0.0, 0.0, 0.0)),
    "corner on face": ((0.05, 0.03), (0.0, 0.0, 0.0)),
    "edge first": ((0.05, 0.0), (0.0, 0.0, 0.25 * np.pi)),
    "faces turned": ((0.05, 0.0), (0.25 * np.pi, 0.0, 0.0)),
    "half": ((0.1, 0.1), (0.0, 0.0, 0.0)),
}


def _run(place: str, law: str, restitution: float) -> lw.Run:
    (y, z), turn = _PLACES[place]
    mechanism = lw.Spatial("boxes")
    for name, at, vector in (("a", (0, 0, 0), (0, 0, 0)), ("b", (-0.5, y, z), turn)):
        mechanism.body(name, estimate=at, orientation={"vector": vector})
        mechanism.mass(name, mass=1, inertia=(0.01, 0.01, 0.01))
        mechanism.add_solid(name, "hull", {"type": "box", "size": (0.2, 0.2, 0.2)})
    mechanism.contact("C", "a.hull", "b.hull", restitution=restitution)
    mechanism.impacts(*_LAWS[law])
    speeds = {f"{body}.{speed}": 0.0 for body in "ab" for speed in ("vx", "vy", "vz", "wx", "wy", "wz")}
    return mechanism.simulate(0.6, 13, speeds={**speeds, "b.vx": 1.0}, progress=False)


@pytest.mark.parametrize("law", _LAWS)
@pytest.mark.parametrize("place", _PLACES)
def test_the_energy_of_boxes_that_meet_adds_up(place: str, law: str) -> None:
    for restitution in (0.0, 0.5, 1.0):
        run = _run(place, law, restitution)
        assert run.t[-1] == 0.6 and run.impacts
        assert np.max(np.abs(run["energy.balance"])) < 1e-8
        if restitution == 1.0:
            assert run["energy.kinetic"][-1] == pytest.approx(0.5, abs=1e-8)
            closed = [event.text for event in run.events if "stays closed" in event.text]
            assert not closed or law == "stronge"  # impacts in turn can leave a point without speed
