"""Every field knows its dimension; what does not fit is refused with its place and what was likely meant."""

from __future__ import annotations

import re
import typing
from typing import Any

import pytest
from pydantic import BaseModel

import linkwork as lw
from linkwork.base.errors import LinkworkError, MechanismError
from linkwork.expression import Expression, parse
from linkwork.expression import dimensions as dim
from linkwork.expression.dimension_of import ANY
from linkwork.expression.elsewhere import Elsewhere
from linkwork.formats.model_file import loads
from linkwork.formats.worlds import WORLDS, model_class
from linkwork.functions.base import Function
from linkwork.mechanism.dimensions.fields import FIELDS, IN_CLASS, ByName, Cycles, Each, Either, wanted_in

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


NOT_A_UNIT = {
    ("Matrices", "stiffness"),  # K
    ("Winding", "turns"),  # N
    ("Solenoid", "turns"),
    ("PumpMotor", "setting"),  # s
    ("PumpMotor", "volumetric_efficiency"),  # of what it is a formula
    ("PumpMotor", "mechanical_efficiency"),
}
ANY_UNIT = {"friction", "rotation", "numerator", "denominator", "derivative"}
"""Of modes and signals, whose dimension is what the rest of the law needs; friction may depend on a speed in m/s."""
_FACTOR = r"(?!in\b)[A-Za-z]{1,3}(?:\^\d)?"
_FACTORS = rf"{_FACTOR}(?: {_FACTOR})*"
_UNIT = rf"(?:1/|){_FACTORS}(?:/(?:\({_FACTORS}\)|{_FACTOR}))?"
_SAID = re.compile(rf"(?:^|\bin |, |translation )(?!A point){_UNIT}(?=$|[;:,.]|\)| [a-z]{{4,}})")


def _number_fields() -> list[tuple[type[BaseModel], str, str]]:
    """Every number of a model file: its class, its name, what is said of it."""
    numbers, seen = [], set()

    def walk(kind: Any) -> None:
        if isinstance(kind, Elsewhere):
            walk(kind.kind)
        for inner in typing.get_args(kind):
            walk(inner)
        if isinstance(kind, type) and issubclass(kind, BaseModel) and kind not in seen:
            seen.add(kind)
            for name, field in kind.model_fields.items():
                if _holds(field.annotation) and not issubclass(kind, Function) and kind.__name__ != "Piece":
                    numbers.append((kind, name, field.description or ""))
                walk(field.annotation)

    for world in WORLDS:
        walk(model_class(world))
    return numbers


def _holds(kind: Any) -> bool:
    if isinstance(kind, type) and issubclass(kind, Expression | Function):
        return True
    return any(_holds(inner) for inner in typing.get_args(kind))


def _said_dimensions(text: str) -> set[Any]:
    said = set()
    for match in _SAID.finditer(text):
        unit = re.sub(r"^(in |, |translation )", "", match.group())
        try:
            said.add(parse(f"1 {unit}").kind(lambda _: ANY).dimension)
        except LinkworkError:
            continue
    return said


def _taken(wanted: Any) -> set[Any]:
    if isinstance(wanted, Either):
        return {wanted.sliding, wanted.turning}
    if isinstance(wanted, Each):
        return {dim.RATE if isinstance(one, Cycles) else one for one in wanted.entries}
    return {dim.RATE if isinstance(wanted, Cycles) else wanted}


def test_every_number_field_of_a_model_file_has_a_dimension_or_is_said_to_have_none() -> None:
    fields = _number_fields()
    assert {kind.__module__.split(".")[1] for kind, _, _ in fields} >= {"networks", "bodies", "elements", "signals"}
    assert {
        (kind.__name__, name) for kind, name, _ in fields if name not in FIELDS | IN_CLASS.get(kind.__name__, {})
    } == set()


def test_a_field_takes_the_unit_that_its_description_names() -> None:
    told = [(kind, name, _said_dimensions(text), text) for kind, name, text in _number_fields()]
    told = [one for one in told if one[2] and (one[0].__name__, one[1]) not in NOT_A_UNIT and one[1] not in ANY_UNIT]
    assert len(told) > 300
    wrong = [
        (kind.__name__, name, text)
        for kind, name, said, text in told
        if not isinstance(wanted_in(kind.__name__, name), ByName) and not said & _taken(wanted_in(kind.__name__, name))
    ]
    assert wrong == []


