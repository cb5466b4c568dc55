"""A simulation that is repeated after `m.set` begins as before; what its numbers decide is asked again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.simulation import simulate as simulating
from linkwork.analysis.simulation.simulation_text import missing_energy
from linkwork.base.errors import LinkworkError
from linkwork.numerics.integrators import integrator_state_kernel as place
from linkwork.run.loads import ENERGIES, energy_balance

SHORT: dict[str, Any] = {"until": 0.2, "points": 5, "progress": False}


def _in_plane() -> lw.Planar:
    """Three rods on a slider that hang from each other, drawn apart, with lengths and masses as parameters."""
    m = lw.Planar("chain")
    m.set_gravity(0, -9.81)
    m.parameters(a=0.12, b=0.11, c=0.1, mass=0.1, inertia=1e-4)
    slide = m.body("slide", estimate=(0, 0, 0))
    m.mass(slide, mass="2*mass", inertia="inertia")
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slide.line((0, 0), (1, 0)))
    before = slide.at(0, 0)
    for name in "abc":
        rod = m.body(f"rod_{name}", estimate=(0, -0.1, 0.4))
        m.mass(rod, mass="mass", center=(f"{name}/2", 0), inertia="inertia")
        m.revolute(f"J{name}", before, rod.at(0, 0))
        before = rod.at(name, 0)
    m.spring("spring", m.ground.at(1, 0), slide.at(0, 0), stiffness=20.0, free_length=1.0)
    return m


def _in_space() -> lw.Spatial:
    """A ball, a universal and a revolute joint, drawn apart."""
    m = lw.Spatial("chain in space")
    m.set_gravity(0, 0, -9.81)
    m.parameters(a=0.12, b=0.11, c=0.1, mass=0.1, inertia=1e-4)
    before = m.ground.frame(axis=(0, 1, 0))
    for name, kind, axis in (("a", "revolute", (0, 1, 0)), ("b", "universal", (0, 0, 1)), ("c", "revolute", (0, 1, 0))):
        rod = m.body(f"rod_{name}", (0.1 * "abc".index(name), 0.01, 0))
        m.mass(rod, mass="mass", center=(f"{name}/2", 0, 0), inertia=("inertia", 2e-4, 3e-4))
        getattr(m, kind)(f"J{name}", before, rod.frame(axis=axis))
        before = rod.frame(at=(name, 0, 0), axis=(0, 1, 0))
    return m


@pytest.fixture
def _usual_ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The simulations that began in the usual way."""
    begun: list[str] = []
    begin = simulating.begin

    def told(mechanism: Any, *args: Any, **options: Any) -> Any:
        begun.append(mechanism.name)
        return begin(mechanism, *args, **options)

    monkeypatch.setattr(simulating, "begin", told)
    return begun


def _changed(m: Any, times: int = 9, **options: Any) -> None:
    """Change a length a little and simulate, so often that tables are played."""
    for number in range(times):
        m.set(a=0.12 + 1e-4 * (number + 1))
        m.simulate(**SHORT, **options)


def _require_same(run: Any, anew: Any) -> None:
    assert np.max(np.abs(run.q - anew.q)) < 1e-10 and np.max(np.abs(run.v - anew.v)) < 1e-8
    assert run.notes == anew.notes and run.branch == anew.branch and run.statistics == anew.statistics
    assert [event.text for event in run.events] == [event.text for event in anew.events]


@pytest.mark.parametrize("make", [_in_plane, _in_space])
@pytest.mark.parametrize(
    "options",
    [{}, {"method": "rk4", "step": 2e-3}, {"method": "adams", "rtol": 1e-6}, {"start": 0.05}, {"check_energy": True}],
)
def test_a_kept_beginning_is_that_of_a_mechanism_made_so(
    make: Callable[[], Any], options: dict[str, Any], _usual_ways: list[str]
) -> None:
    m = make()
    _changed(m, **options)
    _usual_ways.clear()
    for values in ({"a": 0.13}, {"mass": 0.3, "inertia": 5e-4}, {"a": 0.15, "b": 0.09}):
        m.set(**values)
        run = m.simulate(**SHORT, **options)
    assert not _usual_ways
    anew = make()
    anew.set(a=0.15, b=0.09, mass=0.3, inertia=5e-4)
    _require_same(run, anew.simulate(**SHORT, **options))


