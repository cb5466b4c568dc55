"""Mistakes in Python: each gives one of Linkwork's own errors, which names the part, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.expression import as_expression
from linkwork.functions.base import Function


def pendulum(angle: Any = "2*t") -> lw.Planar:
    m = lw.Planar("pendulum")
    length = m.parameters(l=0.5)
    bar = m.body("bar", estimate=(0, 0, 0), points={"end": (length, 0)})
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.drive("motor", joint="O", angle=angle)
    return m


@pytest.mark.parametrize("analysed", [False, True])
@pytest.mark.parametrize("value", ["1/0", "q", "2*l", "1+", float("nan"), None, 1e200, "sqrt(-1)"])
def test_set_changes_all_or_nothing(value: Any, analysed: bool) -> None:
    m = pendulum()
    m.parameters(r=1)
    if analysed:
        m.assemble()
    with pytest.raises(lw.MechanismError, match=r"^(parameter 'l'|parameters form a cycle)"):
        m.set(r=2, l=value)
    assert m.parameters_by_name == {"l": as_expression(0.5), "r": as_expression(1)}
    assert m.assemble().ok
    assert m.kinematics(until=1, points=3, progress=False)["bar.end.x"][0] == pytest.approx(0.5)


@pytest.mark.parametrize("analysed", [False, True])
def test_set_refuses_a_value_that_a_joint_cannot_have(analysed: bool) -> None:
    m = lw.Planar()
    m.parameters(l=0.5)
    rod = m.body("rod", estimate=(0, 0.5, 0))
    m.revolute_revolute("link", m.ground, rod, length="l")
    if analysed:
        m.assemble()
    with pytest.raises(lw.MechanismError, match="joint 'link': the distance must be greater than zero"):
        m.set(l=-1)
    assert m.parameters_by_name == {"l": as_expression(0.5)}


def test_set_works_while_the_mechanism_is_unfinished() -> None:
    m = lw.Planar()
    m.parameters(l=0.5)
    m.set(l=1)
    m.drive("motor", joint="O", angle="t")
    m.set(l=2)
    assert m.parameters_by_name == {"l": as_expression(2)}


def test_set_mends_a_parameter_that_made_no_sense() -> None:
    m = pendulum()
    m.revolute_revolute("link", m.ground, "bar", length="l-1")
    m.set(l=2)
    m.validate()


TIMES = {
    "name": ({"until": "2*q"}, "kinematics: until: .*unknown name 'q'"),
    "nothing": ({"until": None}, "kinematics: until: expected a number"),
    "nan": ({"until": float("nan")}, "kinematics: until: .*finite"),
    "start": ({"until": 1, "start": "x"}, "kinematics: start: "),
    "half a point": ({"until": 1, "points": 2.5}, "kinematics: points: expected a whole number; found 2.5"),
    "true": ({"until": 1, "points": True}, "kinematics: points: expected a whole number"),
    "hold": ({"until": 1, "hold": 3}, "kinematics: hold: expected a mapping"),
}


@pytest.mark.parametrize(("arguments", "words"), TIMES.values(), ids=TIMES)
def test_times_that_make_no_sense(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(lw.AnalysisError, match=f"^{words}"):
        pendulum().kinematics(**arguments, progress=False)


def test_times_are_expressions_in_the_parameters() -> None:
    run = pendulum().kinematics(until="2*pi*l", start="l", points=np.int64(3), progress=False)
    assert run.t.tolist() == pytest.approx([0.5, (0.5 + np.pi) / 2, np.pi])


PLACES = [(1, 2, 3), "here", 5, np.array([[1, 2]]), (float("nan"), 0), (1, None)]


@pytest.mark.parametrize("at", PLACES, ids=repr)
def test_places_that_make_no_sense_name_the_joint(at: Any) -> None:
    m = lw.Planar()
    with pytest.raises(lw.MechanismError, match="joint 'O': 'at"):
        m.revolute("O", m.ground, m.body("b"), at=at)
    with pytest.raises(lw.MechanismError, match="body 'c'"):
        m.body("c").line(at, (1, 1))


def test_arrays_of_numpy_are_places_and_estimates() -> None:
    m = lw.Planar()
    b = m.body("b", estimate=np.array([0.0, 0.0, 0.1]), points={"tip": np.array([1, 2])})
    m.revolute("O", m.ground, b, at=np.array([1.0, 2.0]))
    m.drive("d", joint="O", angle=lw.Table(points=np.array([[0, 1], [1, 2], [2, 4]])))
    m.estimate("b", *np.zeros(3))
    assert m.assemble().ok


def _moved(m: lw.Planar) -> Any:
    return m.kinematics(1, 3, progress=False)


REFUSED: dict[str, tuple[Callable[[lw.Planar], Any], type[Exception], str]] = {
    "held nan": (lambda m: m.assemble({"bar.angle": float("nan")}), lw.MechanismError, "held value 'bar.angle': "),
    "weights": (lambda m: m.assemble(weights="foo"), lw.AnalysisError, "must be 'scaled' or 'unit'; found 'foo'"),
    "assembly time": (lambda m: m.assemble(at="q"), lw.AnalysisError, "assemble: at: .*unknown name 'q'"),
    "overlay of a number": (lambda m: m.overlay(1, l=0.5), lw.AnalysisError, "overlay: give a list of values for 'l'"),
    "overlay of a text": (lambda m: m.overlay(1, l="0.5"), lw.AnalysisError, "overlay: give a list of values for 'l'"),
    "overlay of nothing": (lambda m: m.overlay(1), lw.AnalysisError, "varies at least one parameter"),
    "overlay of an unknown": (lambda m: m.overlay(1, k=[1]), lw.AnalysisError, "parameter 'k' is not defined"),
    "time as a parameter": (lambda m: m.parameters(t=1), lw.MechanismError, "parameter 't': this name means the time"),
    "value nan": (lambda m: pendulum(float("nan")), lw.MechanismError, "driver 'motor': 'value': .*finite"),
    "value nothing": (lambda m: pendulum(None), lw.MechanismError, "expected a number, an expression or a function"),
    "point by number": (lambda m: m.ground.at(3), lw.MechanismError, r"body 'ground': at\(\) takes x and y"),
    "grid of a number": (lambda m: lw.plans.grid(l=np.array(1.0)), lw.MechanismError, "'l': expected a list of values"),
    "rows": (lambda m: m.circuit("n").coupled_inductors("c", [("a", "b")], [1]), lw.MechanismError, "list of lists"),
    "plot of nothing": (lambda m: _moved(m).plot(beside=_moved(m)), lw.LinkworkError, "no channel is named"),
}  # fmt: skip


@pytest.mark.parametrize(("ask", "kind", "words"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_refused(ask: Callable[[lw.Planar], Any], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        ask(pendulum())


@pytest.mark.parametrize("name", ["", " ", 5, None, "x" * 201])
def test_a_mechanism_has_a_name(name: Any) -> None:
    with pytest.raises(lw.MechanismError, match="name"):
        lw.Planar(name)


@pytest.mark.parametrize("name", ["a ", " a", "", "2a", "-a", "a.b", "a(b", 5, None, "a" * 201, "a\n"])
def test_names_that_cannot_be_used(name: Any) -> None:
    with pytest.raises(lw.MechanismError, match=r"name"):
        lw.Planar().body(name)


@pytest.mark.parametrize("name", ["größe", "кривошип", "曲柄", "हत्था", "a-b c_2"])
def test_names_in_any_language(name: str) -> None:
    m = lw.Planar(name)
    body = m.body(name)
    m.revolute("pin", m.ground, body.point(name, 1, 0))
    m.drive("motor", joint="pin", angle="t")
    assert m.kinematics(1, 3, progress=False)[f"{name}.{name}.x"].tolist() == pytest.approx([0, 0, 0], abs=1e-9)


def test_parameters_in_any_language() -> None:
    m = lw.Planar()
    length = m.parameters(länge="20 mm")
    assert (2 * length).value({"länge": 0.5}) == 1.0
    assert as_expression("länge/2").value({"länge": 0.5}) == 0.25
    with pytest.raises(lw.MechanismError, match="unexpected '²' at column 2"):
        as_expression("r²")


def test_nan_in_a_table_names_the_entry() -> None:
    with pytest.raises(lw.MechanismError, match=r"^Table: 'points\[1\]\[1\]': a number must be finite"):
        lw.Table(points=[(0, 1), (1, float("nan")), (2, 3)])
    with pytest.raises(lw.MechanismError, match=r"^driver 'motor': 'points\[1\]\[0\]': a number must be finite"):
        pendulum({"type": "table", "points": [(0, 1), (float("inf"), 1), (2, 3)]})
    assert isinstance(lw.Table(points=[(0, 1), (1, 2), (2, 3)]), Function)


def test_files_into_a_missing_folder(tmp_path: Path) -> None:
    run = pendulum().kinematics(1, 3, progress=False)
    missing = tmp_path / "missing"
    for write in (
        lambda: run.to_csv(missing / "a.csv"),
        lambda: run.to_parquet(missing / "a.parquet"),
        lambda: run.plot("bar.x", path=missing / "a.png"),
        lambda: run.draw(path=missing / "a.png"),
        lambda: run.animate(missing / "a.html"),
        lambda: run.animate(missing / "a.gif"),
    ):
        with pytest.raises(lw.AnalysisError, match=r"there is no folder '.*missing'") as caught:
            write()
        assert ".part" not in str(caught.value)
    with pytest.raises(lw.AnalysisError, match="it is a folder"):
        run.to_csv(tmp_path)


def test_a_run_is_asked_by_name() -> None:
    with pytest.raises(lw.AnalysisError, match=r"channels by name.*found 0"):
        pendulum().kinematics(1, 3, progress=False)[0]  # type: ignore[index]


def test_an_overlay_keeps_going_when_a_value_makes_no_sense() -> None:
    m = pendulum()
    overlay = m.overlay(until="pi", points=3, progress=False, l=[0.5, "1/0", 1e300, 2])
    assert list(overlay.runs) == ["l = 0.5", "l = 2"]
    assert list(overlay.failed) == ["l = 1/0", "l = 1e+300"]
    assert m.parameters_by_name == {"l": as_expression(0.5)}
    with pytest.raises(lw.AnalysisError, match=r"the run of 'l = 1/0' failed: parameter 'l': .*division by zero"):
        overlay["l = 1/0"]


def test_bodies_must_hang_on_the_ground() -> None:
    m = pendulum()
    loose, other = m.bodies("loose", "loose2")
    m.revolute("pin", loose, other.at(1, 0))
    with pytest.raises(lw.MechanismError, match="bodies 'loose', 'loose2' have no connection to the ground; "):
        m.validate()
    m.drive("held", on=loose.at(0, 0), x="t")
    m.validate()


JOINTS: dict[str, tuple[Callable[[lw.Planar], None], str]] = {
    "link": (lambda m: m.revolute_revolute("J", m.ground, "bar", "1+t"), "use a 'strut' driver"),
    "gear": (lambda m: m.gear("J", "bar", "two", ("t", 1)), "use an 'angle' driver"),
    "offset": (lambda m: m.pin_in_slot("J", m.ground.line((0, 0), (1, "t")), "bar"), "use a body that slides there"),
    "place": (lambda m: m.revolute("J", m.ground.at("t", 0), "bar"), "use an 'angle', 'position'"),
    "drawn": (lambda m: m.revolute("J", m.ground, "bar", at=("t", 0)), "use an 'angle', 'position'"),
    "angle": (lambda m: m.fixed("J", m.ground, "bar", angle="t"), "'angle' driver"),
}


@pytest.mark.parametrize(("add", "words"), JOINTS.values(), ids=JOINTS)
def test_only_drivers_depend_on_time(add: Callable[[lw.Planar], None], words: str) -> None:
    m = pendulum()
    m.body("two")
    m.revolute("P", m.ground, "two")
    add(m)
    with pytest.raises(
        lw.MechanismError, match=f"joint 'J': .*depends on t, but only drivers may depend on t; .*{words}"
    ):
        m.validate()


def drawn(estimate: Any = None) -> lw.Planar:
    m = lw.Planar()
    bar = m.body("a", estimate=estimate)
    m.revolute("O", m.ground, bar, at=(1, 0))
    m.drive("motor", joint="O", angle="t")
    return m


def test_a_body_that_is_only_drawn_needs_no_estimate() -> None:
    assembly = drawn().assemble()
    assert assembly.poses["a"] == pytest.approx((0, 0, 0), abs=1e-12)
    assert not assembly.notes


@pytest.mark.parametrize(
    "add",
    [
        lambda m: m.add_point("a", "tip", (as_expression(1), as_expression(0))),
        lambda m: m.add_outline("a", "rim", lw.Circle(radius=1)),
        lambda m: m.revolute_revolute("link", m.ground, "a", 1),
        lambda m: m.drive("second", on="a", x="t"),
    ],
)
def test_a_body_drawn_and_local_needs_an_estimate(add: Callable[[lw.Planar], None]) -> None:
    m = drawn()
    add(m)
    words = r"^body 'a' has places drawn in the world but no estimate; .* estimate=\(x, y, angle\)$"
    with pytest.raises(lw.MechanismError, match=words):
        m.validate()
    m.estimate("a", 0, 0, 0)
    m.validate()


@pytest.mark.parametrize(("x", "y", "words"), [((1, 0, 0), (1, 1, 0), "perpendicular"), ((0, 0, 0), (1, 0, 0), "zero")])
def test_axes_of_a_plane(x: Any, y: Any, words: str) -> None:
    m = pendulum()
    m.plane("side", x, y)
    with pytest.raises(lw.MechanismError, match=f"plane 'side': .*{words}"):
        m.validate()
