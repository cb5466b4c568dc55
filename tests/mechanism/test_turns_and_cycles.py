"""Hz and rev/s fit by their dimension and differ by 6.28: formulas that mean the one are refused where the other is."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError
from linkwork.expression import dimensions as dim
from linkwork.expression import parse
from linkwork.formats.model_file import loads
from linkwork.functions import Harmonic
from linkwork.mechanism.dimensions.check import DimensionCheck
from linkwork.mechanism.dimensions.fields import Either
from linkwork.mechanism.mechanism import Mechanism

GIVEN = {
    "n": "3000 rpm",
    "turning": "20 rev/s",
    "f": "50 Hz",
    "w": "2*pi*f",
    "twice": "2*n",
    "around": "6.2832",
    "k": "3",
    "step": "1.8 deg",
    "d": "50 mm",
    "belt": "400 mm",
    "v": "2 m/s",
    "flux": "0.05 V s/rad",
    "per_turn": "5 mm/rev",
    "twist": "3 N m/rad",
    "drag": "2 N m s/rad",
    "inertia": "0.1 kg m^2",
}
ANGULAR = [
    *(
        "n",
        "2*n",
        "-n",
        "n/60",
        "turning*2",
        "w",
        "2*w",
        "twice",
        "k*twice",
        "n-5",
        "300 rad/s",
    ),
    *("(2*pi) rad/s", "2*pi*50 Hz", "2*pi*f", "6.28*f", "around*f", "f*step", "1 rev/(20 ms)", "1/(20 ms/(1 rev))"),
    *("12 V/flux", "v/per_turn", "n*pi*d/belt", "abs(n)", "sqrt(n*n)", "n^2/turning", "30 rad s^-1"),
]
OF_CYCLES = [
    *("f", "2*f", "-f", "f/60", "f*2", "2 kHz", "k*f", "w/(2*pi)", "turning/(1 rev)", "n/(1 rev)", "2*n/(1 rev)"),
    *("n/(360 deg)", "n/step", "twice/(1 rev)", "f+5", "f*d/belt", "max(f, 3 Hz)", "sqrt(f*f)", "f*n/turning"),
]
UNSURE = [
    *("50", "1/(20 ms)", "60 1/min", "v/d", "v/(pi*d)", "f*pi*d/belt", "n/around", "n*0.15915", "50 rev/s/(2*pi)"),
    *("300 rad/s/(1 rad)", "n/(1 rad)", "twist/drag", "sqrt(twist/inertia)", "k"),
]


PARTS = """
    s: {type: voltage_source, between: [u, ground], voltage: 24 V}
    r: {type: resistor, between: [v, ground], resistance: 3 ohm}
    p: {type: pwm_bridge, supply: [u, ground], load: [v, ground], duty: 0.3, frequency: "TEXT"}
"""
IN_HERTZ = f"circuits:\n  c:\n   parts:{PARTS}"
IN_RADIANS = """
bodies: {bar: {estimate: [0, 0, 0]}}
joints: {O: {type: revolute, between: [{ground: [0, 0]}, {bar: [0, 0]}]}}
drivers: {motor: {type: angle, joint: O, value: {type: harmonic, amplitude: 10 deg, frequency: "TEXT"}}}
"""


def parameters(**given: str) -> lw.Planar:
    m = lw.Planar("given")
    m.parameters(**given)
    return m


def read(place: str, text: str) -> Mechanism:
    given = "".join(f"  {name}: {value}\n" for name, value in GIVEN.items())
    return loads(f"linkwork: 1\nname: c\nparameters:\n{given}{place.replace('TEXT', text)}")


@pytest.mark.parametrize("text", ANGULAR)
def test_an_angular_speed_is_refused_in_hertz_and_taken_in_radians(text: str) -> None:
    with pytest.raises(LinkworkError, match=r"p': frequency: '.*' .*is an angular speed, and a frequency in Hz"):
        read(IN_HERTZ, text)
    read(IN_RADIANS, text)


@pytest.mark.parametrize("text", OF_CYCLES)
def test_a_frequency_is_refused_in_radians_and_taken_in_hertz(text: str) -> None:
    with pytest.raises(LinkworkError, match=r"frequency: '.*' .*is a frequency, and an angular one in rad/s"):
        read(IN_RADIANS, text)
    read(IN_HERTZ, text)


@pytest.mark.parametrize("text", ["n+f", "3000 rpm+0 Hz", "if(k < 2, n, f)"])
@pytest.mark.parametrize(("place", "message"), [(IN_HERTZ, "is an angular speed"), (IN_RADIANS, "is a frequency")])
def test_a_sum_of_both_is_refused_everywhere(place: str, message: str, text: str) -> None:
    with pytest.raises(LinkworkError, match=message):
        read(place, text)


@pytest.mark.parametrize("text", UNSURE)
@pytest.mark.parametrize("place", [IN_HERTZ, IN_RADIANS])
def test_what_units_do_not_tell_is_taken(place: str, text: str) -> None:
    read(place, text)


def test_the_message_names_the_parameters_and_what_to_write() -> None:
    with pytest.raises(LinkworkError, match=r"'2\*n' \(n = 3000 rpm\) is .*; 1 rev/s is 1 Hz: divide it by \(1 rev\)"):
        read(IN_HERTZ, "2*n")
    with pytest.raises(LinkworkError, match=r"'2\*f' \(f = 50 Hz\) is .*; 1 Hz is 1 rev/s: multiply it by \(1 rev\)"):
        read(IN_RADIANS, "2*f")
    read(IN_HERTZ, "2*n/(1 rev)")
    read(IN_RADIANS, "2*f*(1 rev)")


def test_a_parameter_set_anew_in_other_units_is_looked_at_again() -> None:
    m = parameters(f="2 rev/s")
    bar = m.body("bar", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.drive("motor", joint="O", angle=Harmonic(amplitude="10 deg", frequency="3*f"))
    m.validate()
    with pytest.raises(LinkworkError, match="is a frequency"):
        m.set(f="2 Hz")


@pytest.mark.parametrize(
    ("lead", "taken"), [("5 mm", True), ("5 mm/rev", False), ("5 mm/(1 rev)", False), ("2*p", False), ("2*pi*q", True)]
)
def test_a_lead_is_no_length_for_each_turn(lead: str, taken: bool) -> None:
    check = DimensionCheck(parameters(p="5 mm/rev", q="0.8 mm/rad"))
    place = parse(lead)
    if taken:
        check.refuse("screw", place, dim.LENGTH, "lead")
    else:
        with pytest.raises(LinkworkError, match="the lead is the advance in one turn"):
            check.refuse("screw", place, dim.LENGTH, "lead")


@pytest.mark.parametrize(
    ("text", "taken"),
    [("2*f*r", True), ("2*f", False), ("error*f", True), ("bar.angle*f", True), ("2*f*t/(1 s)", False)],
)
def test_a_gain_in_hertz_and_a_speed_are_no_frequencies(text: str, taken: bool) -> None:
    """An unknown signal may be an angle, and where a speed may stand a frequency times a length is one."""
    check = DimensionCheck(parameters(f="2 Hz", r="40 mm"))
    if taken:
        check.refuse("law", parse(text), Either(dim.SPEED, dim.RATE), "value")
    else:
        with pytest.raises(LinkworkError, match="is a frequency"):
            check.refuse("law", parse(text), Either(dim.SPEED, dim.RATE), "value")
