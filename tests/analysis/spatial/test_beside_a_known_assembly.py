"""After `m.set` an assembly is looked for beside the one before: it is that of a mechanism made with those values."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.assembly import beside
from linkwork.base.errors import LinkworkError
from linkwork.base.late_text import Late, unread

NAMES = ("a", "b", "c", "d")
SEEDS = range(4)


def _direction(chance: np.random.Generator) -> tuple[float, ...]:
    vector = chance.normal(size=3)
    return tuple((vector / np.linalg.norm(vector)).tolist())


def _near(chance: np.random.Generator, point: tuple[float, ...], far: float) -> tuple[float, ...]:
    return tuple((np.array(point) + far * chance.uniform(-1.0, 1.0, 3)).tolist())


def _four_bar(seed: int) -> lw.Spatial:
    """Two revolute joints with skew axes and a rod on balls, which spins freely; driven or not."""
    chance = np.random.default_rng(seed)
    m = lw.Spatial("four-bar in space")
    a, b, c, d = (0.1, 0.4, 0.3, 0.4) + 0.1 * chance.random(4)
    m.parameters(a=a, b=b, c=c, d=d)
    crank = m.body("crank", (0, 0, 0))
    rod, rocker = (
        m.body("rod", _near(chance, (0.1, 0.1, 0), 0.1)),
        m.body("rocker", _near(chance, (0.4, 0.1, 0.1), 0.1)),
    )
    m.revolute("O", m.ground.frame(axis=_direction(chance)), crank.frame(axis=(0, 0, 1)))
    m.spherical("A", crank.at("a", 0, 0), rod.at(0, 0, 0))
    m.spherical("B", rod.at("b", 0, 0), rocker.at(0, "c", 0))
    m.revolute("C", m.ground.frame(at=("d", 0, 0), axis=_direction(chance)), rocker.frame(axis=(0, 0, 1)))
    if seed % 3:
        m.drive("motor", joint="O", angle=f"{chance.uniform(-2.0, 2.0)} + a*t + 2*t")
    return m


def _sliders(seed: int) -> lw.Spatial:
    """One crank, balls, universal joints and slides; driven or not."""
    chance = np.random.default_rng(seed)
    m = lw.Spatial("sliders")
    a, b, c, d = (0.05, 0.25, 0.0, 0.0) + np.array([0.05, 0.2, 0.1, 0.1]) * chance.random(4)
    m.parameters(a=a, b=b, c=c, d=d)
    crank = m.body("crank", _near(chance, (0, 0, 0), 0.1))
    m.revolute("O", m.ground.frame(at=(0, "c", "d"), axis=(1, 0, 0)), crank.frame(axis=(1, 0, 0)))
    for number in range(1 + seed % 3):
        rod = m.body(f"rod{number}", _near(chance, (0, 0.1, 0.2), 0.1))
        slide = m.body(f"slide{number}", _near(chance, (0.2, 0, 0), 0.1))
        m.spherical(f"A{number}", crank.at(0, 0, "a"), rod.at(0, 0, 0))
        m.universal(f"B{number}", rod.frame(at=("b", 0, 0), axis=(0, 0, 1)), slide.frame(axis=(0, 1, 0)))
        ends = m.ground.frame(at=(0.2, 0.02 * number, 0), axis=(1, 0, 0)), slide.frame(axis=(1, 0, 0))
        m.translational(f"G{number}", *ends)
    if seed % 2:
        m.drive("motor", joint="O", angle=f"{chance.uniform(-3.0, 3.0)} + 2*pi*t")
    return m


def _chain(seed: int) -> lw.Spatial:
    """An open chain of joints of all kinds, drawn apart."""
    chance = np.random.default_rng(seed)
    m = lw.Spatial("chain")
    a, b = 0.1 + 0.05 * chance.random(2)
    m.parameters(a=a, b=b, c=0.1, d=0.1)
    end: Any = m.ground.frame(axis=(0, 1, 0))
    for number, length in enumerate(NAMES):
        rod = m.body(f"rod{number}", _near(chance, (0.12 * number, 0, 0), 0.03))
        kind = ("universal", "revolute", "cylindrical")[int(chance.integers(3))]
        axis = (0, 0, 1) if kind == "universal" else (0, 1, 0)
        getattr(m, kind)(f"J{number}", end, rod.frame(axis=axis))
        end = rod.frame(at=(length, 0, 0), axis=(0, 1, 0))
    return m


def _flat_four_bar(seed: int) -> lw.Spatial:
    """Four parallel axes in space, three equations too many, drawn nearly closed."""
    chance = np.random.default_rng(seed)
    m = lw.Spatial("flat four-bar")
    m.parameters(a=0.1, b=0.3, c=0.25, d=0.3)
    turned, axis = chance.uniform(0.4, 1.2), {"axis": (0, 0, 1)}
    tip = np.array([0.1 * np.cos(turned), 0.1 * np.sin(turned)])
    reach = np.array([0.3, 0.0]) - tip
    far = float(np.hypot(*reach))
    along = np.arctan2(reach[1], reach[0]) + np.arccos((0.3**2 + far**2 - 0.25**2) / (0.6 * far))
    back = tip + 0.3 * np.array([np.cos(along), np.sin(along)]) - (0.3, 0.0)
    poses = ((0, 0, 0), turned), ((*tip, 0), along), ((0.3, 0, 0), np.arctan2(back[1], back[0]))
    bodies = [
        m.body(f"body{n}", at, orientation={"vector": (0, 0, angle + 0.02)}) for n, (at, angle) in enumerate(poses)
    ]
    crank, coupler, rocker = bodies
    m.revolute("O", m.ground.frame(**axis), crank.frame(**axis))
    m.revolute("A", crank.frame(at=("a", 0, 0), **axis), coupler.frame(**axis))
    m.revolute("B", coupler.frame(at=("b", 0, 0), **axis), rocker.frame(at=("c", 0, 0), **axis))
    m.revolute("C", m.ground.frame(at=("d", 0, 0), **axis), rocker.frame(**axis))
    m.drive("motor", joint="O", angle=f"{turned + 0.3} + 2*t")
    return m


def _geared(seed: int) -> lw.Spatial:
    """Wheels that count their turns, and a rod that the second one pushes."""
    chance = np.random.default_rng(seed)
    m = lw.Spatial("geared")
    m.parameters(a=0.05, b=0.3, c=0.2, d=0.04)
    first, second = m.body("first", (0, 0, 0)), m.body("second", ("c", 0, 0))
    rod, slide = m.body("rod", _near(chance, (0.2, 0.05, 0), 0.02)), m.body("slide", _near(chance, (0.5, 0, 0), 0.02))
    axis = {"axis": (0, 0, 1)}
    m.revolute("O", m.ground.frame(**axis), first.frame(**axis))
    m.revolute("P", m.ground.frame(at=("c", 0, 0), **axis), second.frame(**axis))
    m.gear("G", "O", "P", ratio=-2.0)
    m.spherical("A", second.at(0, "d", 0), rod.at(0, 0, 0))
    m.universal("B", rod.frame(at=("b", 0, 0), axis=(0, 0, 1)), slide.frame(axis=(0, 1, 0)))
    m.translational("S", m.ground.frame(at=(0.2, "a", 0.01), axis=(1, 0, 0)), slide.frame(axis=(1, 0, 0)))
    m.drive("motor", joint="O", angle=f"{chance.uniform(-4.0, 4.0)} + 2*t")
    return m


@pytest.fixture
def _found(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Whether an assembly was found beside a known one, each time that it was tried."""
    found: list[bool] = []
    tried = beside.Near.tried

    def told(near: beside.Near, good: bool) -> None:
        found.append(good)
        tried(near, good)

    monkeypatch.setattr(beside.Near, "tried", told)
    yield found


