"""Numbers and files that the machines of the library do not take are refused in one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError
from linkwork.biomechanics import (
    Cylinder,
    ForwardRun,
    JointReactions,
    Markers,
    PathMuscle,
    PathPoint,
    Segment,
    Skeleton,
    Table,
)
from linkwork.crash import (
    Designs,
    HollowSquare,
    Problem,
    SMember,
    Steps,
    Train,
    against_stop,
    crash_test,
    energy_by_part,
    fit_steps,
    head_on,
)
from linkwork.cvt import MovingStrand, PushBelt, SheaveFlexibility
from linkwork.hexapod import StrutMachine, StrutMap, hexact, moving_machine
from linkwork.impacts import Rod, Sphere, blow
from linkwork.vehicles import random_heights, read_tir

FREE = {"a": (0.0, 1.0)}
STEPS = Steps(1e8, (1e6,))
BALL = Sphere(0.015, 210e9, 0.3, 7780)
NAN, ONE = float("nan"), np.zeros(1)
ENDS = PathPoint("a", (0, 0, 0)), PathPoint("b", (0, 0, 1))
ROUND = Cylinder("a", (0, 0, 0.5), (1, 0, 0), 0.1)


ABOVE = (*hexact().outer[0][:2], 1.0)


def on_struts(first: Any) -> StrutMachine:
    """The machine with another joint of its first strut on the carrier."""
    machine = hexact("I", 1.0)
    return StrutMachine([first, *machine.inner[1:]], machine.outer, machine.stiffness)


def squares(runs: Any, x: dict[str, float]) -> list[float]:
    return [x["a"] ** 2]


def falling() -> tuple[Any, Any]:
    """A mechanism in which nothing yields, and a run of it."""
    m = lw.Planar("stone")
    m.body("stone", mass={"mass": 1, "inertia": 1})
    return m, m.simulate(until=0.1, points=3, progress=False)


def below(runs: Any, x: dict[str, float]) -> list[float]:
    return [3.0 - x["a"]]


def tyre_file(folder: Path, text: str) -> Path:
    (folder / "one.tir").write_text(text)
    return folder / "one.tir"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: HollowSquare(0.1, ratio=1.0), "ratio is width over wall, 2"),
        (lambda: Steps(1e6, (1e4, 2e4)), "2 levels do not fit 0 numbers"),
        (lambda: Steps(1e6, (2e4, 1e4), (0.1,)), "levels must be above zero and rise"),
        (lambda: Steps(1e6, (1e4, 2e4, 3e4), (0.2, 0.1)), "reach must be above zero and rise"),
        (lambda: energy_by_part(*falling()), "'stone' has no absorber and no plastic hinge"),
        (lambda: Steps(1e6, ("h",)).energy(0.1), "levels are names or formulas"),
        (lambda: Steps(1e6, (1e4,)).energy(-0.1), "crush must be zero or more"),
        (lambda: fit_steps([0, 1, 2], [1, NAN, 3], 1, 1e6), "force: expected a number or a list of numbers; found"),
        (lambda: fit_steps([0, 1, 2], [1, 2, 3], 0, 1e6), "crush must rise"),
        (lambda: Problem({}, {}, squares), "no parameter is free"),
        (lambda: Problem({}, {"a": (1.0, 1.0)}, squares), "bounds of 'a' must rise"),
        (lambda: Problem({}, {"a": (0.0, 1.0)}, squares).best({"b": 1.0}), "start has no 'a'"),
        (lambda: Problem({}, {"a": (0.0, 1.0)}, squares).best({"a": 1.0}, [1, 2]), "2 weights for 1 criteria"),
        (lambda: Problem({}, {"a": (0.0, 1.0)}, squares, below).best({"a": 0.5}), "condition 1 is not kept"),
        (lambda: Problem({}, {"a": (0.0, 1.0)}, lambda runs, x: [NAN]).best({"a": 0.5}), "cannot be run"),
        (lambda: Designs(("a",), ONE[None], ONE[None], ONE[None], 1).choose([1, 2]), "2 wishes for 1 criteria"),
        (lambda: Problem({}, FREE, squares).best({"a": 2.0}), "start has 2 for 'a', not within 0 and 1"),
        (lambda: Problem({}, FREE, squares).best({"a": 0.5}, worsening=-1), "worsening is a share of zero or more"),
        (lambda: Problem({}, FREE, squares).best({"a": 0.5}, [1.0], worsening=0.1), "in the place of weights"),
        (lambda: Problem({}, FREE, lambda runs, x: []).front(), "a list of one number or more; it is empty"),
        (lambda: Problem({}, FREE, lambda runs, x: x["a"]).front(), "criteria is a list of numbers; found 0.5"),
        (lambda: Problem({}, FREE, lambda runs, x: [runs["b"]]).front(), "criteria stopped with KeyError: 'b'"),
        (lambda: Train((-50e3,), STEPS, STEPS), "mass of car 1 must be positive, not -50000"),
        (lambda: Train(("50 m",), STEPS, STEPS), "'50 m' is a length, but a mass is needed"),
        (lambda: against_stop(Train((5e4,), STEPS, STEPS), "30 kg"), "'30 kg' is a mass, but a speed is needed"),
        (lambda: head_on(Train((5e4,), STEPS, STEPS), "2 h"), "'2 h' is a time, but a speed is needed"),
        (lambda: crash_test((-3e4, 3e4, 3e4), 10, STEPS, STEPS), "mass of B must be positive, not -30000"),
        (lambda: crash_test((3e4, 3e4, 3e4), -10, STEPS, STEPS), "speed must be positive, not -10"),
        (lambda: Steps("1 N", (1e4,)), "'1 N' is a force, but a stiffness is needed"),
        (lambda: SMember(lean=30), "lean is an angle in rad below a right one, not 30"),
        (lambda: SMember().mass((70, 60, 75)), "widths are in m; a tube of 0.2635 m is not 70 m wide"),
        (lambda: HollowSquare("70 kg"), "'70 kg' is a mass, but a length is needed"),
        (lambda: Sphere("15 kg", 210e9, 0.3, 7780), "'15 kg' is a mass, but a length is needed"),
        (lambda: Rod(0.01, 1, 70e9, 0.33, "2710 Pa"), "'2710 Pa' is a pressure, but a density is needed"),
        (lambda: blow(BALL, Rod(0.01, 1, 70e9, 0.33, 2710), "0.3 m"), "'0.3 m' is a length, but a speed is needed"),
        (lambda: MovingStrand("2 kg", 0.5, 200.0), "'2 kg' is a mass, but a length is needed"),
        (lambda: SheaveFlexibility.of_sine("1 kg", 0.1, 0.1, 0.2), "'1 kg' is a mass, but a torque or an energy"),
        (lambda: SheaveFlexibility.of_plates("9 s", 0.1, 0.01, 0.01, 2e11), "'9 s' is a time, but a length is needed"),
        (lambda: PushBelt(pitch="2 N"), "'2 N' is a force, but a length is needed"),
        (lambda: hexact("I", 82.5), "zeta is an angle in rad, at most half a turn, not 82.5; in degrees '82.5 deg'"),
        (lambda: hexact("I", "82.5 m"), "'82.5 m' is a length, but an angle"),
        (lambda: hexact().reachable([0, 0, 0], pivot=40), "pivot is an angle in rad"),
        (lambda: hexact().struts([100.0, 0, 0]), "100 m from the middle of a machine of 0.5857 m"),
        (lambda: hexact().struts(["100 mm", 0, 0]), "positions: expected numbers"),
        (lambda: hexact().struts([0.1]), "rows of three finite coordinates"),
        (lambda: hexact().inscribed_radius(), "without a pivot and a stroke nothing ends"),
        (lambda: hexact().inscribed_radius(stroke=3.0), "give a larger `largest`, or limits"),
        (lambda: hexact().reachable([0, 0, 0]), "without a pivot and a stroke nothing ends"),
        (lambda: hexact().reachable([0, 0, 0], stroke=-0.1), "stroke must be positive"),
        (lambda: hexact().stiffness_map(np.zeros((2, 2)), [0.0]), "expected one row of numbers"),
        (lambda: hexact().stiffness_map([], [0.0]), "give one value or more"),
        (lambda: on_struts((0, 0, 0.3)).reachable([0, 0, 0], pivot=0.5), "strut 1: its joint lies on the axis"),
        (lambda: on_struts(ABOVE).reachable([0, 0, 0], pivot=0.5), "strut 1: it stands along z"),
        (lambda: moving_machine(on_struts(hexact().outer[0])), "strut 1 has no length"),
        (lambda: random_heights("A", 10.0, seed=-1), "a seed is zero or more"),
        (lambda: random_heights("A", 1e300), r"1e\+301 heights; at most 1000000"),
        (lambda: Skeleton("s", (Segment("a", 1, (0, 0, 0), (1, 1, 1)),), (), ()), "inertia 6"),
        (lambda: Skeleton("s", (Segment("a", -1.0),), (), ()), "mass is zero or more"),
        (lambda: PathMuscle("m", (ROUND, *ENDS), 1, 0.1, 0.1), "begins and ends at a point"),
        (lambda: PathMuscle("m", ENDS, 1, 0.1, 0.1, least_activation=1.0), "least_activation lies"),
        (lambda: Table(np.zeros(2), ("a",), np.zeros((2, 1))), "time does not rise"),
        (lambda: Table(np.array(0.1), ("a",), np.zeros((1, 1))), "time is a row of numbers"),
        (lambda: Table(np.arange(2.0), ("a",), np.zeros((2, 1)))[3], "square brackets: name: expected"),
        (lambda: Markers(np.arange(2.0), ("a",), np.zeros((2, 1))), "not frames, markers, 3"),
        (lambda: Markers(np.zeros(1), ("a",), np.array([[[0, 0, NAN]]])), "three finite numbers, or none"),
        (Designs, "Designs: names is missing"),
        (lambda: StrutMap("xy", ONE), "StrutMap: second is missing"),
        (lambda: JointReactions(("knee",), "much"), "values: expected an array of numbers; found 'much'"),
        (lambda: ForwardRun(1, ONE, ONE, ONE, ONE, 2), "skeleton: expected a Skeleton; found 1"),
    ],
)
def test_numbers_that_do_not_fit_are_refused_in_words(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(LinkworkError, match=words):
        call()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("FNOMIN = 0\nUNLOADED_RADIUS = 0.3\n", "FNOMIN must be greater than zero"),
        ("FNOMIN = 4000\n", "has UNLOADED_RADIUS; this one has not"),
        ("FNOMIN = many\n", "line 1: FNOMIN must be a number"),
    ],
)
def test_tyre_files_that_cannot_be_taken_are_refused_with_their_name(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(LinkworkError, match=words):
        read_tir(tyre_file(tmp_path, text))


def test_a_tyre_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LinkworkError, match=r"none\.tir"):
        read_tir(tmp_path / "none.tir")
