"""Bodies with elastic modes as they are described: files, names, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import linkwork as lw

MODES: dict[str, Any] = {
    "mass": [0.4, 0.1],
    "stiffness": [80, 900],
    "linear_coupling": [[0, 0.5], [0, 0.1]],
    "angular_coupling": [0.3, 0.05],
    "interfaces": {"root": {}, "tip": {"at": [1, 0], "translation": [[0, 1], [0, 0]], "rotation": [1.5, -4]}},
}
MASS = {"mass": 1, "center": (0.5, 0), "inertia": 0.1}


def beam(**changes: Any) -> lw.Planar:
    """A beam that hangs on a pin."""
    m = lw.Planar("beam")
    m.set_gravity(0, -9.81)
    rod = m.modal("rod", mass=MASS, modes=MODES | changes, estimate=(0, 0, -1))
    m.revolute("O", m.ground.at(0, 0), rod.interface("root"))
    return m


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"stiffness": [[80, 1], [2, 900]]}, "body 'rod': 'stiffness' of its modes is not symmetric"),
        ({"stiffness": [80]}, "body 'rod': 'stiffness' of its modes needs 2 numbers; found 1 of 2"),
        ({"mass": [0.4, 0]}, "body 'rod': a mode has no mass"),
        ({"gyroscopic_coupling": [[0, 1], [1, 0]]}, "'gyroscopic_coupling' of its modes is not antisymmetric"),
        ({"linear_coupling": [[0, 0.5]]}, "'linear_coupling' of its modes needs 2 x 2 numbers; found 1 of 2"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(lw.LinkworkError, match=words):
        beam(**changes).check()


def test_modes_with_more_coupling_than_mass_are_refused() -> None:
    with pytest.raises(lw.LinkworkError, match=r"body 'rod': the mass matrix of its modes .* not positive definite"):
        beam(linear_coupling=[[0, 5], [0, 0.1]]).check()


def test_a_wrong_interface_is_named() -> None:
    m = beam()
    m.revolute("X", m.ground.at(1, 0), "rod@tipp")
    with pytest.raises(lw.LinkworkError, match="joint 'X': body 'rod' has no interface 'tipp'; did you mean 'tip'"):
        m.check()


def test_a_joint_needs_an_interface() -> None:
    m = beam()
    m.revolute("X", m.ground.at(1, 0), "rod")
    with pytest.raises(lw.LinkworkError, match="joint 'X': body 'rod' has elastic modes; attach to one of its interf"):
        m.check()


def test_a_rigid_body_has_no_interfaces() -> None:
    m = beam()
    m.body("arm", mass=MASS)
    m.revolute("X", m.ground.at(1, 0), "arm@tip")
    with pytest.raises(lw.LinkworkError, match="'arm@tip': body 'arm' is rigid"):
        m.check()


def test_a_dot_instead_of_an_interface_is_mended_in_words() -> None:
    m = beam()
    m.revolute("X", m.ground.at(1, 0), "rod.tip")
    with pytest.raises(lw.LinkworkError, match="'tip' is an interface of body 'rod'; write rod@tip"):
        m.check()


def test_the_point_of_an_interface_is_its_frame() -> None:
    m = lw.Planar("beam")
    rod = m.modal("rod", mass=MASS, modes=MODES, estimate=(0, 0, -1))
    assert rod.at("tip").body == rod.interface("tip").at(0, 0).body == "rod@tip"


def test_the_file_says_it_all(tmp_path: Path) -> None:
    m = beam(start=[0.01, 0])
    m.save(tmp_path / "beam.yaml")
    again = lw.load(tmp_path / "beam.yaml")
    assert again.bodies_by_name["rod"] == m.bodies_by_name["rod"]
    here, there = (each.simulate(until=0.05, points=3)["rod@tip.y"] for each in (m, again))
    assert there == pytest.approx(here, abs=1e-12)


def test_modes_start_where_they_are_told() -> None:
    m = beam(start=[0.01, -0.002])
    run = m.simulate(until=0.01, points=2, speeds={"rod.q1_rate": 0.5}, hold={"rod.q2": 0.003})
    assert [run[name][0] for name in ("rod.q1", "rod.q2", "rod.q1_rate")] == pytest.approx([0.01, 0.003, 0.5])


def test_check_counts_modes_by_themselves() -> None:
    report = beam().check()
    assert (report.mobility, report.count_mobility, report.modes) == (1, 1, ["rod.q1", "rod.q2"])
    assert "2 of elastic modes" in str(report)


@pytest.mark.parametrize(
    "ask",
    [
        lambda m: m.simulate(until=0.1, formulation="joint-canonical"),
        lambda m: m.simulate(until=0.1, formulation="canonical"),
        lambda m: m.simulate(until=0.1, method="trapezoidal", step=1e-3),
        lambda m: m.inverse_dynamics(until=0.1),
        lambda m: m.stiffness("rod"),
        lambda m: m.functions(),
        lambda m: m.simulate(until=0.01, points=3).free_body("rod"),
    ],
)
def test_what_does_not_take_modes_says_so_by_name(ask: Any) -> None:
    with pytest.raises(lw.LinkworkError, match=r"body 'rod'"):
        ask(beam())


def test_blows_are_refused_beside_modes() -> None:
    struck = beam()
    struck.event("hit", "t - 0.1", impulse={"rod@tip": (1, 0)})
    with pytest.raises(lw.LinkworkError, match="an impulse on body 'rod', which has elastic modes, is not followed"):
        struck.check()


def test_a_drawing_shows_the_interfaces() -> None:
    from linkwork.view.scene import build_scene

    scene = build_scene(beam().simulate(until=0.01, points=3))
    assert [body["name"] for body in scene["bodies"]] == ["ground", "rod", "rod@root", "rod@tip"]
    assert scene["connectors"][0] == {"kind": "rod", "name": "rod", "from": [2, 0.0, 0.0], "to": [3, 0.0, 0.0]}