def _assembled(m: lw.Spatial) -> Any:
    try:
        return m.assemble()
    except LinkworkError as error:
        return str(error)


def _require_same(found: Any, anew: Any, apart_by: float = 1e-9) -> None:
    if isinstance(found, str) or isinstance(anew, str):
        assert found == anew
        return
    assert found.ok == anew.ok and found.notes == anew.notes and found.branch == anew.branch
    apart = found.system.world.difference(len(found.system.bodies), found.q, anew.q)
    assert np.max(np.abs(apart)) < apart_by
    assert abs(found.distance - anew.distance) < 10.0 * apart_by
    undriven = found.system.world.difference(len(found.system.bodies), found.undriven, anew.undriven)
    assert np.max(np.abs(undriven)) < 1e-5


@pytest.mark.parametrize(
    ("make", "least"),
    [(_four_bar, 25), (_sliders, 30), (_chain, 25), (_flat_four_bar, 25), (_geared, 12)],
)
def test_assemblies_after_small_and_large_changes_are_those_of_mechanisms_made_so(
    make: Callable[[int], lw.Spatial], least: int, _found: list[bool]
) -> None:
    """Small changes find them beside a known one, larger ones from the estimates; both find the same."""
    for seed in SEEDS:
        chance, m = np.random.default_rng(seed), make(seed)
        usual = {name: m.parameters_by_name[name].value() for name in NAMES}
        for size in 8 * (1e-5,) + 8 * (3e-3,) + 4 * (0.05,):
            values = {name: value * (1.0 + size * chance.normal()) for name, value in usual.items()}
            m.set(**values)
            found, anew = _assembled(m), make(seed)
            anew.set(**values)
            _require_same(found, _assembled(anew))
    assert sum(_found) >= least


