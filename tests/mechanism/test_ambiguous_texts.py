"""Texts that can be read in two ways are refused by name, with what to write instead."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.analysis.responses import Response
from linkwork.base.errors import LinkworkError, MechanismError
from linkwork.expression import parse
from linkwork.formats.model_file import dumps, loads

MODEL = """
linkwork: 1
name: mass on a spring
parameters: {m: 4 kg}
bodies:
  block: {estimate: [0.4, 0, 0], mass: {mass: m, inertia: 0.01}}
joints:
  guide: {type: translational, between: [{ground: [[0, 0], [1, 0]]}, {block: [[0, 0], [1, 0]]}]}
forces:
  coil: {type: spring, between: [{ground: [0, 0]}, block], stiffness: 100 N/m, free_length: 300 mm}
"""


@pytest.mark.parametrize("text", ["(100 N)/m", "100/m", "9.81 m/s^2", "90 km/h", "2 m/a", "2 m/min(1, 2)", "30 deg/2"])
def test_what_can_be_read_in_one_way_only_is_read(text: str) -> None:
    assert parse(parse(text).text) == parse(text)


def test_a_stiffness_in_newton_per_metre_beside_a_parameter_m_is_that_stiffness() -> None:
    assert loads(MODEL).forces["coil"].stiffness.value({"m": 4.0}) == 100.0
    assert loads(MODEL.replace("100 N/m", "100/m")).forces["coil"].stiffness.value({"m": 4.0}) == 25.0
    with pytest.raises(LinkworkError, match=r":10:.*force 'coil': stiffness: '\(100 N\)/m' is an acceleration"):
        loads(MODEL.replace("100 N/m", "(100 N)/m"))


def arms() -> lw.Planar:
    m = lw.Planar("two arms")
    m.parameters(a=5.0)
    for name, x in (("arm", 0), ("a-arm", 3)):
        body = m.body(name, estimate=(x, 0, 0))
        m.revolute(f"pin {name}", m.ground.at(x, 0), body.at(0, 0))
        m.mass(name, mass=1, inertia=1)
    return m


def test_a_channel_of_a_body_with_a_hyphen_is_not_taken_for_a_difference() -> None:
    m = arms()
    m.signal("s", "2*(1 + a-arm.omega)")
    with pytest.raises(MechanismError, match=r"signal 's': .*'a-arm' too.*-arm.omega \+ a"):
        m.validate()
    m = arms()
    m.signal("s", "-arm.omega + a")
    run = m.simulate(0.1, 2, speeds={"arm.omega": 1.0, "a-arm.omega": 7.0}, progress=False)
    assert run["s"] == pytest.approx([4.0, 4.0])


def test_responses_read_it_in_quotes_only() -> None:
    run = arms().simulate(0.1, 3, speeds={"arm.omega": 1.0, "a-arm.omega": 7.0}, progress=False)
    with pytest.raises(LinkworkError, match="is read as a difference"):
        Response("final(a-arm.omega)").value(run)
    assert Response("final('a-arm.omega')").value(run) == pytest.approx(7.0)


@pytest.mark.parametrize("text", ["'a-arm'.omega", "'a-arm.omega'", '"a-arm".omega', "`a-arm`.omega"])
def test_a_name_with_a_hyphen_stands_in_quotes_in_signals_and_responses(text: str) -> None:
    m = arms()
    m.signal("s", f"2*{text}")
    run = m.simulate(0.1, 3, speeds={"arm.omega": 1.0, "a-arm.omega": 7.0}, progress=False)
    assert run["s"] == pytest.approx([14.0, 14.0, 14.0])
    assert Response(f"final({text})").value(run) == pytest.approx(7.0)
    assert run[text] == pytest.approx(run["a-arm.omega"])


@pytest.mark.parametrize("text", ["left arm.omega", "arm 1.omega*2", "arm-1.omega"])
def test_a_name_that_needs_quotes_says_so(text: str) -> None:
    m = arms()
    with pytest.raises(LinkworkError, match=r"stands in quotes, as in 'left arm'.omega"):
        m.signal("s", text)
        m.validate()


def test_every_part_of_a_name_may_stand_in_quotes() -> None:
    m = lw.Planar("quoted")
    arm = m.body("left arm", estimate=(0, 0, 0.3), points={"upper end": (0.4, 0)})
    m.revolute("pin", m.ground.at(0, 0), arm.at(0, 0))
    m.drive("motor", joint="pin", angle="0.3 + 2*t")
    m.channel("height", "2*'left arm'.'upper end'.y")
    run = m.kinematics(until=0.5, points=3)
    assert run["height"] == pytest.approx(2 * run["left arm.upper end.y"])
    assert Response("max('left arm'.'upper end'.y)").value(run) == pytest.approx(0.4 * 0.9635581854171930)
    assert parse("2*arm.'upper end'.y").names == {"arm.upper end.y"}


def pressed(crank: str, rod: str) -> lw.Planar:
    """A slider-crank whose two lengths have these names."""
    m = lw.Planar("press")
    r, length, half = m.parameters(**{crank: 0.2, rod: 0.5, f"half {rod}": f"'{rod}'/2"})
    bodies = [m.body(name, estimate=place) for name, place in (("crank", (0, 0, 1)), ("slide", (r + length, 0, 0)))]
    link = m.body("rod", estimate=(f"'{crank}'", 0, 0), points={"middle": (half, 0)})
    m.revolute("O", m.ground.at(0, 0), bodies[0].at(0, 0))
    m.revolute("A", bodies[0].at(f"'{crank}'", 0), link.at(0, 0))
    m.revolute("B", link.at(length, 0), bodies[1].at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), bodies[1].line((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle="1 + 2*pi*t")
    return m


def test_parameters_may_have_names_with_spaces_hyphens_and_accents() -> None:
    """They are the same in motions, derivatives, studies, responses and files, and beside names that look like them."""
    plain, other = pressed("r", "l"), pressed("Kurbel länge", "l-rod")
    other.parameters(l=7.0, rod=8.0)
    options = {"until": 1.0, "points": 11}
    both = [m.kinematics(progress=False, **options) for m in (plain, other, loads(dumps(other)))]
    for run in both[1:]:
        assert (run["slide.x"] == both[0]["slide.x"]).all()
        assert (run["rod.middle.y"] == both[0]["rod.middle.y"]).all()
    slopes = [
        list(m.sensitivity("max(slide.x)", list(names), **options).derivatives.values())
        for m, names in ((plain, ("r", "l")), (other, ("Kurbel länge", "l-rod")))
    ]
    assert slopes[1] == pytest.approx(slopes[0], rel=1e-12)
    plans = lw.plans.grid(r=[0.15, 0.25]), lw.plans.grid(**{"Kurbel länge": [0.15, 0.25]})
    answers = [
        m.study(plan, f"max(slide.x)/'{name}'", progress=False, **options).to_pandas().iloc[:, 1].to_numpy()
        for m, plan, name in zip((plain, other), plans, ("r", "Kurbel länge"), strict=True)
    ]
    assert answers[1] == pytest.approx(answers[0], rel=1e-12)
    other.set(**{"Kurbel länge": "150 mm"})
    assert other.kinematics(progress=False, **options)["slide.x"].max() < both[0]["slide.x"].max()


def test_a_parameter_with_a_hyphen_is_not_taken_for_a_difference() -> None:
    m = lw.Planar("arms")
    m.parameters(**{"a": 1.0, "arm": 2.0, "a-arm": 30.0})
    body = m.body("b", estimate=("a-arm", 0, 0))
    m.revolute("O", m.ground.at("'a-arm'", 0), body.at(0, 0))
    with pytest.raises(MechanismError, match=r"body 'b': 'a-arm' is read as a difference.*'a-arm'; .* write -arm \+ a"):
        m.validate()
