"""What a motorcycle refuses, and its closed forms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.vehicles import Motorcycle, Rigid, riding_modes, sharp_1994, sharp_limebeer_2001, steady_motion


def test_loads_are_those_of_the_papers() -> None:
    """Sharp 1994: moments about the rear contact with weight, drag and lift, and the couple of rolling resistance."""
    bike = sharp_1994()
    assert bike.mass == pytest.approx(285.89) and bike.wheelbase == pytest.approx(1.435)
    rear, front = bike.loads(30.0)
    k = bike.steered.x
    moment = (40.59 * (0.628 + k) + 170.3 * 0.628 + 25 * 0.008 + 50 * 0.348) * 9.81
    moment -= 900 * (0.377 * 0.33 + 0.05 * 1.435 / 2)
    resistance = 0.018 + 6.8e-6 * 900
    assert front * 1.435 == pytest.approx(moment - resistance * (0.321 * rear + 0.336 * front), rel=1e-12)
    assert rear + front == pytest.approx(285.89 * 9.81 - 45.0, rel=1e-12)
    assert sharp_limebeer_2001().mass * 9.81 == pytest.approx(1250 + 1792, rel=2e-3)


def test_a_run_goes_on_from_the_steady_motion() -> None:
    run = sharp_limebeer_2001().run(0.5, 26, speed=20.0, progress=False)
    assert max(abs(run["frame.roll"])) < 1e-9 and run["forward"][-1] == pytest.approx(20.0, abs=1e-6)


def test_what_cannot_be_is_refused() -> None:
    bike = sharp_limebeer_2001()
    with pytest.raises(MechanismError, match="negative load"):
        replace(bike, frame=Rigid(209.6, 3.0, 0.5, 7, 34, 21))
    with pytest.raises(MechanismError, match="both or neither"):
        replace(bike, rear_assembly=Rigid(10.0, 0, 0.3, 1, 1, 1))
    with pytest.raises(MechanismError, match="speed must be positive"):
        bike.mechanism(0.0)
    m = bike.mechanism(10.0)
    with pytest.raises(AnalysisError, match="is not defined"):
        steady_motion(m, "frame", speed=10.0, lean=0.0, controls=("throttle",))
    with pytest.raises(AnalysisError, match="one of them"):
        steady_motion(m, "frame", speed=10.0)
    with pytest.raises(AnalysisError, match="there is no body"):
        steady_motion(m, "fram", speed=10.0, lean=0.0)
    assert isinstance(bike, Motorcycle) and bike.trail == pytest.approx(0.10652, abs=1e-5)


def test_modes_go_over_the_lean_and_are_drawn_in_their_plane() -> None:
    """Leaning to either side is the same motion mirrored; upright it is that of a row of speeds."""
    bike = sharp_1994()
    modes = riding_modes(bike, 20.0, lean=(-0.15, 0.15))
    assert list(modes.speeds) == [20.0, 20.0] and list(modes.leans) == [-0.15, 0.15]
    assert modes.weave[0] == pytest.approx(modes.weave[1], rel=1e-6)
    assert modes.wobble[0] == pytest.approx(modes.wobble[1], rel=1e-6)
    upright = riding_modes(bike, (20.0,))
    assert abs(modes.weave[0] - upright.weave[0]) > 1e-4 * abs(upright.weave[0])
    axes = modes.locus().axes
    assert axes[0].get_xlabel() == "real part (1/s)" and axes[1].get_ylabel() == "lean (rad)"
    with pytest.raises(MechanismError, match="3 leans go with one speed or as many, not with 2 speeds"):
        riding_modes(bike, (10.0, 20.0), lean=(0.0, 0.1, 0.2))
