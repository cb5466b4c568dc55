"""Wang, Appendix D.3 with the data of section 4.4: the file of the cam of simple elements, read and run.

The file as printed has another follower, another cam and no spring. The published forces need a follower of 0.15 kg, a
cam of 1e6 kg cm^2 and a spring of 1.5 that is free at -5 cm: 66.6 = -0.9 + 1.5 (40 + 5). Forces are in kg cm/s^2.
"""

from __future__ import annotations

from functools import cache

import pytest

from formats.dyn.samples import SIMPLE_CAM, changed, loaded
from linkwork.run.run import Run

# transitions of the free cam, from the one equation of motion that is left, integrated by itself
TRANSITIONS = (2.05879, 2.11400, 5.48477, 5.78025, 6.76028, 7.05576, 10.42652, 10.48174)


@cache
def turning() -> Run:
    text = changed(
        SIMPLE_CAM,
        ("0 0 0 0.5\n", "0 0 0 0.15\n"),
        (" 9800 0 0 0", " 1000000 0 0 0"),
        ("STIFF : 0.0E+0000\nLENGTH : 0.0E+0000", "STIFF : -1.5\nLENGTH : -5"),
    )
    m, _ = loaded(text)
    request = m.analysis.simulate
    start = {"speeds": request.speeds, "hold": request.hold}
    return m.simulate(until=12.5, points=1251, formulation="cartesian", progress=False, **start)


def test_the_contact_passes_all_elements_at_the_known_times() -> None:
    run = turning()
    assert run.completed
    times = [event.t for event in run.events if event.kind == "contact" and "moves on" in event.text]
    assert times == pytest.approx(TRANSITIONS, abs=2e-5)


def test_the_force_at_the_start_is_the_printed_one() -> None:
    """Table 4.4-1, F_A = 66.6000 and the follower at 40.0000."""
    run = turning()
    assert run["pair_2.force"][0] == pytest.approx(66.6, abs=1e-9)
    assert run["pair_3.position"][0] == pytest.approx(40.0, abs=1e-9)
