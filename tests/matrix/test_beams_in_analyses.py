"""One cantilever as a meshed body, by Ritz functions and of exact elements, in every analysis: right, or refused.

Tolerances are those of the coarsest of the three: six exact elements, whose errors of bending fall with the fourth
power, meet the first frequency and the deflection at rest to 1e-4 and their derivatives likewise.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import linkwork as lw
from linkwork import plans
from linkwork.base.errors import LinkworkError

LENGTH, WIDTH, HEIGHT, MODULUS, DENSITY, LOSS, G = 0.5, 0.02, 0.004, 7e10, 2700.0, 2e-4, 9.81
BENDING, LINE = MODULUS * WIDTH * HEIGHT**3 / 12, DENSITY * WIDTH * HEIGHT
SAG = -LINE * G * LENGTH**4 / (8 * BENDING)
ROOTS = np.array([1.875104068712, 4.694091132974, 7.854757438238, *(np.pi * (np.arange(4, 12) - 0.5))])
SPEEDS = (ROOTS / LENGTH) ** 2 * np.sqrt(BENDING / LINE)
LOAD, PACE = 0.3, 60.0
KINDS = ("meshed", "ritz", "exact")
TIP = {"meshed": "'arm@tip'", "ritz": "'arm@tip'", "exact": "arm_tip"}


def cantilever(kind: str, weight: float = G, angle: str = "0", elements: int = 6) -> lw.Planar:
    """A beam on a hub without freedom, or with the angle of a motor."""
    m = lw.Planar(kind)
    m.parameters(E=MODULUS, rho=DENSITY, c=LOSS)
    m.set_gravity(0, -weight)
    section: dict[str, Any] = {"type": "rectangle", "width": WIDTH, "height": HEIGHT}
    root: Any
    if kind == "meshed":
        body = m.flexible(
            "arm",
            shape={
                "type": "beam",
                "length": LENGTH,
                "section": {"width": WIDTH, "height": HEIGHT},
                "elements": 8,
            },
            material={"youngs_modulus": "E", "poissons_ratio": 0.3, "density": "rho"},
            interfaces={"root": {"at": (0, 0)}, "tip": {"at": (LENGTH, 0)}},
            modes=3,
            damping={"stiffness_share": "c"},
            reference="root",
        )
        root = body.interface("root")
    elif kind == "ritz":
        ritz = m.ritz_beam("arm", length=LENGTH, section=section, E="E", rho="rho", stations=0, damping="c")
        root = ritz.interface("root")
    else:
        beam = m.beam("arm", (0, 0), (LENGTH, 0), section=section, E="E", rho="rho", damping="c", elements=elements)
        root = beam.node("root")
    hub = m.body("hub", mass={"mass": 1, "inertia": 0.01}, estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), hub.at(0, 0))
    m.fixed("W", hub, root, at=(0, 0))
    m.drive("motor", joint="O", angle=angle)
    return m


def derivative(m: lw.Planar, response: str, parameter: str, **options: Any) -> float:
    return float(m.sensitivity([response], [parameter], **options)[response, parameter])


@pytest.mark.parametrize("kind", KINDS)
def test_rest_and_small_motions_are_those_of_beam_theory_with_their_derivatives(kind: str) -> None:
    m, tip = cantilever(kind), f"{TIP[kind]}.y"
    assert m.assemble().ok
    assert float(m.equilibrium()[tip.replace("'", "")]) == pytest.approx(SAG, rel=2e-4)
    first = m.linearise().modes[0]
    assert first.frequency == pytest.approx(SPEEDS[0], rel=1e-4)
    assert -first.eigenvalue.real == pytest.approx(LOSS * SPEEDS[0] ** 2 / 2, rel=3e-4)
    rest = {"analysis": "equilibrium"}
    assert derivative(m, f"max({tip})", "E", **rest) == pytest.approx(-SAG / MODULUS, rel=1e-3)
    assert derivative(m, f"max({tip})", "rho", **rest) == pytest.approx(SAG / DENSITY, rel=1e-3)
    small = {"analysis": "linearise"}
    shift = m.sensitivity(["frequency(1)"], ["E", "rho"], **small)
    value = float(shift.values["frequency(1)"])
    assert value in (pytest.approx(SPEEDS[0], rel=1e-3), pytest.approx(SPEEDS[0] / (2 * np.pi), rel=1e-3))
    assert shift["frequency(1)", "E"] == pytest.approx(value / (2 * MODULUS), rel=1e-2)
    assert shift["frequency(1)", "rho"] == pytest.approx(-value / (2 * DENSITY), rel=1e-2)
    table = m.study(plans.grid(rho=[DENSITY, 4 * DENSITY]), ["frequency(1)"], **small)
    columns = table.to_pandas()["frequency(1)"]
    assert columns[1] / columns[0] == pytest.approx(0.5, rel=2e-3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_swinging_load_has_the_answer_of_beam_theory(kind: str) -> None:
    """`periodic` by radau: the sum of all modes (1 + i w c) w_k^2 - w^2, each with the tip's 2^2 over the mass."""
    m = cantilever(kind, weight=0.0, elements=5)
    m.force("load", TIP[kind].replace("'", ""), y=f"{LOAD}*sin({PACE}*t)")
    cycle = m.periodic(period=2 * np.pi / PACE, method="radau", rtol=1e-7, points=33)
    flexibility = np.sum(4.0 / (SPEEDS**2 * (1.0 + 1j * PACE * LOSS) - PACE**2)) / (LINE * LENGTH)
    t, y = cycle.run.t[:-1], cycle.run[TIP[kind].replace("'", "") + ".y"][:-1]
    amplitude: NDArray[np.complex128] = 2.0 * np.mean(y * np.exp(-1j * PACE * t)) * 1j
    assert amplitude == pytest.approx(LOAD * flexibility, rel=1e-3)
    assert np.abs(cycle.multipliers).max() < 1.0


