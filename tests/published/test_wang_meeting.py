"""Wang 1996, 2.6 and 3.7: a crank-slider meets a four-bar linkage. Counts as printed; the drawing is lost.

On a mechanism of our own (see `wang_meeting`) the same phases follow each other as in Tables 3.7-1 to 3.7-3: contact,
arc to corner, corner to arc, break by force, transitions while it is open, contact again; with restitution 0.2 bounces
that end in capture below 1e-3 m/s; at -5 rad/s the force stays positive.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.contact_models import EXACT, impacts
from published.wang_meeting import meeting

START: dict[str, Any] = {"hold": {"crank.angle": math.pi, "rocker.angle": 0.0}}


@cache
def moved(speed: float = -8.0, restitution: float = 0.0, rtol: float = 1e-11) -> Run:
    m = meeting(restitution, capture=1e-3)
    return m.simulate(1.2, 121, speeds={"crank.omega": speed}, **START, **EXACT | {"rtol": rtol, "atol": 1e-2 * rtol})


@cache
def pushed() -> Run:
    """The crank driven at -5 rad/s, in kinematics."""
    return meeting(driven=True).kinematics(1.2, 121, hold={"rocker.angle": 0.0}, progress=False)


def _phases(run: Run) -> list[str]:
    """What happens to the contact, with the elements of the lobe."""
    found = []
    for contact_event in run.touches:
        if contact_event.kind == "moves":
            found.append(f"{contact_event.impulse:.0f}>{contact_event.friction_impulse:.0f}")
        elif contact_event.kind != "impact":
            found.append(contact_event.kind)
    return found


def test_topology_has_the_printed_loops_and_freedoms() -> None:
    """8 - 3*2 = 2 freedoms without the contact, 2 with it open, 1 with it closed, over 2 and 3 loops."""
    bare, with_contact = meeting(contact=False).topology(), meeting().topology()
    assert set(bare.tree) == {"R12", "P14", "R15", "R17", "R23", "R56"}
    assert set(bare.cuts) == {"R34", "R67"}
    assert (len(bare.loops), bare.mobility) == (2, 2)
    assert with_contact.mobility == 2
    closed = meeting(contact=False)
    closed.add_outline("slider", "round", lw.Circle(radius=1))
    closed.add_outline("rocker", "round", lw.Circle(radius=2, center=(1.3, -3.65)))
    closed.cam_follower("C45", "slider.round", "rocker.round")
    active = closed.topology()
    assert (len(active.loops), active.mobility) == (3, 1)
    assert "C45" in active.cuts


def test_phases_follow_each_other_as_in_the_thesis() -> None:
    contact = ["closes", "2>1", "1>0", "opens"]
    opened = ["0>1", "1>2", "2>1", "1>0"]
    again = ["closes", "0>1", "1>2", "2>1", "1>0", "opens"]
    assert _phases(moved()) == ["1>2", *contact, *opened, *again, "0>1", "1>2"]
    first, second = impacts(moved())
    assert first.after == pytest.approx(0.0, abs=1e-9)
    assert second.t - first.t < 2 * math.pi / 8


def test_contact_force_stays_positive_at_the_lower_speed() -> None:
    run = moved(-5.0)
    assert [contact_event.kind for contact_event in run.touches if contact_event.kind not in ("moves", "impact")] == [
        "closes"
    ]
    closed = run.t > impacts(run)[0].t
    assert run["C45.force"][closed].min() > 0.0


def test_bounces_lose_the_same_share_of_speed_and_end_in_capture() -> None:
    run = moved(restitution=0.2)
    hits = impacts(run)
    for contact_event in hits:
        bounce = -0.2 * contact_event.before
        assert contact_event.after == pytest.approx(
            bounce if bounce > 1e-3 else 0.0, abs=1e-9
        )  # capture ends the last ones
    captures = [contact_event.t for contact_event in run.touches if contact_event.kind == "closes"]
    assert len(captures) == 2
    before = [contact_event for contact_event in hits if contact_event.t <= captures[0]]
    assert all(contact_event.after > 1e-3 for contact_event in before[:-1])
    assert before[-1].after < 1e-3
    assert len(before) == pytest.approx(6, abs=1)
    opens = [contact_event.t for contact_event in run.touches if contact_event.kind == "opens"]
    plain = [contact_event.t for contact_event in moved().touches if contact_event.kind == "opens"]
    assert opens[0] == pytest.approx(plain[0], abs=1e-4)


def test_times_of_events_converge_with_the_tolerance() -> None:
    best = np.array([contact_event.t for contact_event in moved(rtol=1e-12).touches])
    off = []
    for rtol in (1e-7, 1e-9, 1e-11):
        times = np.array([contact_event.t for contact_event in moved(rtol=rtol).touches])
        assert len(times) == len(best)
        off.append(float(np.max(np.abs(times - best))))
    assert off[0] < 1e-4
    assert off[1] < 1e-6
    assert off[2] < 1e-8


def test_energy_balances_over_impacts_and_phases() -> None:
    for restitution in (0.0, 0.2):
        run = moved(restitution=restitution)
        assert abs(run["energy.balance"]).max() < 1e-6 * run["energy.total"][0]
        lost = sum(contact_event.lost for contact_event in impacts(run))
        assert run["energy.lost"][-1] == pytest.approx(lost, rel=1e-9)


def test_driven_slider_pushes_a_rocker_that_lies_still_before() -> None:
    run = pushed()
    (closes,) = (contact_event.t for contact_event in run.touches if contact_event.kind == "closes")
    before = run.t < closes
    assert run["rocker.angle"][before] == pytest.approx(0.0, abs=1e-12)
    assert run["rocker.omega"][before] == pytest.approx(0.0, abs=1e-12)
    assert run["C45.gap"][before].min() > 0.0
    assert run["C45.gap"][~before] == pytest.approx(0.0, abs=1e-9)
    assert not [contact_event for contact_event in run.touches if contact_event.kind in ("opens", "lost")]
    assert run["rod.x"] == pytest.approx(2 * np.cos(np.pi - 5 * run.t), abs=1e-9)


def test_kinematics_passes_the_elements_where_the_motion_under_forces_does() -> None:
    """Where the contact is closed its place depends on the crank's angle alone."""
    run = moved(-5.0)
    closes = next(contact_event.t for contact_event in run.touches if contact_event.kind == "closes")
    under_force = [
        contact_event for contact_event in run.touches if contact_event.kind == "moves" and contact_event.t > closes
    ]
    by_geometry = [
        contact_event for contact_event in pushed().touches if contact_event.kind == "moves" and contact_event.t > 0.2
    ]
    angles = np.interp([contact_event.t for contact_event in under_force], run.t, run["crank.angle"])
    expected = [math.pi - 5 * contact_event.t for contact_event in by_geometry]
    count = min(len(angles), len(expected))
    assert count >= 4
    assert angles[:count] == pytest.approx(expected[:count], abs=2e-4)


def test_velocities_and_accelerations_of_kinematics_are_derivatives() -> None:
    run = pushed()
    h = run.t[1] - run.t[0]
    events = np.array([contact_event.t for contact_event in run.touches])
    for row in range(30, 110, 7):
        if np.min(np.abs(events - run.t[row])) < 3 * h:
            continue
        rate = (run["rocker.angle"][row + 1] - run["rocker.angle"][row - 1]) / (2 * h)
        assert run["rocker.omega"][row] == pytest.approx(rate, abs=2e-2)
        change = (run["rocker.omega"][row + 1] - run["rocker.omega"][row - 1]) / (2 * h)
        assert run["rocker.alpha"][row] == pytest.approx(change, abs=0.5)
