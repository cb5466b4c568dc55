"""Units as people write them: compound, with prefixes, never taken for a parameter; quantities of other packages."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import pytest

import linkwork as lw
from linkwork.base.errors import ExpressionError
from linkwork.expression import as_expression, parse
from linkwork.expression import dimensions as dim
from linkwork.expression.dimension_of import ANY, Kind

POUND, INCH = 0.45359237, 0.0254


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10 N/mm", 1e4),
        ("5 N m", 5),
        ("5 Nm", 5),
        ("5 N\N{MIDDLE DOT}m", 5),
        ("2 kNm", 2000),
        ("3 kg m^2", 3),
        ("3 kg cm^2", 3e-4),
        ("7.85 g/cm^3", 7850),
        ("2 1/s^2", 2),
        ("2 s^-2", 2),
        ("1200 rev/min", 40 * math.pi),
        ("3 mm/rev", 0.003 / (2 * math.pi)),
        ("10 N m/deg", 1800 / math.pi),
        ("20 bar", 2e6),
        ("210 GPa", 2.1e11),
        ("1.5 kW", 1500),
        ("1 hp", 745.69987158227022),
        ("2 t", 2000),
        ("10 lb", 10 * POUND),
        ("1 lbf", POUND * 9.80665),
        ("1 psi", POUND * 9.80665 / INCH**2),
        ("100 lbf/in", 100 * POUND * 9.80665 / INCH),
        ("3 ft", 0.9144),
        ("2 in", 0.0508),
        ("90\N{DEGREE SIGN}", math.pi / 2),
        ("90 \N{DEGREE SIGN}", math.pi / 2),
        ("5 \N{MICRO SIGN}m", 5e-6),
        ("5 \N{GREEK SMALL LETTER MU}m", 5e-6),
        ("20 degC", 293.15),
        ("20 \N{DEGREE SIGN}C", 293.15),
        ("50 degF", 283.15),
        ("3 W/(m^2 K)", 3),
        ("3 W/m^2/K", 3),
        ("2 m\N{SUPERSCRIPT TWO}", 2),
        ("9.81 m s\N{SUPERSCRIPT MINUS}\N{SUPERSCRIPT TWO}", 9.81),
        ("5 mm/h", 0.005 / 3600),
        ("(2+3) N/mm", 5000),
    ],
)
def test_a_unit_is_read_as_people_write_it(text: str, value: float) -> None:
    expression = parse(text)
    assert expression.constant == pytest.approx(value, rel=2e-15)
    assert parse(expression.text) == expression


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("100 N/m", set()),
        ("100/m", {"m"}),
        ("(100 N)/m", {"m"}),
        ("5 N*m", {"m"}),
        ("5 N/(m)", {"m"}),
        ("5 N/(m*s)", {"m", "s"}),
        ("5 N/(m s)", set()),
        ("2 m/a", {"a"}),
        ("2 m/t", set()),
        ("60 mm/s*t", {"t"}),
        ("2 s/m*3", set()),
        ("3 rad/s/2", set()),
    ],
)
def test_a_unit_is_never_a_parameter_and_a_star_ends_it(text: str, names: set[str]) -> None:
    assert parse(text).names == names


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2t", r"write 2\*t, for tonnes 2 t"),
        ("3 N/m s", r"'s' above or below the line\? Write N s/\.\.\. or \.\.\./\(m s\)"),
        ("20 degC m", "stands alone"),
        ("3 W/degC", "differences of temperature are in K"),
        ("3 degC^2", "differences of temperature are in K"),
        ("3 newton", "unknown unit 'newton'"),
        ("3 kN kNn", "unknown unit 'kNn'; did you mean"),
    ],
)
def test_what_is_doubtful_is_refused_with_what_to_write(text: str, message: str) -> None:
    with pytest.raises(ExpressionError, match=message):
        parse(text)


def test_a_unit_that_stands_alone_says_where_units_stand() -> None:
    with pytest.raises(ExpressionError, match=r"unknown name 'm'.*stands behind a number and a blank"):
        parse("5 kg*m^2").value({"radius": 1.0})


def _kind(text: str, **known: Any) -> Kind:
    return parse(text).kind(lambda name: known.get(name, ANY))


TIME, LENGTH = Kind(dim.TIME), Kind(dim.LENGTH, True)


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("10*t", None),
        ("0.2 + 3 mm", dim.LENGTH),
        ("60 mm*t", dim.times(dim.LENGTH, dim.TIME)),
        ("60 mm/s*t", dim.LENGTH),
        ("20 mm*sin(2*pi*t)", dim.LENGTH),
        ("r^2*pi", None),
        ("sqrt(r^2 + (3 mm)^2)", dim.LENGTH),
        ("hypot(r, 2 cm)", dim.LENGTH),
        ("r*7.85 g/cm^3*r^2", dim.MASS),
        ("if(t < 1, 3 mm, r)", dim.LENGTH),
        ("atan2(r, 3 mm)", dim.PLAIN),
        ("-r/2", None),
        ("(r) 1/s", dim.SPEED),
    ],
)
def test_formulas_carry_dimensions_through(text: str, dimension: Any) -> None:
    assert _kind(text, t=TIME, r=LENGTH).dimension == dimension


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3 mm + 2 s", r"a length \('3 mm'\) and a time \('2 s'\) cannot be added"),
        ("max(3 mm, r, 2 kg)", "cannot be compared"),
        ("sin(3 mm)", r"sin is asked of a length \('3 mm'\)"),
        ("2^(3 mm)", "a power is asked of a length"),
        ("if(3 mm < 2 s, 1, 2)", "cannot be compared"),
    ],
)
def test_quantities_that_do_not_fit_together_are_refused(text: str, message: str) -> None:
    with pytest.raises(ExpressionError, match=message):
        _kind(text, r=LENGTH)


class Quantity:
    """What `pint` gives, as far as it is asked."""

    sizes: ClassVar[dict[str, tuple[float, dict[str, int]]]] = {
        "millimeter": (1e-3, {"[length]": 1}),
        "newton": (1.0, {"[length]": 1, "[mass]": 1, "[time]": -2}),
    }

    def __init__(self, magnitude: Any, units: str) -> None:
        self.magnitude, self.units = magnitude, units

    @property
    def dimensionality(self) -> dict[str, int]:
        return self.sizes[self.units][1]

    def to(self, wanted: str) -> Quantity:
        assert wanted in ("meter**1", "meter**1 * kilogram**1 * second**-2")
        return Quantity(self.magnitude * self.sizes[self.units][0], self.units)


def test_a_quantity_of_another_package_is_a_number_with_a_unit() -> None:
    assert as_expression(Quantity(-35, "millimeter")).text == "-0.035 m"
    assert as_expression(Quantity(4, "newton")).text == "4 N"


def test_a_quantity_of_pint_is_taken_in_every_call() -> None:
    pint = pytest.importorskip("pint")
    unit = pint.UnitRegistry()
    assert as_expression(30 * unit.degree).value() == pytest.approx(math.pi / 6)
    assert as_expression(60 * unit.rpm).value() == pytest.approx(2 * math.pi)
    assert as_expression(10 * unit.newton / unit.millimeter).value() == pytest.approx(1e4)


def test_quantities_describe_a_mechanism() -> None:
    import numpy as np

    m = lw.Planar("bar")
    bar = m.body("bar", estimate=Quantity(np.array([10.0, 20.0, 0.0]), "millimeter"))
    m.revolute("O", m.ground.at(0, 0), bar.at(Quantity(50, "millimeter"), 0))
    assert m.bodies_by_name["bar"].estimate[1].value() == pytest.approx(0.02)
    assert m.joints["O"].between[1].coordinates[0].text == "0.05 m"
