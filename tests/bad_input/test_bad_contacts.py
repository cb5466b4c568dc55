"""Contacts, profiles and impacts that make no sense: each gives one sentence with its place, without compiled code."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError, MechanismError, ModelFileError
from linkwork.formats.model_file import loads

CORNERS = "[[-.1, -.1], [.1, -.1], [.1, .1], [-.1, .1]]"
GOOD = f"""\
linkwork: 1
gravity: [0, -9.81]
bodies:
  ground: {{profiles: {{floor: {{elements: [{{type: line, along: [-1, 0]}}]}}}}}}
  block:
    estimate: [0, 1, 0]
    mass: {{mass: 1, inertia: 1}}
    profiles: {{skin: {{elements: [{{type: polyline, points: {CORNERS}}}], closed: true}}}}
contacts:
  C: {{between: [ground.floor, block.skin], restitution: 0.5, friction: 0.2}}
analysis: {{simulate: {{until: 1}}}}
"""
LINE = "{type: line, along: [-1, 0]}"

# what it is, old text, new text, line:column, words of the message
CHANGES = [
    (
        "unknown profile",
        "block.skin",
        "block.skim",
        "10:31",
        "contact 'C': body 'block' has no profile 'skim'; did you",
    ),
    (
        "unknown body",
        "block.skin",
        "blok.skin",
        "10:31",
        "contact 'C': body 'blok' is not defined; did you mean 'block'",
    ),
    ("no profile at all", "ground.floor", "block", "10:17", "both sides are on body 'block'; name two different"),
    ("same body twice", "ground.floor", "block.skin", "10:17", "both sides are on body 'block'; name two different"),
    ("negative restitution", "tion: 0.5", "tion: -0.5", "10:57", "restitution must not be negative; it is -0.5"),
    ("restitution above 1", "tion: 0.5", "tion: 1.2", "10:57", "restitution must not be above 1; it is 1.2"),
    ("negative friction", "friction: 0.2", "friction: -1", "10:72", "friction must not be negative; it is -1"),
    ("less static", "friction: 0.2", "friction: 0.2, static_friction: 0.1", "10:94", "static_friction .* less than"),
    ("empty profile", LINE, "", "4:41", "floor.elements: expected at least 1 items; found 0"),
    ("unknown element", "type: line", "type: lime", "4:49", "there is no type 'lime'; did you mean 'line'"),
    ("profile of one point", CORNERS, "[[0, 0]]", "8:59", "points: expected at least 2 items; found 1"),
    ("corner twice", "[.1, -.1]", "[-.1, -.1]", "8:16", "its start and its end are the same"),
    ("crossing sides", CORNERS, "[[-1, -1], [1, 1], [1, -1], [-1, 1]]", "8:16", "cross each other near"),
    ("no direction", "along: [-1, 0]", "along: [0, 0]", "4:23", "the direction 'along' is zero"),
    ("clockwise solid", CORNERS, "[[-1, 1], [1, 1], [1, -1], [-1, -1]]", "10:31", "is a hole, .* counter-clockwise"),
    ("huge number", "friction: 0.2", "friction: 1e200", "10:3", "the number 1e.200 is too large"),
    ("not a number", "friction: 0.2", "friction: .nan", "10:72", "a number must be finite, not nan"),
    ("infinite", "friction: 0.2", "friction: .inf", "10:72", "a number must be finite, not inf"),
    ("unknown parameter", "friction: 0.2", "friction: mu", "10:72", "unknown name 'mu'"),
    ("a truth value", "tion: 0.5", "tion: true", "10:57", "expected a number or an expression, but got True"),
    ("no points", "friction: 0.2", "points: 0", "10:70", "points: must be at least 1; found 0"),
    ("too many points", "friction: 0.2", "points: 100", "10:70", "points: must be at most 64; found 100"),
    ("points not whole", "friction: 0.2", "points: 2.5", "10:70", "points: expected a whole number; found 2.5"),
    ("one side", "[ground.floor, block.skin]", "[ground.floor]", "10:7", "between: item 2 of the list is missing"),
    ("three sides", "block.skin]", "block.skin, a.b]", "10:16", "between: expected at most 2 items; found 3"),
    ("sides are a word", "[ground.floor, block.skin]", "floor", "10:16", "between: expected a list; found 'floor'"),
    ("no sides", "between: [ground.floor, block.skin], ", "", "10:3", "contact 'C': 'between' is missing"),
    ("misspelt field", "restitution", "restituton", "10:44", "'restituton' is not known here; did you mean 'restit"),
    ("a type", "friction: 0.2", "type: journal", "10:62", "'type' is not known here; known are: friction"),
    ("capture of nothing", "friction: 0.2", "capture: 0", "10:71", "capture must be greater than zero; it is 0"),
    ("backward Stribeck", "friction: 0.2", "stribeck_speed: -1", "10:78", "stribeck_speed must be greater than zero"),
    ("static alone", "friction: 0.2", "static_friction: 0.2", "10:3", "static_friction has no friction beside it"),
    ("Stribeck alone", "n: 0.2", "n: 0.2, stribeck_speed: 1", "10:3", "no effect without static_friction"),
    ("bite alone", "friction: 0.2", "tangential_restitution: 0.2", "10:3", "no effect without friction"),
    ("name taken", "  C: {between", "  block: {between", "10:3", "contact 'block': the name is already taken"),
    ("unknown law", "analysis:", "impacts: {law: newtons}\nanalysis:", "11:16", "law: must be 'newton', 'poisson' or"),
    ("word for impacts", "analysis:", "impacts: newton\nanalysis:", "11:10", "impacts: expected a mapping"),
    ("unknown force", "restitution: 0.5", "force: {type: hurtz}", "10:58", "no type 'hurtz'; did you mean 'hertz'"),
    ("plot of nothing", "analysis:", "output: {plots: [[D.force]]}\nanalysis:", "11:19", "nothing is named 'D'"),
]


def test_the_good_model_is_valid() -> None:
    loads(GOOD + 'output: {plots: [[C.force, "C[2].gap"]]}\n', "m.yaml").validate()


@pytest.mark.parametrize(
    ("old", "new", "place", "words"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES]
)
def test_a_bad_contact_is_refused_with_its_place(old: str, new: str, place: str, words: str) -> None:
    assert GOOD.count(old) >= 1
    with pytest.raises(ModelFileError) as caught:
        loads(GOOD.replace(old, new, 1), "m.yaml").validate()
    message = str(caught.value)
    assert message.startswith(f"m.yaml:{place}: "), message
    assert re.search(words, message), message
    assert "\n" not in message


def _plane() -> lw.Planar:
    m = lw.Planar("block")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    block = m.body("block", estimate=(0, 0.05, 0))
    m.mass("block", mass=1, inertia=1)
    block.profile("skin", lw.polygon([(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)]))
    return m


def test_bodies_that_overlap_at_the_start_are_named() -> None:
    m = _plane()
    m.contact("C", "ground.floor", "block.skin")
    with pytest.raises(
        LinkworkError, match=r"at the start contact 'C'.* its two outlines overlap there already; move the"
    ):
        m.simulate(until=1, progress=False)


def test_python_refuses_with_the_name_of_the_contact() -> None:
    m = _plane()
    with pytest.raises(MechanismError, match=r"contact 'C': 'restitution': .*finite"):
        m.contact("C", "ground.floor", "block.skin", restitution=float("nan"))
    with pytest.raises(MechanismError, match="contact 'C': 'points'"):
        m.contact("C", "ground.floor", "block.skin", points=0)
    with pytest.raises(MechanismError, match="contact 'C': 'bounce' is not known here"):
        m.contact("C", "ground.floor", "block.skin", bounce=1)
    with pytest.raises(MechanismError, match="impacts: 'law': must be 'newton'"):
        m.impacts("hook")
    m.contact("C", "ground", "block", friction="mu")
    with pytest.raises(MechanismError, match="contact 'C': expression 'mu': unknown name"):
        m.validate()


def test_a_contact_in_space_is_checked_too() -> None:
    m = lw.Spatial("ball")
    m.body("ball")
    m.mass("ball", mass=1, inertia=(1, 1, 1))
    m.add_solid("ball", "skin", {"type": "sphere", "radius": 0.1})
    m.add_solid("ground", "floor", {"type": "plane", "normal": (0, 0, 1)})
    m.contact("C", "ground.flor", "ball.skin")
    with pytest.raises(MechanismError, match="contact 'C': body 'ground' has no solid 'flor'; did you mean 'floor'"):
        m.validate()


def test_checking_contacts_needs_no_compiled_code() -> None:
    code = (
        "import sys\nfrom linkwork.formats.model_file import loads\n"
        f"loads({GOOD!r}, 'm.yaml').validate()\nassert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600)
