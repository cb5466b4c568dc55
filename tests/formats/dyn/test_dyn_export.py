"""Mechanisms written as `.DYN` files, and read again."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import linkwork as lw
from formats.dyn.samples import POLYNOMIAL_CAM, SIMPLE_CAM, loaded
from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.formats.dyn import read_dyn
from linkwork.formats.dyn.data import Curve, PolynomialElement
from linkwork.mechanism.model_requests import AnalysisRequest


def simulated(m: lw.Planar, **request: object) -> lw.Planar:
    m.analysis = AnalysisRequest.model_validate({"simulate": {"until": 1, "points": 101, **request}})
    return m


def arm() -> lw.Planar:
    m = lw.Planar("arm")
    (r,) = (m.parameters(r=0.5),)
    arm, sled = m.body("arm", (0, 0, 0.3)), m.body("sled", (0.5, 0.1, 0.3))
    m.mass("arm", 2, (0.25, 0.125), 0.5)
    m.mass("sled", 1, inertia=0.25)
    m.revolute("pin", m.ground.at(0.125, 0), arm.at(-0.125, 0))
    m.translational("slide", arm.line((0, 0.25), (r, 0.25)), sled.line((0, 0), (1, 0)))
    m.joint_spring("coil", "pin", stiffness=3, free=0.25, force=0.5)
    m.joint_spring("bow", "slide", stiffness="40*r", free=0.75)
    m.actuator("push", "slide", force=1.5)
    m.set_gravity(0, -9.81)
    return simulated(m, speeds={"pin.omega": 2, "slide.speed": -1}, hold={"pin.angle": 0.5, "slide.position": 0.625})


def test_a_mechanism_is_read_back_the_same(tmp_path: Path) -> None:
    path = tmp_path / "arm.dyn"
    arm().save_dyn(path)
    m, report = lw.load_dyn(path)
    assert not [finding for finding in report if finding.kind == "conflict"]
    assert list(m.joints) == ["pin", "slide"]
    body = m.mass_properties("arm")
    assert (body.mass, body.x, body.y, body.inertia) == pytest.approx((2, 0.25, 0.125, 0.5))
    springs = {
        name: (float(f.stiffness.value({})), float(f.free.value({})))
        for name, f in m.forces.items()
        if "spring" in name
    }
    assert springs == {"spring_pin": (3.0, 0.25), "spring_slide": (20.0, 0.75)}
    assert float(m.forces["force_slide"].force.value.value({})) == 1.5
    assert float(m.forces["force_pin"].force.value.value({})) == -0.5
    assert float(m.gravity[1].value({})) == -9.81


def test_the_motion_is_the_same_after_reading(tmp_path: Path) -> None:
    path = tmp_path / "arm.dyn"
    first = arm()
    lw.save_dyn(first, path)
    again, _ = lw.load_dyn(path)
    runs = [m.run(progress=False) for m in (first, again)]
    for channel in ("arm.angle", "sled.x", "sled.y", "pin.omega", "slide.position"):
        before, after = (run[channel] for run in runs)
        assert after == pytest.approx(before, abs=1e-9)


@pytest.mark.parametrize("path", [POLYNOMIAL_CAM, SIMPLE_CAM], ids=["D.2", "D.3"])
def test_the_samples_are_written_and_read_back(path: Path, tmp_path: Path) -> None:
    """Curves, inertia and springs are those of the sample; the contact coordinates are found from the position."""
    m, _ = lw.load_dyn(path)
    m.save_dyn(tmp_path / "again.dyn")
    again, report = lw.load_dyn(tmp_path / "again.dyn")
    assert again.bodies_by_name["cam2_2"].profiles.keys() == m.bodies_by_name["cam2_2"].profiles.keys()
    for body in ("cam2_2", "cam2_3"):
        assert again.mass_properties(body) == m.mass_properties(body)
    assert again.contacts == m.contacts
    assert again.joints == m.joints
    assert {n: f.stiffness for n, f in again.forces.items()} == {n: f.stiffness for n, f in m.forces.items()}
    words = [str(finding) for finding in report if finding.kind == "conflict"]
    assert all("a seam" in word or "radius of gyration" in word or "presses" in word for word in words), words


def test_the_polynomials_keep_their_numbers(tmp_path: Path) -> None:
    def polynomials(path: Path) -> list[PolynomialElement]:
        file, _ = read_dyn(path)
        surfaces = [s for link in file.links for s in link.surfaces if isinstance(s, Curve)]
        return [e for s in surfaces for e in s.elements if isinstance(e, PolynomialElement)]

    m, _ = lw.load_dyn(POLYNOMIAL_CAM)
    m.save_dyn(tmp_path / "again.dyn")
    for old, new in zip(polynomials(POLYNOMIAL_CAM), polynomials(tmp_path / "again.dyn"), strict=True):
        assert (new.orders, new.first, new.divisor) == (old.orders, old.first, old.divisor or 1.0)
        assert new.coefficients == pytest.approx(old.coefficients, rel=1e-14)


def test_the_start_of_a_contact_is_found(tmp_path: Path) -> None:
    """D.3: the cam touches the roller at the middle of its arc, coordinates 0.5 and 0.5."""
    m, _ = lw.load_dyn(SIMPLE_CAM)
    m.save_dyn(tmp_path / "again.dyn")
    file, _ = read_dyn(tmp_path / "again.dyn")
    record = next(record for record in file.pair_records if record.joint == "pair_2")
    assert record.position[:2] == pytest.approx((0.5, 0.5), abs=1e-6)
    assert record.active is True


def test_hollow_arcs_and_circles_are_written(tmp_path: Path) -> None:
    m = lw.Planar("ring")
    ball = m.body("ball", (0.25, 0, 0), mass=lw.Mass(mass=1, inertia=1))
    ball.profile("rim", lw.circle(0.5))
    m.ground.profile("hole", lw.circle(1, hole=True))
    m.contact("touch", "ground.hole", "ball.rim", restitution=0.5)
    m.revolute("pin", m.ground, ball.at(-0.25, 0))
    simulated(m).save_dyn(tmp_path / "ring.dyn")
    again, _ = lw.load_dyn(tmp_path / "ring.dyn")
    assert again.bodies_by_name["ground"].profiles["hole"].elements[0].concave
    assert again.contacts["touch"].restitution == m.contacts["touch"].restitution
    file, _ = read_dyn(tmp_path / "ring.dyn")
    assert not any(record.active for record in file.pair_records)


def heavy() -> lw.Planar:
    m = lw.Planar("one")
    m.body("a", (0, 0, 0), mass=lw.Mass(mass=1, inertia=1))
    return m


def refused(m: lw.Planar, words: str, tmp_path: Path) -> None:
    path = tmp_path / "no.dyn"
    with pytest.raises(MechanismError, match=words):
        m.save_dyn(path)
    assert not path.exists()


def test_what_a_file_cannot_say_is_refused_by_name(tmp_path: Path) -> None:
    m = heavy()
    m.revolute("A", m.ground, "a")
    refused(m, "^analysis: a .DYN file asks for a simulation", tmp_path)
    simulated(m)
    m.drive("D", joint="A", angle="t")
    refused(m, "^driver 'D': a .DYN file has no drivers", tmp_path)

    m = simulated(heavy())
    m.fixed("W", m.ground, "a")
    refused(m, "^joint 'W': .* this is a fixed", tmp_path)

    m = simulated(heavy())
    m.revolute("A", m.ground, "a")
    m.force("F", "a", x=1)
    refused(m, "^force 'F': a .DYN file knows springs and constant forces in joints only", tmp_path)


def test_springs_that_a_file_cannot_say_are_refused_by_name(tmp_path: Path) -> None:
    def sprung(**fields: object) -> lw.Planar:
        m = heavy()
        m.revolute("A", m.ground, "a")
        m.joint_spring("S", "A", **fields)
        return simulated(m)

    refused(sprung(stiffness=1, damping=2), "^force 'S': a .DYN file has no dampers", tmp_path)
    refused(sprung(stiffness=1, force="2*t"), "^force 'S': a .DYN file knows constant forces only", tmp_path)
    twice = sprung(stiffness=1)
    twice.joint_spring("S2", "A", stiffness=2)
    refused(twice, "^force 'S2': a .DYN file has one spring in a joint", tmp_path)


def test_starts_that_a_file_cannot_say_are_refused_by_name(tmp_path: Path) -> None:
    m = heavy()
    m.revolute("A", m.ground, "a")
    refused(simulated(m, speeds={"a.vx": 1}), "speeds: 'a.vx': a .DYN file starts from joints", tmp_path)
    refused(simulated(m, start=0.5), "a .DYN file begins at 0 s", tmp_path)
    m.set_gravity(1, 0)
    refused(simulated(m), "^gravity: a .DYN file gives no direction", tmp_path)


def test_profiles_that_a_file_cannot_say_are_refused_by_name(tmp_path: Path) -> None:
    def shaped(**fields: object) -> lw.Planar:
        m = heavy()
        m.revolute("A", m.ground, "a")
        m.add_profile("a", "edge", **fields)
        return simulated(m)

    spline = {"type": "spline", "points": [(0, 0), (1, 0), (1, 1)]}
    refused(shaped(elements=[spline]), "^profile of 'a' 'edge': .*begins with a segment", tmp_path)
    floor = {"type": "line", "along": (1, 0)}
    refused(shaped(elements=[floor]), "^profile of 'a' 'edge': ", tmp_path)
    right = {"type": "segment", "start": (0, 0), "end": (1, 0)}
    refused(shaped(elements=[right], material="right"), "^profile of 'a' 'edge': .*material is on the left", tmp_path)
    arc = {"type": "arc", "center": (0, 0), "start": (1, 0), "end": (0, 1)}
    level = {"type": "polynomial", "coefficients": [1], "from": math.pi / 2, "to": math.pi}
    back = {"type": "arc", "center": (0, 0), "start": (-1, 0), "end": (1, 0)}
    refused(shaped(elements=[arc, level, back]), "^profile of 'a' 'edge': .*at 360 angles|spans", tmp_path)


def test_contacts_that_a_file_cannot_say_are_refused_by_name(tmp_path: Path) -> None:
    m, _ = lw.load_dyn(SIMPLE_CAM)
    m.contact("rough", "cam2_2.curve_23", "cam2_3.curve_32", friction=0.1)
    refused(m, "^contact 'rough': a .DYN file cannot say 'friction'", tmp_path)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="the file cannot be written"):
        arm().save_dyn(tmp_path / "nowhere" / "arm.dyn")


def test_an_arc_of_the_fixed_link_is_moved_with_it() -> None:
    text = SIMPLE_CAM.read_text().replace(
        "NAME : cam2_1\nARO\n 1 0 0 0\n 0 1 0 0", "NAME : cam2_1\nARO\n 0 -1 0 2\n 1 0 0 3"
    )
    head = "ENTITY : SURF\nNAME : 99\nTYPE : COURBE\nNORMAL VECTOR : 0 0 1\n"
    circle = (
        "TYPE OF CURVE : CIRCLE\nCENTRE : 5 0 0\nRADIUS : 1\nPINIT : 6 0 0\nCONCAVE OR CONVEX : CONVEX\nFIN : YES\n\n"
    )
    place = text.index("ENTITY : SURF\nNAME : 12")
    m, _ = loaded(text[:place] + head + circle + text[place:])
    found = m.bodies_by_name["ground"].profiles["curve_99"].elements[0]
    assert [float(v.value({})) for v in found.center] == pytest.approx([2.0, 8.0])
    assert float(found.begin.value({})) == pytest.approx(math.pi / 2)


def test_loops_are_written_as_the_thesis_walks_them(tmp_path: Path) -> None:
    m, _ = lw.load_dyn(SIMPLE_CAM)
    m.save_dyn(tmp_path / "again.dyn")
    (loop,), (given,) = (read_dyn(path)[0].loops for path in (tmp_path / "again.dyn", SIMPLE_CAM))
    assert loop.closed and given.closed
    assert loop.joints == tuple((forward, f"pair_{name}") for forward, name in given.joints)


def test_every_cut_closes_a_loop_and_the_rest_is_open(tmp_path: Path) -> None:
    m = lw.Planar("four-bar with an arm")
    crank, rod, rocker = m.body("crank", (0, 0, 1)), m.body("rod", (0.5, 0.8, 0)), m.body("rocker", (3, 0, 1.7))
    arm, hand = m.body("arm", (3, 2, 0)), m.body("hand", (4, 2, 0))
    for name in ("crank", "rod", "rocker", "arm", "hand"):
        m.mass(name, 1, inertia=1)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", rod.at(0, 0), crank.at(1, 0))
    m.revolute("C", rod.at(3, 0), rocker.at(2, 0))
    m.revolute("D", m.ground.at(3, 0), rocker.at(0, 0))
    m.revolute("E", rocker.at(2, 0), arm.at(0, 0))
    m.revolute("F", hand.at(0, 0), arm.at(1, 0))
    simulated(m, hold={"A.angle": 1.0}, speeds={"A.omega": 0.0, "E.omega": 0.0, "F.omega": 0.0}).save_dyn(
        tmp_path / "bars.dyn"
    )
    closed, chain = read_dyn(tmp_path / "bars.dyn")[0].loops
    assert (closed.name, closed.closed, chain.name, chain.closed) == ("1", True, "2", False)
    directions = {name: forward for forward, name in closed.joints}
    assert directions in ({name: (name in "AC") == way for name in "ABCD"} for way in (True, False))
    assert chain.joints == ((True, "E"), (False, "F"))
    _, report = lw.load_dyn(tmp_path / "bars.dyn")
    assert not [finding for finding in report if finding.kind == "conflict"]
