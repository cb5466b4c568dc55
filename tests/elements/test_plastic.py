"""Forces that yield: what is refused, rest, derivatives across yielding, plane and space alike."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError

GOOD: dict[str, Any] = {"stiffness": 5e7, "levels": ("F", 1e6), "reach": (1.0,), "free_length": 2.5}


def buffer_stop(**fields: Any) -> lw.Planar:
    m = lw.Planar("buffer stop")
    m.parameters(F=4e5)
    m.carriage("cart", at=(0, 0), along=(1, 0), mass=1e4)
    m.absorber("A", m.ground.at(3, 0), "cart", **{**GOOD, **fields})
    return m


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"stiffness": 0}, "stiffness must be greater than zero"),
        ({"levels": ()}, "at least one level"),
        ({"levels": (1e6, 4e5)}, "level 2 must be above level 1"),
        ({"reach": ()}, "2 levels need 1 or 2 numbers"),
        ({"reach": (1e-3,)}, "cannot end at 0.001 already"),
        ({"slopes": (1e9,)}, "steeper than the stiffness"),
        ({"tension": -1}, "must be greater than zero"),
        ({"levels": ("unknown", 1e6)}, "unknown name 'unknown'"),
    ],
)
def test_what_cannot_be_is_refused_by_name(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(MechanismError, match=f"force 'A'.*{words}"):
        buffer_stop(**fields).validate()


def test_space_crushes_as_the_plane_does_and_loses_what_the_levels_take() -> None:
    """v^2 behind is the elastic energy of the last level, F^2 / (2 k)."""
    s = lw.Spatial("buffer stop")
    s.parameters(F=4e5)
    s.body("cart", estimate=(0, 0, 0), mass={"mass": 1e4, "inertia": [1, 1, 1]})
    s.translational("rail", s.ground, "cart", at=(0, 0, 0), axis=(1, 0, 0))
    s.absorber("A", s.ground.at(3, 0, 0), "cart", **GOOD)
    for m in (buffer_stop(), s):
        run = m.simulate(until=1.0, points=11, speeds={"cart.vx": 10}, progress=False)
        assert [run.unit(f"A.{label}") for label in ("plastic", "reached", "absorbed")] == ["m", "m", "J"]
        assert run["cart.vx"][-1] == pytest.approx(-((1e6**2 / 5e7 / 1e4) ** 0.5), rel=2e-6)
        assert run["A.absorbed"][-1] == pytest.approx(5e5 - 0.5 * 1e6**2 / 5e7, rel=1e-6)


def test_derivatives_go_across_yielding_and_unloading() -> None:
    """With F higher less is left for the last level: by energy, d(reached)/dF = -(1.0 + 0.012 - F / k) / 1e6."""
    asked: dict[str, Any] = {"analysis": "simulate", "until": 1.0, "points": 11, "speeds": {"cart.vx": 10}}
    found = buffer_stop().sensitivity(["max(A.reached)", "final(A.absorbed)"], ["F"], **asked)
    assert found["max(A.reached)", "F"] == pytest.approx(-1.004e-6, rel=1e-3)
    assert abs(found["final(A.absorbed)", "F"]) < 1e-6


def test_at_rest_it_is_elastic_and_keeps_what_it_remembers() -> None:
    m = buffer_stop(tension=1e5)
    m.force("push", "cart", x=1e5)
    rest = m.equilibrium(near={"cart.x": 0.5})
    assert rest["cart.x"] == pytest.approx(0.502) and rest.states["A.plastic"] == 0.0
    assert any("what can yield is elastic" in note for note in rest.notes)
