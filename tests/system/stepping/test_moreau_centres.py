"""Time-stepping with joints: the motion does not depend on where the frames of bodies are, and is of second order."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import linkwork as lw

_G = 9.81


def _pendulum(offset: float) -> lw.Planar:
    mechanism = lw.Planar("double pendulum")
    mechanism.set_gravity(0, -_G)
    for name, x in (("a", 0.25), ("b", 0.75)):
        mechanism.body(name, estimate=(x - offset, 0, 0))
        mechanism.mass(name, mass=1, center=(offset, 0), inertia=0.02)
    mechanism.revolute("O", "ground", "a", at=(0, 0))
    mechanism.revolute("A", "a", "b", at=(0.5, 0))
    return mechanism


def _slider_crank(offset: float) -> lw.Planar:
    mechanism = lw.Planar("slider-crank")
    mechanism.set_gravity(0, -_G)
    slider = mechanism.body("s", estimate=(0.4, 0, 0))
    for name, x, off in (("a", 0.0, 0.0), ("b", 0.25, offset)):
        mechanism.body(name, estimate=(x - off, 0, 0))
        mechanism.mass(name, mass=1, center=(off, 0), inertia=0.01)
    mechanism.mass("s", mass=1, inertia=0.01)
    mechanism.revolute("O", "ground", "a", at=(0, 0))
    mechanism.revolute("A", "a", "b", at=(0.1, 0))
    mechanism.revolute("B", "b", "s", at=(0.4, 0))
    mechanism.translational("G", mechanism.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    return mechanism


def _spatial(offset: float) -> lw.Spatial:
    mechanism = lw.Spatial("crossed pendulum")
    mechanism.set_gravity(0, 0, -_G)
    for name, x in (("a", 0.25), ("b", 0.75)):
        mechanism.body(name, estimate=(x - offset, 0, 0))
        mechanism.mass(name, mass=1, center=(offset, 0, 0), inertia=(0.02, 0.02, 0.02))
    mechanism.revolute("O", "ground", "a", at=(0, 0, 0), axis=(0, 1, 0))
    mechanism.revolute("A", "a", "b", at=(0.5, 0, 0), axis=(0, 1, 1))
    return mechanism


@pytest.mark.parametrize(
    ("build", "channel", "speeds"),
    [
        (_pendulum, "b.angle", {}),
        (_slider_crank, "s.x", {"a.omega": 10.0}),
        (_spatial, "b.wx", {}),
    ],
)
def test_frames_at_the_mass_centres_and_off_them_move_alike(
    build: Callable[[float], lw.Mechanism], channel: str, speeds: dict[str, float]
) -> None:
    exact = build(0.0).simulate(0.5, 6, speeds=speeds, rtol=1e-10, progress=False)
    for offset in (0.0, 0.15):
        errors = []
        for step in (2e-3, 1e-3):
            run = build(offset).simulate(0.5, 6, method="moreau", step=step, speeds=speeds, progress=False)
            errors.append(float(np.max(np.abs(run[channel] - exact[channel]))))
        assert errors[1] < 0.3 * errors[0] and errors[1] < 5e-4


def test_accelerations_are_those_of_the_origin_of_a_frame() -> None:
    exact = _pendulum(0.15).simulate(0.5, 6, progress=False)
    run = _pendulum(0.15).simulate(0.5, 6, method="moreau", step=1e-4, progress=False)
    for channel in ("a.ax", "a.ay", "b.ax", "b.ay", "O.fx"):  # of the order of the step: those of the last one
        assert run[channel][1:] == pytest.approx(exact[channel][1:], abs=0.05)
