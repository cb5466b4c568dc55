"""Every field knows its dimension; what does not fit is refused with its place and what was likely meant."""

from __future__ import annotations

import typing
from typing import Any

import pytest
from pydantic import BaseModel

import linkwork as lw
from linkwork.base.errors import LinkworkError, MechanismError
from linkwork.expression import Expression
from linkwork.formats.model_file import loads
from linkwork.formats.worlds import WORLDS, model_class
from linkwork.functions.base import Function
from linkwork.mechanism.dimensions.fields import FIELDS

MODEL = """
linkwork: 1
name: press
parameters: {r: 40 mm, m: 4 kg, w: 60 rpm}
bodies:
  crank: {estimate: [0, 0, 30 deg], mass: {mass: MASS, center: [CENTER, 0], inertia: INERTIA}}
  block: {estimate: [0.4, 0, 0], mass: {mass: m, inertia: 10 kg cm^2}}
joints:
  O: {type: revolute, between: [{ground: [0, 0]}, {crank: [0, 0]}]}
  guide: {type: translational, between: [{ground: [[0, 0], [1, 0]]}, {block: [[0, 0], [1, 0]]}]}
drivers:
  motor: {type: angle, joint: O, value: ANGLE}
forces:
  coil: {type: spring, between: [{ground: [0, 0]}, block], stiffness: STIFFNESS, free_length: 300 mm}
  twist: {type: joint_spring, joint: O, stiffness: TWIST}
gravity: [0, GRAVITY]
"""
FINE = {
    "MASS": "2 lb",
    "CENTER": "r/2",
    "INERTIA": "m*r^2",
    "ANGLE": "w*t",
    "STIFFNESS": "10 N/mm",
    "TWIST": "2 N m/deg",
    "GRAVITY": "-9.81 m/s^2",
}


def model(**changes: str) -> str:
    text = MODEL
    for word, value in (FINE | changes).items():
        text = text.replace(word, value)
    return text


def test_units_of_the_right_kind_are_read() -> None:
    m = loads(model())
    assert m.forces["coil"].stiffness.value() == 1e4
    assert m.bodies_by_name["block"].mass.inertia.value() == pytest.approx(1e-3)


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (
            {"MASS": "4 mm"},
            6,
            r"body 'crank': mass.mass: '4 mm' is a length, but a mass is needed; did you mean 4 kg\?",
        ),
        ({"CENTER": "2*m"}, 6, ""),
        ({"CENTER": "m"}, 6, r"center\[0\]: 'm' is a mass \(m = 4 kg\), but a length is needed"),
        ({"INERTIA": "m*r"}, 6, "is a quantity in m kg.*a moment of inertia is needed; its unit is kg m\\^2"),
        ({"ANGLE": "60 rpm"}, 12, r"'60 rpm' is an angular speed .* angle .* is needed; .* write 60 rpm\*t"),
        ({"ANGLE": "60 mm*t"}, 12, r"a quantity in m s, but an angle .* a rate times t, as in 60 deg/s\*t"),
        ({"ANGLE": "30 deg*t"}, 12, r"is a time, but an angle .* as in 60 deg/s\*t"),
        ({"STIFFNESS": "10 N m"}, 14, "is a torque or an energy, but a stiffness is needed"),
        ({"TWIST": "10 N/mm"}, 15, "force 'twist': stiffness: '10 N/mm' is a stiffness, but a torque"),
        (
            {"GRAVITY": "-9.81 m/s"},
            16,
            "gravity: .*is a speed, but an acceleration is needed; did you mean -9.81 m/s\\^2",
        ),
        ({"CENTER": "r + 2 s"}, 6, r"a length \('r'\) and a time \('2 s'\) cannot be added"),
    ],
)
def test_a_quantity_of_the_wrong_kind_is_refused_where_it_stands(change: Any, line: int, message: str) -> None:
    if not message:
        loads(model(**change))  # the bare 2 takes what its place needs
        return
    with pytest.raises(LinkworkError, match=rf":{line}:\d+: .*{message}"):
        loads(model(**change))


def test_python_checks_the_same() -> None:
    m = lw.Planar("bar")
    bar = m.body("bar", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), bar.at("2 s", 0))
    with pytest.raises(MechanismError, match=r"joint 'O': between\[1\].*'2 s' is a time, but a length is needed"):
        m.validate()


def test_units_that_are_off_by_a_turn_are_refused() -> None:
    wave = model(ANGLE="{type: harmonic, amplitude: 10 deg, frequency: 2 Hz}")
    with pytest.raises(LinkworkError, match=r"motor.*value.frequency: '2 Hz' is a frequency.* write 2 rev/s"):
        loads(wave)
    assert loads(wave.replace("2 Hz", "2 rev/s")).drivers["motor"].value.frequency.value() == pytest.approx(
        12.566370614
    )


@pytest.mark.parametrize("parameter", ["s", "m", "h"])
def test_a_unit_beside_a_parameter_of_its_name_is_a_unit_and_check_says_where(parameter: str) -> None:
    m = lw.Planar("crank")
    m.parameters(**{parameter: 0.1})
    a = m.body("a", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), a.at(parameter, 0))
    unit = {"s": "3 rad/s", "m": "(3 m/s)/(1 m)", "h": "10800 rad/h"}[parameter]
    if parameter == "m":
        m.force("push", a.at(0, 0), y="3 N/m*0.1")
        unit = "3 rad/s"
    m.drive("motor", joint="O", angle=f"{unit}*t")
    assert m.kinematics(1.0, 2, progress=False)["a.angle"][-1] == pytest.approx(3.0)
    told = [text for text in m.check().warnings if f"'{parameter}' behind a / is a unit" in text]
    assert len(told) == 1
    assert f"(2 m)/{parameter}" in told[0]


def _number_fields() -> set[str]:
    found, seen = set(), set()

    def walk(kind: Any) -> None:
        for inner in typing.get_args(kind):
            walk(inner)
        if isinstance(kind, type) and issubclass(kind, BaseModel) and kind not in seen:
            seen.add(kind)
            for name, field in kind.model_fields.items():
                holds = _holds(field.annotation)
                if holds and not issubclass(kind, Function) and kind.__name__ != "Piece":
                    found.add(name)
                walk(field.annotation)

    for world in WORLDS:
        walk(model_class(world))
    return found


def _holds(kind: Any) -> bool:
    if isinstance(kind, type) and issubclass(kind, Expression | Function):
        return True
    return any(_holds(inner) for inner in typing.get_args(kind))


def test_every_number_field_of_a_model_file_has_a_dimension_or_is_said_to_have_none() -> None:
    assert _number_fields() - FIELDS.keys() == set()
