"""A car of other authors on the same manoeuvre, as a check of plausibility.

The numbers of reference are those of the multi-body car of 29 states of `commonroad-vehicle-models` 3.0.2 (Althoff and
Wuersching, after the vehicle dynamics of the DOT; BMW 320i, its tyre of the Adams handbook), by RK4 in steps of 1 ms:
front wheels turned with 0.2 rad/s from 0.2 s on, the speed held by an acceleration of 2/s times what is lacking. What
ours, a car on a single track with the same mass, inertia, axles and Magic Formula, leaves out: roll and its camber
(shifts and camber thrust of the tyre), load transfer, the side compliance of tyre and suspension, unsprung masses.
"""

from __future__ import annotations

import pytest

from linkwork.vehicles import MagicFormula, SingleTrack, ramp_steer

SHAPE, PEAK, BEND, SLOPE = 1.3507, 1.0489, -0.0074722, 21.92  # p_cy1, p_dy1, p_ey1, -p_ky1
TYRE = MagicFormula(SLOPE / (SHAPE * PEAK), SHAPE, PEAK, BEND)
CAR = SingleTrack(1093.2952334674046, 1791.5995300122856, 1.1561957064, 1.4227170936, TYRE, TYRE)
REFERENCE = [  # speed, angle, then yaw rate 0.6 s and 3 s after the start, lateral acceleration at 3 s
    (15.0, 0.02, 0.11681, 0.11745, 0.11745 * 14.994),
    (15.0, 0.04, 0.22904, 0.23461, 0.23461 * 14.974),
    (25.0, 0.01, 0.09427, 0.09935, 0.09935 * 24.988),
]


@pytest.mark.parametrize(("speed", "angle", "early", "late", "lateral"), REFERENCE)
def test_a_step_of_the_steering_is_answered_as_by_the_car_of_29_states(
    speed: float, angle: float, early: float, late: float, lateral: float
) -> None:
    steer = ramp_steer(angle, begin=0.2, within=angle / 0.2)
    run = CAR.drive(3, 31, speed=speed, steer=steer, rtol=1e-7, progress=False)
    rate = run["car.omega"]
    assert rate[-1] == pytest.approx(late, rel=0.03)  # both are neutral: v delta / l within 1 to 2.5 %
    assert rate[6] == pytest.approx(early, rel=0.06)  # theirs is slower by its compliances
    assert rate[-1] * run["forward"][-1] == pytest.approx(lateral, rel=0.03)