def test_a_drawing_between_two_branches_is_looked_at_from_the_estimates(_found: list[bool]) -> None:
    """A crank and a rod drawn in one line: either side is as near, and the least change may decide."""
    m = _on_the_ridge(0.2)
    for number in range(12):
        length = 0.2 + 1e-6 * (-1.0) ** number
        m.set(l=length)
        _require_same(_assembled(m), _assembled(_on_the_ridge(length)))
    assert not any(_found)


def _on_the_ridge(length: float) -> lw.Spatial:
    m = lw.Spatial("on the ridge")
    m.parameters(l=length)
    crank, rod = m.body("crank", (0, 0, 0)), m.body("rod", (0.2, 0, 0))
    m.revolute("O", m.ground.frame(axis=(0, 0, 1)), crank.frame(axis=(0, 0, 1)))
    m.revolute("A", crank.frame(at=("l", 0, 0), axis=(0, 0, 1)), rod.frame(axis=(0, 0, 1)))
    m.point_on_line("B", m.ground.frame(at=(0.3, 0, 0), axis=(0, 1, 0)), rod.at(0.2, 0, 0))
    return m


@pytest.mark.parametrize("bent", [0.3, 0.03, 0.003])
def test_a_drawing_that_is_closed_beside_a_dead_centre_is_left_in_time(bent: float) -> None:
    """There nothing has to be looked for, but a little farther the rod may fold to either side."""
    usual = np.array([0.2, 0.2 * (1.0 + np.cos(bent))])
    for seed in range(2):
        chance, m = np.random.default_rng(seed), _nearly_straight(bent)
        for size in 3 * (1e-2 * bent**2,) + 3 * (0.2 * bent**2,) + 2 * (0.02,):
            length, far = usual * (1.0 + size * chance.normal(size=2))
            m.set(l=length, d=far)
            anew = _nearly_straight(bent)
            anew.set(l=length, d=far)
            # equations hold to 1e-11: the flatter, the less that says of the angle
            _require_same(_assembled(m), _assembled(anew), max(1e-9, 1e-10 / bent))


def _nearly_straight(bent: float) -> lw.Spatial:
    """A crank and a rod, bent by an angle, whose end is held on a line square to the crank."""
    m = lw.Spatial("nearly straight")
    m.parameters(l=0.2, d=0.2 * (1.0 + np.cos(bent)))
    crank, rod = m.body("crank", (0, 0, 0)), m.body("rod", (0.2, 0, 0), orientation={"vector": (0, 0, bent)})
    m.revolute("O", m.ground.frame(axis=(0, 0, 1)), crank.frame(axis=(0, 0, 1)))
    m.revolute("A", crank.frame(at=("l", 0, 0), axis=(0, 0, 1)), rod.frame(axis=(0, 0, 1)))
    m.point_on_line("B", m.ground.frame(at=("d", 0.2 * np.sin(bent), 0), axis=(0, 0, 1)), rod.at(0.2, 0, 0))
    return m


