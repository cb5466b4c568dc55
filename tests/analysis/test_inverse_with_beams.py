"""Inverse dynamics of geometrically exact beams on driven hubs, in the plane and in space."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw

HEIGHT, WIDTH, LENGTH, MODULUS, DENSITY, HUB = 0.004, 0.02, 0.5, 7e10, 2700.0, 0.01
SWING = "0.5*(1 - cos(3*t))"
WORLDS = ("plane", "space")


def hub_with_arm(world: str, drive: Any = SWING, elements: int = 4, parameters: Any = None, **beam: Any) -> Any:
    """A beam clamped to a hub that turns about z; no drive: a free hub."""
    space = world == "space"
    m: Any = parameters or (lw.Spatial("arm on a hub") if space else lw.Planar("arm on a hub"))
    size = 3 if space else 2
    hub = m.body("hub", mass={"mass": 1, "inertia": (HUB,) * 3 if space else HUB}, estimate=(0, 0, 0))
    given = {"section": {"type": "rectangle", "width": WIDTH, "height": HEIGHT}, "E": MODULUS, "rho": DENSITY}
    given |= {"y": (0, 1, 0)} if space else {}
    arm = m.beam("arm", (0,) * size, (LENGTH, *(0,) * (size - 1)), **(given | {"elements": elements} | beam))
    if space:
        m.revolute("O", m.ground, hub, at=(0, 0, 0), axis=(0, 0, 1))
        m.fixed("W", hub, arm.node("root"))
    else:
        m.revolute("O", m.ground.at(0, 0), hub.at(0, 0))
        m.fixed("W", hub, arm.node("root"), at=(0, 0))
    if drive is not None:
        m.drive("motor", joint="O", angle=drive)
    return m


def torque_of(run: Any) -> np.ndarray:
    return np.asarray(run["motor.tz" if run.mechanism.world.dimensions == 3 else "motor.torque"])


def with_modes(drive: str = SWING) -> lw.Planar:
    """The same arm as a beam by Ritz functions."""
    m = lw.Planar("arm with modes")
    section = {"type": "rectangle", "width": WIDTH, "height": HEIGHT}
    beam = m.ritz_beam(
        "arm", length=LENGTH, section=section, E=MODULUS, rho=DENSITY, bending=4, stations=0, estimate=(0, 0, 0)
    )
    hub = m.body("hub", mass={"mass": 1, "inertia": HUB}, estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), hub.at(0, 0))
    m.fixed("W", hub, beam.interface("root"), at=(0, 0))
    m.drive("motor", joint="O", angle=drive)
    return m


def test_torque_and_deflection_are_those_of_a_floating_frame_in_plane_and_space() -> None:
    floating = with_modes().inverse_dynamics(2, 81, progress=False)
    for world in WORLDS:
        run = hub_with_arm(world).inverse_dynamics(2, 81, progress=False)
        torque = torque_of(run)
        assert torque == pytest.approx(floating["motor.torque"], abs=3e-5 * np.abs(torque).max())
        assert run["arm_tip.y"] == pytest.approx(floating["arm@tip.y"], abs=2e-6)  # it bends by 0.4 mm
        assert np.abs(np.diff(torque, 3)).max() < 1e-2 * np.abs(torque).max()  # smoothly
        assert np.abs(run["energy.balance"]).max() < 1e-6 * np.abs(run["energy.driven"]).max()
        assert any("the nodes of 'arm' deflect as the driven motion asks for" in note for note in run.notes)
        assert run["W.fx"].shape == run.t.shape


@pytest.mark.parametrize("world", WORLDS)
def test_a_free_hub_with_the_torque_that_was_found_makes_the_driven_motion(world: str) -> None:
    drive = "0.4*sin(2*t)^6"
    driven = hub_with_arm(world, drive).inverse_dynamics(1.5, 301, progress=False)
    free = hub_with_arm(world, None)
    course = lw.Table(points=tuple(zip(driven.t.tolist(), torque_of(driven).tolist(), strict=True)), of="t")
    free.force("motor", "hub", torque=(0, 0, course) if world == "space" else course)
    run = free.simulate(1.5, 31, method="radau", rtol=1e-9, progress=False)
    assert run["O.angle"] == pytest.approx(driven["O.angle"][::10], abs=2e-5)
    assert run["arm_tip.y"] == pytest.approx(driven["arm_tip.y"][::10], abs=2e-5)


@pytest.mark.parametrize("world", WORLDS)
def test_a_stiff_beam_needs_the_torque_of_a_rigid_one(world: str) -> None:
    run = hub_with_arm(world, E=1e4 * MODULUS).inverse_dynamics(1, 21, progress=False)
    line = DENSITY * WIDTH * HEIGHT
    inertia = HUB + line * (LENGTH**3 / 3 + LENGTH * HEIGHT**2 / 12)
    torque = torque_of(run)
    assert torque == pytest.approx(inertia * run["O.alpha"], abs=2e-3 * np.abs(torque).max())  # masses at nodes


@pytest.mark.parametrize("world", WORLDS)
def test_a_drive_that_stands_still_leaves_the_position_of_rest(world: str) -> None:
    m = hub_with_arm(world, "0.2")
    m.set_gravity(*((0, -9.81, 0) if world == "space" else (0, -9.81)))
    run, rest = m.inverse_dynamics(1, 5, progress=False), m.equilibrium()
    assert run["arm_tip.y"] == pytest.approx(np.full(5, rest["arm_tip.y"]), abs=1e-9)
    assert torque_of(run) == pytest.approx(np.full(5, rest.reaction("motor")[-1]), rel=1e-6)


@pytest.mark.parametrize("world", WORLDS)
def test_a_drive_as_fast_as_the_beam_is_integrated_and_told(world: str) -> None:
    drive = "0.02*sin(80*t)^2"
    run = hub_with_arm(world, drive).inverse_dynamics(0.05, 11, progress=False)
    assert any("the drive is too fast" in note and "the nodes of 'arm' are integrated" in note for note in run.notes)
    floating = with_modes(drive).inverse_dynamics(0.05, 11, progress=False)["motor.torque"]
    assert torque_of(run) == pytest.approx(floating, abs=5e-2 * np.abs(floating).max())
    assert np.abs(floating).max() > 1.0


@pytest.mark.parametrize("gravity", (0.0, -9.81))
def test_a_short_drive_out_and_back_within_a_long_run_is_seen(gravity: float) -> None:
    """Sixteen times of even distance, the first that are tried, see little of it or nothing."""
    m = hub_with_arm("plane", "0.2*exp(-((t - 5.3)/0.2)^2)", elements=2)
    m.set_gravity(0, gravity)
    long, near = m.inverse_dynamics(10, 201, progress=False), m.inverse_dynamics(6.3, 41, start=4.3, progress=False)
    there = (long.t > 4.29) & (long.t < 6.31)
    torque = torque_of(near)
    assert torque_of(long)[there] == pytest.approx(torque, abs=2e-3 * np.ptp(torque))
    bent = [np.asarray(run["arm_tip.y"]) - LENGTH * np.sin(run["O.angle"]) for run in (long, near)]
    assert np.ptp(bent[1]) > 5e-4
    assert bent[0][there] == pytest.approx(bent[1], abs=1e-2 * np.ptp(bent[1]))
    assert all(any("deflect as the driven motion asks for" in note for note in run.notes) for run in (long, near))


@pytest.mark.parametrize(
    "pulse",
    (
        "if(abs(t - 0.08517) < 0.00002, 0.5, 0)",
        {
            "type": "piecewise",
            "pieces": [{"until": 0.08515, "function": 0}, {"until": 0.08519, "function": 0.5}, {"function": 0}],
        },
    ),
)
def test_a_pulse_of_a_force_between_all_times_is_seen_by_the_breaks_of_its_law(pulse: Any) -> None:
    """It is a fifth as long as the distance of the times at which it is looked."""
    m = hub_with_arm("plane", "0.02*sin(t)", elements=1)
    m.force("push", "arm_tip", y=pulse)
    run = m.inverse_dynamics(0.2, 3, progress=False)
    assert any("the drive is too fast" in note and "the nodes of 'arm' are integrated" in note for note in run.notes)


def test_a_drive_that_stands_still_without_gravity_bends_nothing() -> None:
    run = hub_with_arm("plane", "0.2", elements=2).inverse_dynamics(1, 5, progress=False)
    assert any("deflect as the driven motion asks for" in note for note in run.notes)
    assert np.abs(torque_of(run)).max() < 1e-9


@pytest.mark.parametrize(("drive", "what"), [("abs(t - 0.503)", "speed"), ("0.1*sign(t - 0.503)", "value")])
def test_a_drive_that_jumps_is_refused_by_name(drive: str, what: str) -> None:
    m = hub_with_arm("plane", drive, elements=2)
    with pytest.raises(lw.AnalysisError, match=f"the {what} of driver 'motor' jumps .* at t = 0.503 s: 'arm' would"):
        m.inverse_dynamics(1, 21, progress=False)


@pytest.mark.parametrize("world", WORLDS)
def test_a_missing_driver_is_told_as_if_the_beam_were_stiff(world: str) -> None:
    m = hub_with_arm(world, None)
    with pytest.raises(lw.AnalysisError, match="1 more driver is needed for inverse dynamics, as if 'arm' did not"):
        m.inverse_dynamics(1, 11, progress=False)


def test_sensitivities_of_it_are_differences_and_say_so() -> None:
    m = lw.Planar("parametric")
    m.parameters(amplitude=0.5)
    m = hub_with_arm("plane", "amplitude*(1 - cos(3*t))", elements=2, parameters=m)
    ask: dict[str, Any] = {"analysis": "inverse_dynamics", "until": 1, "points": 3}
    with pytest.raises(lw.AnalysisError, match="'direct' does not carry nodes of what bends"):
        m.sensitivity("final(arm_tip.y)", "amplitude", method="direct", **ask)
    derived = m.sensitivity("final(motor.torque)", "amplitude", **ask)
    assert any("by differences" in note for note in derived.notes)
    torque = m.inverse_dynamics(1, 3, progress=False)["motor.torque"][-1]
    assert derived["final(motor.torque)", "amplitude"] == pytest.approx(torque / 0.5, rel=1e-3)


def test_kinematics_of_it_names_what_to_call_instead() -> None:
    for world in WORLDS:
        with pytest.raises(lw.AnalysisError, match="'arm' moves under forces only; use inverse_dynamics"):
            hub_with_arm(world).kinematics(1.0)