def test_a_moved_hub_shakes_all_three_alike() -> None:
    """Until the tip has swung once and a half; the largest deflection is 2 mm."""
    found = [
        cantilever(kind, 0.0, "0.02*sin(20*t)^2").simulate(0.12, 13, method="radau", rtol=1e-7, progress=False)[
            TIP[kind].replace("'", "") + ".y"
        ]
        for kind in KINDS
    ]
    largest = float(np.abs(found[0]).max())
    assert largest > 5e-3
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], atol=5e-4 * largest)


@pytest.mark.parametrize("kind", KINDS)
def test_inverse_dynamics_has_the_torque_of_a_stiff_arm(kind: str) -> None:
    """A slow motion bends it a little: 1 % of the torque."""
    m = cantilever(kind, 0.0, "0.3*sin(2*t)^2")
    run = m.inverse_dynamics(0.5, 41, progress=False)
    inertia = 0.01 + LINE * LENGTH**3 / 3
    assert run["motor.torque"] == pytest.approx(inertia * run["O.alpha"], abs=0.01 * np.abs(run["motor.torque"]).max())


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_saved_goes_on_is_drawn_and_reported(kind: str, tmp_path: Path) -> None:
    m = cantilever(kind)
    run = m.simulate(0.02, 5, method="radau", rtol=1e-6, progress=False)
    run.save(tmp_path / "arm.run")
    on = lw.load_run(tmp_path / "arm.run").go_on(until=0.04, points=5)
    whole = m.simulate(0.04, 9, method="radau", rtol=1e-6, progress=False)
    channel = TIP[kind].replace("'", "") + ".y"
    assert float(on[channel][-1]) == pytest.approx(float(whole[channel][-1]), abs=1e-9)
    run.animate(tmp_path / "arm.html")
    m.report(tmp_path / "report.html")
    assert (tmp_path / "arm.html").stat().st_size > 1e5
    assert (tmp_path / "report.html").stat().st_size > 1e4


def test_the_stiffness_of_an_interface_is_that_of_a_body_welded_to_it() -> None:
    with pytest.raises(LinkworkError, match="weld a body without mass"):
        cantilever("ritz").stiffness("arm@tip")
