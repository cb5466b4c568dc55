"""Laws without one slope where they are linearised: told by name, or refused by name where there is no slope at all."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError

KINK = "a law has a kink or jumps in this state"


def sledge(law: str) -> lw.Planar:
    """A sledge on a spring, with a drag that follows a law with a lag."""
    m = lw.Planar("sledge")
    body = m.body("b", estimate=(0.1, 0, 0))
    m.mass("b", mass=1, inertia=0.1)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), body.line((0, 0), (1, 0)))
    m.spring("s", m.ground.at(0, 0), body.at(0, 0), stiffness=100, free_length=0.2, damping=1)
    m.signal("law", law)
    m.state("lagged", rate="law - lagged")
    m.force("drag", body.at(0, 0), x="-3*lagged")
    return m


@pytest.mark.parametrize(
    "law",
    [
        "abs(b.vx)",
        "max(b.vx, 0)",
        "if(b.vx > 0, 2*b.vx, b.vx)",
        "sign(b.vx)",
        "sqrt(b.vx^2 + b.vy^2)",
        "hypot(b.vx, 0)",
    ],
)
def test_a_kink_or_a_jump_is_told_by_name(law: str) -> None:
    model = sledge(law).linearise()
    told = [note for note in model.notes if note.startswith(KINK)]
    assert len(told) == 1 and f"{KINK}: law;" in told[0]
    assert np.isfinite(model.eigenvalues).all()


@pytest.mark.parametrize(
    ("law", "slope"),
    [("b.vx", 1.0), ("tanh(b.vx)", 1.0), ("abs(b.vx)^1.5", 0.0), ("max(b.vx, -1)", 1.0), ("b.vx^3", 0.0)],
)
def test_smooth_laws_are_not_told(law: str, slope: float) -> None:
    """Eigenvalues of m s^2 + c s + k with a drag of 3 slope s / (s + 1)."""
    model = sledge(law).linearise()
    assert not any(KINK in note for note in model.notes)
    exact = np.roots([1.0, 2.0, 101.0 + 3.0 * slope, 100.0])
    assert np.sort_complex(model.eigenvalues) == pytest.approx(np.sort_complex(exact), rel=1e-9)


def test_springs_that_only_push_are_told_where_they_just_meet() -> None:
    """In space: a stop that a hanging mass just reaches, and one that it has left."""
    for gap, told in ((0.0, True), (0.01, False)):
        m = lw.Spatial("stop")
        body = m.body("b", estimate=(0, 0, 0))
        m.mass("b", mass=2, inertia=(1, 1, 1))
        m.translational("rail", m.ground, body, at=(0, 0, 0), axis=(0, 0, 1))
        m.actuator("spring", joint="rail", force="-50*rail.position")
        m.actuator("stop", joint="rail", force=f"-400*max(rail.position - {gap}, 0)")
        notes = m.linearise().notes
        assert [note.startswith(f"{KINK}: stop;") for note in notes if KINK in note] == [True] * told


@pytest.mark.parametrize("stiffness", [1e3, 1e6, 1e9])
def test_a_kink_beside_something_stiff_is_told(stiffness: float) -> None:
    m = lw.Planar("two sledges")
    for name in ("a", "c"):
        body = m.body(name, estimate=(0, 0, 0))
        m.mass(name, mass=1, inertia=0.1)
        m.translational(f"{name} guide", m.ground.line((0, 0), (1, 0)), body.line((0, 0), (1, 0)))
        law = "-100*a.x - 1e3*max(a.x, 0)" if name == "a" else f"-{stiffness!r}*c.x"
        m.force(f"on {name}", body.at(0, 0), x=law)
    assert [note.partition(";")[0] for note in m.linearise().notes if KINK in note] == [f"{KINK}: on a"]


def test_rounding_is_no_kink() -> None:
    """A rate that is zero along the rail but for rounding; a law that is steep and smooth."""
    m = lw.Planar("rail")
    body = m.body("b", estimate=(0.3, 0.1, 0.3))
    m.mass("b", mass=1, inertia=0.1)
    m.translational("rail", m.ground.line((0, 0), ("cos(0.3)", "sin(0.3)")), body.line((0, 0), (1, 0)))
    m.spring("s", m.ground.at(0, 0), body.at(0, 0), stiffness=100, free_length=0.4, damping=1)
    m.state("x", rate="sin(0.3)*b.x - cos(0.3)*b.y")
    m.force("steep", body.at(0, 0), x="-1e-3*tanh(b.vx/1e-5)")
    assert not any(KINK in note for note in m.linearise().notes)


def test_a_law_without_a_slope_is_refused_by_name() -> None:
    m = sledge("atan2(b.vy, b.vx)")
    with pytest.raises(AnalysisError, match="no finite slope in this state: law"):
        m.linearise()
    rest = m.equilibrium()
    assert rest["b.x"] == pytest.approx(0.2, abs=1e-12)
    assert any("stability is that of slow motions" in note and "law" in note for note in rest.notes)


@pytest.mark.parametrize("law", ["sqrt(b.vx^2 + b.vy^2)", "asin(1 - 0*b.x)", "hypot(b.vx, b.vy)", "log(b.x)"])
def test_rest_is_sought_where_laws_are_at_their_ends(law: str) -> None:
    """Roots that stay zero, arcs that stay at one: nothing of them moves with the position."""
    rest = sledge(law).equilibrium()
    x = rest["b.x"]
    pulled = {"asin(1 - 0*b.x)": np.pi / 2, "log(b.x)": np.log(x)}.get(law, 0.0)
    assert 100 * (x - 0.2) == pytest.approx(-3 * pulled, abs=1e-9)


@pytest.mark.parametrize("position", ["0", "max(0, t - 1)", "if(t < 1, 0, 1)"])
def test_settling_stands_still_in_time(position: str) -> None:
    """What drivers do later is nothing to a mechanism that settles at a time."""
    m = lw.Planar("hung")
    m.set_gravity(0, -9.81)
    slider, bob = m.body("slider", estimate=(0, 0, 0)), m.body("bob", estimate=(0.5, 0, 0))
    m.mass("slider", mass=1, inertia=0.1)
    m.mass("bob", mass=1, inertia=0.1)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.revolute("pin", slider.at(0, 0), bob.at(-0.5, 0))
    m.torsion_spring("coil", slider, bob, damping=0.5, stiffness=3)
    m.drive("move", joint="guide", position=position)
    angle = m.equilibrium(method="settle")["bob.angle"]
    assert 3.0 * angle == pytest.approx(-9.81 * 0.5 * np.cos(angle), abs=1e-9)


@pytest.mark.parametrize(
    ("law", "whose"), [({"type": "thelen"}, "biceps"), ({"type": "millard"}, "the rate of biceps.activation")]
)
def test_muscles_at_rest_are_named(law: dict[str, str], whose: str) -> None:
    """Thelen's fibres are stiffer where they are stretched; activations rise in another time than they fall."""
    m = lw.Planar("hanging forearm")
    m.set_gravity(0, -9.81)
    fore = m.body("fore", estimate=(0, 0, 0), mass={"mass": 2, "center": (0.14, 0), "inertia": 0.02})
    m.revolute("elbow", m.ground.at(0, 0), fore.at(0, 0))
    path = [m.ground.at(0, 0.3), fore.at(0.04, 0.005)]
    m.muscle("biceps", path, strength=600, optimal_length=0.12, tendon_length=0.17, excitation=0.3, law=law)
    (note,) = m.linearise().notes
    assert f"in this state: {whose};" in note