@pytest.mark.parametrize("make", [_in_plane, _in_space])
def test_the_energy_that_is_tolerated_is_that_of_the_present_masses(make: Callable[[], Any]) -> None:
    """The error allowed in the work of forces is a share of an energy of the mechanism as it is now."""
    m = make()
    _changed(m)
    tolerances = []
    for mass in (0.1, 10.0):
        m.set(mass=mass, inertia=1e-3 * mass)
        loop = m.simulate(**SHORT).moment
        tolerances.append(_tolerances(loop))
    assert tolerances[1][-1] == pytest.approx(100.0 * tolerances[0][-1], rel=1e-9)
    assert np.array_equal(tolerances[0][:4], tolerances[1][:4])


def _tolerances(loop: Any) -> Any:
    return loop.z[loop.s[place.ATOL] :][: loop.s[place.SIZE]]


@pytest.mark.parametrize("make", [_in_plane, _in_space])
@pytest.mark.parametrize("values", [{"mass": 0.0}, {"inertia": 0.0}, {"mass": 0.0, "inertia": 0.0}])
def test_masses_that_vanish_are_asked_for_again(
    make: Callable[[], Any], values: dict[str, float], _usual_ways: list[str]
) -> None:
    m, anew = make(), make()
    _changed(m)
    m.set(**values)
    anew.set(a=m.parameters_by_name["a"].value(), **values)
    _usual_ways.clear()
    told = [_outcome(each) for each in (m, anew)]
    assert len(_usual_ways) == 2 and told[0] == told[1]


def _outcome(m: Any) -> Any:
    try:
        return np.round(m.simulate(**SHORT).q, 9).tolist()
    except LinkworkError as error:
        return str(error)


def test_an_axis_that_is_drawn_the_other_way_round_is_asked_for_again(_usual_ways: list[str]) -> None:
    """Joint coordinates cannot put a body where the axis of its joint points against the one drawn."""
    runs = []
    for warm in (True, False):
        m = lw.Spatial("turned over")
        m.parameters(a=0.12, z=1.0)
        rod = m.body("rod", (0, 0, 0.01))
        m.mass(rod, mass=0.1, center=("a", 0, 0), inertia=(1e-4, 2e-4, 3e-4))
        m.revolute("J", m.ground.frame(axis=(0, 0.1, 1.0)), rod.frame(axis=(0, 0.1, "z")))
        m.set_gravity(0, -9.81, 0)
        if warm:
            _changed(m)
        m.set(a=0.12, z=-1.0)
        runs.append(m.simulate(**SHORT))
    _require_same(*runs)


def test_what_was_started_otherwise_is_not_kept(_usual_ways: list[str]) -> None:
    """Rates, held values and other formulations begin in the usual way every time."""
    m = _in_plane()
    for options in ({"speeds": {"rod_a.omega": 1.0}}, {"hold": {"rod_a.angle": 0.3}}, {"formulation": "projection"}):
        _changed(m, **options)
        _usual_ways.clear()
        m.set(a=0.14)
        run = m.simulate(**SHORT, **options)
        anew = _in_plane()
        anew.set(a=0.14)
        _require_same(run, anew.simulate(**SHORT, **options))
        assert len(_usual_ways) == 2


def _driven(m: lw.Planar) -> None:
    m.drive("motor", joint="guide", position="0.1*t^2")


def _watched(m: lw.Planar) -> None:
    m.event("passing", when="rod_c.angle - 0.41")


@pytest.mark.parametrize("with_more", [_driven, _watched])
def test_drivers_and_events_begin_in_the_usual_way(
    with_more: Callable[[lw.Planar], None], _usual_ways: list[str]
) -> None:
    m, anew = _in_plane(), _in_plane()
    with_more(m)
    with_more(anew)
    _changed(m)
    _usual_ways.clear()
    m.set(a=0.14)
    anew.set(a=0.14)
    _require_same(m.simulate(**SHORT), anew.simulate(**SHORT))
    assert len(_usual_ways) == 2


def test_an_error_is_estimated_from_a_kept_beginning() -> None:
    m, anew = _in_plane(), _in_plane()
    _changed(m)
    m.set(a=0.2)
    anew.set(a=0.2)
    runs = [each.simulate(**SHORT, estimate_error=True) for each in (m, anew)]
    assert runs[0].error("slide.x") == pytest.approx(runs[1].error("slide.x"), rel=1e-3)


def test_the_energy_that_is_missing_is_the_most_of_the_balance() -> None:
    m = _in_plane()
    run = m.simulate(until=1.0, points=41, rtol=1e-4, atol=1e-5, progress=False)
    drift, total = energy_balance(run.loads)
    missing, share = missing_energy(run)
    assert missing == np.max(np.abs(drift)) > 0.0
    size = max(np.max(run.loads.energy[:, ENERGIES["kinetic"]]), np.ptp(total))
    assert share == pytest.approx(missing / size, rel=1e-6)
    run.loads.energy[7, 0] = np.nan
    assert np.isnan(missing_energy(run)[0])
