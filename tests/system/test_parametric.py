"""Numbers of the tables as a recorded function of the parameters: the same as when the mechanism is laid out anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.expression.recorded import Tape, plain
from linkwork.system.formulations.formulations import choose
from linkwork.system.system import System
from linkwork.system.tables.parametric import NotRecorded, Parametric

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
RECORDED = ("slider-crank", "four-bar", "quick-return", "compressor", "scotch-yoke", "excavator", "gear-slider")


EXACT = 1e-15


def own(system: System) -> System:
    fields = ("p", "start", "column_scale", "row_scale")
    return system.replaced(**{name: getattr(system, name).copy() for name in fields})


@pytest.mark.parametrize("name", RECORDED)
def test_played_tables_are_those_of_the_mechanism_laid_out_anew(name):
    m = lw.load(EXAMPLES / f"{name}.yaml")
    names, system = list(m.parameters_by_name), m.system(dynamics=True)
    played = own(system)
    tables = Parametric([(played, played)], names)
    values = np.array([float(system.env[parameter]) for parameter in names])
    values *= 1.0 + 1e-3 * np.sin(1.0 + np.arange(len(values)))
    assert tables.play(values)
    anew = system.with_parameters(dict(zip(names, map(float, values), strict=True)))
    assert played.p == pytest.approx(anew.p, rel=EXACT, abs=0)
    assert np.array_equal(played.start, anew.start)
    assert played.column_scale == pytest.approx(anew.column_scale, rel=EXACT)
    assert tables.length(0) == pytest.approx(anew.length, rel=EXACT)
    assert tables.environment() == pytest.approx(dict(anew.env), rel=1e-15)


def test_points_of_the_tree_follow_the_parameters_too():
    m = lw.load(EXAMPLES / "slider-crank.yaml")
    names, bare = list(m.parameters_by_name), m.system(dynamics=True)
    q = m.assemble().q
    chosen = choose(bare, q, 0.0, "joint", {})
    played = own(chosen.system)
    tables = Parametric([(played, bare)], names)
    values = [1.01 * float(bare.env[name]) for name in names]
    assert tables.play(values)
    anew = bare.with_parameters(dict(zip(names, values, strict=True)))
    other = choose(anew, q, 0.0, "joint", {}).system
    assert len(played.p) > len(bare.p)
    assert played.p == pytest.approx(other.p, rel=EXACT, abs=0)


def test_a_comparison_that_answers_otherwise_is_told():
    m = lw.Planar("two ways")
    long = m.parameters(long=2.0, other="if(long > 1, 1, 2)")[0]
    arm = m.body("arm", estimate=(0, 0, 0))
    m.mass("arm", mass=1.0, inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), arm.at("-other", long))
    system = own(m.system(dynamics=True))
    tables = Parametric([(system, system)], ["long"])
    assert tables.play([1.5])
    assert not tables.play([0.5])


def test_what_cannot_be_recorded_is_refused():
    m = lw.Planar("plate")
    m.parameters(size=0.3)
    arm = m.body("arm", estimate=(0, 0, 0))
    arm.outline("rim", lw.Circle(radius="size"))
    m.mass("arm", shapes=[{"type": "outline", "outline": "rim", "mass": 1.0}])
    m.revolute("A", m.ground.at(0, 0), arm.at("size", 0))
    system = own(m.system(dynamics=True))
    with pytest.raises(NotRecorded):
        Parametric([(system, system)], ["size"])


def test_arithmetic_is_recorded_in_the_order_in_which_it_is_done():
    from linkwork.numerics.tape_kernel import play

    tape = Tape()
    x, y = tape.input(0.7), tape.input(-1.3)
    result = (2.0 - x * y) / (3.0 + abs(y)) ** 2 - x**0.5
    values = np.array(tape.values)
    values[:2] = 0.4, -2.5
    assert play(np.array(tape.steps), values) == -1
    assert values[result.place] == (2.0 - 0.4 * -2.5) / (3.0 + 2.5) ** 2 - 0.4**0.5
    assert plain(result) == (2.0 - 0.7 * -1.3) / (3.0 + 1.3) ** 2 - 0.7**0.5
    values[:2] = 0.4, 2.5
    assert play(np.array(tape.steps), values) >= 0


def test_what_is_done_twice_stands_once_on_the_tape():
    tape = Tape()
    x, y = tape.input(0.7), tape.input(-1.3)
    first = x * y + 2.0
    length = len(tape.steps)
    second = x * y + 2.0
    assert second.place == first.place and plain(second) == plain(first) == 0.7 * -1.3 + 2.0
    assert y * x is not first and len(tape.steps) == length + 4  # the order of operands is kept
    assert (x > y) and len(tape.steps) == length + 8
    assert (x > y) and len(tape.steps) == length + 8


def test_a_recorded_number_never_becomes_a_plain_one_unseen():
    import math

    x = Tape().input(1.0)
    with pytest.raises(TypeError):
        math.cos(x)
    with pytest.raises(TypeError):
        float(x)