_BRIDGE = "{type: pwm_bridge, supply: [u, ground], load: [v, ground], duty: 0.3, frequency: FREQUENCY}"


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("{type: inertia, at: a, inertia: 4 mm}", "part 'c.p': inertia: '4 mm' is a length"),
        ("{type: inertia, at: a, inertia: 4 kg}", "is a mass, but a moment of inertia is needed"),
        ("{type: inertia, at: a, motion: translation, inertia: 4 kg m^2}", "but a mass is needed"),
        ("{type: shaft_spring, between: [a, ground], stiffness: 10 N/mm}", "but a torque"),
        ("{type: torque_source, at: a, torque: 3 N}", "is a force, but a torque"),
        (_BRIDGE.replace("FREQUENCY", "3000 rpm"), "Hz.*; write 50 Hz"),
        (_BRIDGE.replace("FREQUENCY", "turning"), "'turning' = 20 rev/s.*write 20 Hz"),
        (_BRIDGE.replace("FREQUENCY", "3 mm"), "a frequency in Hz is needed"),
    ],
)
def test_parts_of_circuits_refuse_other_quantities(part: str, message: str) -> None:
    motion = "translation" if "translation" in part else "rotation"
    damper = f"{{type: shaft_damper, between: [a, ground], damping: 1, motion: {motion}}}"
    shafts = {"d": damper, "e": damper}
    supply = "{type: voltage_source, between: [u, ground], voltage: 24 V}"
    bridge = {"s": supply, "r": "{type: resistor, between: [v, ground], resistance: 3 ohm}"}
    parts = (bridge if "bridge" in part else shafts) | {"p": part}
    listed = ", ".join(f"{name}: {text}" for name, text in parts.items())
    with pytest.raises(LinkworkError, match=message):
        loads(f"linkwork: 1\nname: c\nparameters: {{turning: 20 rev/s}}\ncircuits: {{c: {{parts: {{{listed}}}}}}}\n")


def test_frequencies_in_hertz_and_in_turns_are_told_apart() -> None:
    """A parameter counts as what it was given as: 2 Hz in a place of rad/s meant 2 rad/s."""
    wave = model(ANGLE="{type: harmonic, amplitude: 10 deg, frequency: f}")
    with pytest.raises(LinkworkError, match=r"'f' = 2 kHz is a frequency.* write 2000 rev/s"):
        loads(wave.replace("{r: 40 mm", "{f: 2 kHz, r: 40 mm"))
    loads(wave.replace("{r: 40 mm", "{f: 2 rev/s, r: 40 mm"))
    loads(wave.replace("{r: 40 mm", "{f: 2 Hz, r: 40 mm").replace("frequency: f", "frequency: 2*pi*f"))


FLEXIBLE = """
linkwork: 1
name: arm
bodies:
  arm:
    flexible:
      shape: {type: beam, length: 1 m, section: {width: 20 mm, height: 20 mm}}
      material: {youngs_modulus: 70 GPa, density: 2700 kg/m^3, poissons_ratio: 0.3}
      frequency: 2 kHz
      damping: {table: [[10 Hz, 0.01], [2 kHz, 0.05]]}
      interfaces: {root: {at: [0, 0]}}
joints: {O: {type: revolute, between: [{ground: [0, 0]}, {arm: [0, 0]}]}}
"""


@pytest.mark.parametrize(
    ("said", "instead", "message"),
    [
        ("2 kHz\n", "2000 rev/s\n", "flexible.frequency: '2000 rev/s' is an angular speed.* write 2000 Hz"),
        ("10 Hz", "10 rpm", r"damping.table\[0\]\[0\]: '10 rpm' is an angular speed.* write 0.166667 Hz"),
        ("0.05", "0.05 s", r"damping.table\[1\]\[1\]: '0.05 s' is a time"),
        ("2700 kg/m^3", "2700 kg/m^2", "density"),
    ],
)
def test_flexible_bodies_take_hertz(said: str, instead: str, message: str) -> None:
    flexible = loads(FLEXIBLE).bodies_by_name["arm"].flexible
    assert flexible is not None
    assert flexible.frequency.value() == 2000.0
    with pytest.raises(LinkworkError, match=message):
        loads(FLEXIBLE.replace(said, instead))


def test_a_bushing_of_the_plane_knows_its_components_and_a_matrix_has_its_own() -> None:
    text = model().replace(
        "  twist:",
        "  soft: {type: bushing, between: [crank, block], at: [0, 0], along: [1, 0], stiffness: SOFT}\n  twist:",
    )
    loads(text.replace("SOFT", "[1 kN/mm, 1 kN/mm, 2 N m/deg]"))
    with pytest.raises(LinkworkError, match=r"'soft': stiffness\[2\]: '2 N/mm' is a stiffness, but a torque"):
        loads(text.replace("SOFT", "[1 kN/mm, 1 kN/mm, 2 N/mm]"))
    loads(text.replace("SOFT", "[[1 kN/mm, 0, 5 N], [0, 1 kN/mm, 0], [5 N, 0, 2 N m/deg]]"))
