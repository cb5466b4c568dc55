"""Common slips in a model file get their remedy, with the place."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError
from linkwork.formats.model_file import loads

MODEL = """linkwork: 1
name: crank
parameters: {r: 0.04}
bodies:
  crank: {estimate: [0, 0, 0]}
joints:
  O: {type: revolute, between: [{ground: [0, 0]}, {crank: [0, 0]}]}
drivers:
  motor: {type: angle, joint: O, value: 6*t}
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("r: 0.04", "r: 0,04", r":3:19: .*decimals are written with a point: 0.04 instead of 0,04"),
        ("r: 0.04", "r: '0,04'", r":3:\d+: .*decimals are written with a point"),
        ("[0, 0, 0]}", "[0,2, 0, 0]}", r":5:\d+: .*decimals are written with a point: 0.2 instead of 0,2"),
        ("type: angle", "type:angle", r":9:11: 'type:angle': a blank is missing .*write 'type: angle'"),
        ("{r: 0.04}", "{r:0.04}", r":3:14: 'r:0.04': a blank is missing behind the colon; write 'r: 0.04'"),
        ("name: crank", "name:crank", r"a blank is needed behind a colon, as in 'name: ...'"),
        ("type: revolute", "type: prismatic", r":7:13: .*no type 'prismatic'; it is called 'translational' here"),
        ("type: revolute", "type: hinge", r"no type 'hinge'; it is called 'revolute' here"),
        ("type: revolute", "typ: revolute", r"'type' is missing; 'typ' is written 'type' here"),
        ("type: angle", "type: speed", r":9:17: .*no type 'speed'; a driver gives a value over time; .*60 rpm\*t"),
        ("value: 6*t", "speed: 60 rpm", r":9:34: .*'speed' is not known here; a driver gives a value over time"),
        ("type: angle, joint: O, value: 6*t", "joint: O, angle: 6*t", r":9:3: .*write type: angle, value: 6\*t"),
        ("type: angle, joint: O, value: 6*t", "joint: O, speed: 6 rpm", r":9:3: .*60 rpm\*t.* and type: angle or"),
        ("type: angle, ", "", r":9:3: driver 'motor': 'type' is missing; write type: angle for a joint that turns"),
        (
            "drivers:",
            "analysis: {type: kinematics, until: 1}\ndrivers:",
            r"write analysis: \{kinematics: \{until: 1 s\}\}",
        ),
        ("drivers:", "output: {channels: [crank.x]}\ndrivers:", r":8:10: .*are written plots: \[slider.x, "),
        ("value: 6*t", "value: 6 t", r":9:41: .*t is the tonne here, the time is a factor: 6\*t"),
        ("estimate: [0, 0, 0]", "mass: 2 kg", r":5:17: .*write mass: \{mass: 2 kg\}"),
        (
            "estimate: [0, 0, 0]",
            "mass: 4 mm",
            r":5:17: .*'4 mm' is a length, but a mass is needed; write mass: \{mass: 4 kg\}",
        ),
        ("estimate: [0, 0, 0]", "mass: 4 m m2", r":5:17: .*write mass: \{mass: 4 m m2\}"),
        ("{estimate: [0, 0, 0]}", "\n    mass:2", r":6:5: .*a blank is missing behind the colon; write 'mass: 2'"),
        ("estimate: [0, 0, 0]", "mass: '0,2 kg'", r":5:17: .*write mass: \{mass: 0.2 kg\}.*written with a point"),
        ("drivers:", "gravity: 9.81\ndrivers:", r":8:10: gravity: .*as in gravity: \[0, -9.81\]"),
    ],
)
def test_a_slip_is_told_with_its_remedy(old: str, new: str, message: str) -> None:
    with pytest.raises(LinkworkError, match=message):
        loads(MODEL.replace(old, new))


def test_a_plot_of_one_channel_needs_no_list() -> None:
    model = loads(MODEL + "output: {plots: [crank.x, [crank.y, crank.angle]]}\n")
    assert model.output.plots == [["crank.x"], ["crank.y", "crank.angle"]]


def test_gravity_in_space_has_three_components() -> None:
    text = (
        "linkwork: 1\nworld: space\nname: ball\nbodies: {ball: {mass: {mass: 1, inertia: [1, 1, 1]}}}\ngravity: 9.81\n"
    )
    with pytest.raises(LinkworkError, match=r":5:10: gravity: .*as in gravity: \[0, 0, -9.81\]"):
        loads(text)


def test_a_missing_driver_is_asked_for_at_the_ground() -> None:
    m = lw.Planar("slider-crank")
    crank, rod, slider = m.bodies("crank", "rod", "slider")
    m.revolute("A", crank, rod, at=(0.03, 0.03))
    m.revolute("B", rod, slider, at=(0.2, 0))
    m.revolute("O", m.ground, crank, at=(0, 0))
    m.translational("guide", m.ground, slider, at=(0.2, 0), along=(1, 0))
    assert m.check().suggestions == ["joint 'O' (angle)"]