@pytest.mark.parametrize("length", [0.3738, 0.3744, 0.3745, 0.3752, 0.3755])
def test_a_mechanism_that_its_drivers_bring_past_a_lock_is_looked_at_from_the_estimates(length: float) -> None:
    """Both cranks turn through places where the rods are stretched: which side they come to hangs on the last digit."""
    for away in (0.003, 0.001, 0.0003, 0.0001):
        m = _five_bar(length + away)
        for near in (1e-9, 0.0, -away):
            m.set(l=length + away + near)
            anew = _five_bar(length + away + near)
            _require_same(_assembled(m), _assembled(anew))


def test_a_mechanism_that_its_drivers_bring_past_no_lock_is_found_beside(_found: list[bool]) -> None:
    m = _five_bar(0.41)
    for length in (0.41001, 0.41002, 0.40999):
        m.set(l=length)
        _require_same(_assembled(m), _assembled(_five_bar(length)))
    assert all(_found) and len(_found) == 2


def _five_bar(length: float) -> lw.Spatial:
    """Two driven cranks in one plane that turn by a quarter from the drawing, and two rods between them."""
    m, axis = lw.Spatial("five-bar"), {"axis": (0, 0, 1)}
    m.parameters(l=length)
    poses = ((0, 0, 0), 0.05), ((1, 0, 0), 0.5 * np.pi + 0.05), ((0.5, 0, 0), 1.21), ((1, 0.5, 0), -2.79)
    left, right, first, second = (
        m.body(f"body{n}", at, orientation={"vector": (0, 0, angle)}) for n, (at, angle) in enumerate(poses)
    )
    m.revolute("O", m.ground.frame(**axis), left.frame(**axis))
    m.revolute("C", m.ground.frame(at=(1, 0, 0), **axis), right.frame(**axis))
    m.revolute("A", left.frame(at=(0.5, 0, 0), **axis), first.frame(**axis))
    m.revolute("B", right.frame(at=(0.5, 0, 0), **axis), second.frame(**axis))
    m.point_on_line("E", first.frame(at=("l", 0, 0), **axis), second.at("l", 0, 0))
    m.drive("first motor", joint="O", angle="-pi/2 - 0.05 + t")
    m.drive("second motor", joint="C", angle="pi/2 - 0.05 + t")
    return m


def test_the_same_values_have_the_same_position_to_the_last_bit_whatever_was_asked_before() -> None:
    m, anew = _sliders(1), _sliders(1)
    first = m.assemble().q
    for share in (1.0001, 1.0002, 1.0003, 1.0002, 1.0001):
        m.set(b=share * anew.parameters_by_name["b"].value())
        m.assemble()
    m.set(b=anew.parameters_by_name["b"].value())
    assert np.array_equal(m.assemble().q, first)


def test_the_undriven_position_is_found_when_it_is_looked_at_for_the_values_of_its_assembly() -> None:
    m, expected = _sliders(1), _sliders(1)
    length = m.parameters_by_name["b"].value()
    for share in (1.0001, 1.0002, 1.0003):
        m.set(b=share * length)
        found = m.assemble()
    assert type(unread(found, "undriven")) is Late and type(unread(found.copy(), "undriven")) is Late
    m.set(b=1.2 * length)
    expected.set(b=1.0003 * length)
    assert np.max(np.abs(found.undriven - expected.assemble().undriven)) < 1e-6
    assert np.array_equal(pickle.loads(pickle.dumps(Late(lambda: found.q))), found.q)


def test_copies_of_an_assembly_do_not_share_what_is_found_late() -> None:
    m = _sliders(1)
    length = m.parameters_by_name["b"].value()
    for share in (1.0001, 1.0002, 1.0003):
        m.set(b=share * length)
        found, other = m.assemble(), m.assemble()
    assert type(unread(found, "undriven")) is Late
    expected = found.copy().undriven.copy()
    found.undriven[0] += 99.0
    assert np.array_equal(other.undriven, expected) and np.array_equal(m.assemble().undriven, expected)


def test_a_part_that_is_added_or_an_initial_value_is_asked_for_anew() -> None:
    m, anew = _chain(0), _chain(0)
    for value in (0.11, 0.1101, 0.1102):
        m.set(c=value)
        m.assemble()
    m.initially(rod1_z=0.02)
    anew.initially(rod1_z=0.02)
    anew.set(c=0.1102)
    _require_same(m.assemble(), anew.assemble())
