"""Inertias that no body has: named in a warning, used as they are, refused only where the motion would be absurd."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError


def pendulum(inertia: list[float]) -> lw.Spatial:
    """It swings about y only."""
    m = lw.Spatial("pendulum")
    body = m.body("b", (0.3, 0, 0))
    m.mass(body, mass=2, inertia=inertia)
    m.set_gravity(0, 0, -9.81)
    m.revolute("A", m.ground, body, at=(0, 0, 0), axis=(0, 1, 0))
    return m


@pytest.mark.parametrize("inertia", [[0.0, 0.5, 0.0], [-0.1, 0.5, 0.2], [0.0, 0.5, 0.5]])
def test_a_hinge_feels_only_the_moment_about_it(inertia):
    """The motion is that of a possible body with the same moment about the hinge."""
    runs = [pendulum(values).simulate(1, 21, progress=False) for values in (inertia, [0.4, 0.5, 0.4])]
    assert runs[0]["b.z"] == pytest.approx(runs[1]["b.z"], abs=1e-8)


def test_the_warning_names_the_body():
    words = str(pendulum([0.0, 0.5, 0.0]).check())
    assert words.count("body 'b': no rigid body has the principal moments of inertia") == 1


def test_a_negative_kinetic_energy_is_refused_by_name():
    with pytest.raises(AnalysisError, match="negative kinetic energy, that of 'b'"):
        pendulum([0.1, -0.5, 0.1]).simulate(1, 21, progress=False)


def test_a_thin_rod_may_have_no_moment_about_itself():
    run = pendulum([0.0, 0.06, 0.06]).simulate(0.5, 11, progress=False)
    assert np.ptp(run["energy.total"]) < 1e-8


def test_a_free_body_that_no_run_can_follow_ends_with_its_name():
    """It would swing 1e9 times as fast as it spins."""
    m = lw.Spatial("top")
    top = m.body("top", (0, 0, 0))
    m.mass(top, mass=1.3, center=(0, 0, 0.4), inertia=(1.42e8, 0.142, 0.05))
    m.set_gravity(0, 0, -9.81)
    m.spherical("O", m.ground.at(0, 0, 0), top.at(0, 0, 0))
    run = m.simulate(0.05, 5, speeds={"top.omega.y": 5.0, "top.omega.z": 90.0}, progress=False)
    assert not run.completed and run.statistics["steps"] < 60_000
    assert "body 'top': no rigid body has the principal moments of inertia 1.42e+08, 0.142, 0.05" in run.events[-1].text
