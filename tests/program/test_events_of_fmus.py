"""Steps of co-simulation that end where laws change: those of a smooth system up to there, and from there on."""

from __future__ import annotations

from pathlib import Path

import pytest

import linkwork as lw
from program.c_library import COMPILER
from program.fmi_calls import Fmu

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")
STEP, STEPS = 1e-3, 40
LAWS = (
    "if(t > 0.0213, 4 + 3*t, -bar.omega)",  # the time of the change is a number of the computer
    "if(t >= 0.0213, 5, 0)",
    "if(bar.omega < -0.1, 4 + 3*t, 0)",  # jumps by the state
    "5*sign(t - 0.0213)",
    "3*sign(bar.omega + 0.1)",  # is zero where it jumps
    "5*sign(bar.omega)",  # begins there
    "if(sin(300*t) > 0.5, if(bar.omega < -0.05, 4, 2), -1)",
)


def driven(law: str) -> lw.Planar:
    m = lw.Planar("driven pendulum")
    m.signal("torque", law, unit="N m")
    bar = m.body("bar", estimate=(0, 0, -1))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass(bar, mass=2, center=(0.5, 0), inertia=0.1)
    m.set_gravity(0, -9.81)
    m.force("motor", bar, torque="torque")
    return m


@pytest.mark.parametrize("law", LAWS)
def test_laws_that_jump_leave_the_order_of_the_method(law: str, tmp_path: Path) -> None:
    """With a stage on the other side of a jump the speed was off by 1e-4 to 1e-3 rad/s."""
    m = driven(law)
    it = Fmu(m.fmu(tmp_path / "it.fmu", "2.0", STEP, outputs=["bar.omega"]), tmp_path / "open")
    it.start()
    for number in range(STEPS):
        assert it.step(number * STEP, STEP) == 0
    run = m.simulate(until=STEP * STEPS, points=2, rtol=1e-12, atol=1e-13)
    wanted = run["bar.omega"][-1]
    assert abs(wanted) > 0.05 and it.get("bar.omega")[0] == pytest.approx(wanted, abs=1e-10)


@pytest.mark.parametrize("version", ["2.0", "3.0"])
@pytest.mark.parametrize("law", ["-20*sign(bar.omega)", "-6*sign(bar.omega + 0.3)", "if(bar.omega > -0.2, -3, 9)"])
def test_a_step_is_refused_where_a_law_would_decide_to_and_fro_without_time_passing(
    law: str, version: str, tmp_path: Path
) -> None:
    """The motion was off by the step without a word; a run ends there, too."""
    m = driven(law)
    it = Fmu(m.fmu(tmp_path / "it.fmu", version, STEP, outputs=["bar.omega"]), tmp_path / "open")
    it.start()
    run = m.simulate(until=STEP * STEPS, points=2, rtol=1e-10)
    assert "the motion would slide on this decision" in str(run)
    good = next(number for number in range(STEPS) if it.step(number * STEP, STEP) != 0)
    assert good * STEP <= run.t[-1] + 1e-12 < (good + 1) * STEP
    speed = it.get("bar.omega")[0]  # the refused step has left it where it was
    assert it.step(good * STEP, STEP) != 0 and it.get("bar.omega")[0] == speed
    told = "signal 'torque' decides to and fro without time passing: the motion would slide on this decision"
    assert told in (tmp_path / "open" / "sources" / "it.c").read_text(encoding="utf-8")
    about = {name: each.get("description") for name, each in it.variables.items() if name.startswith("event")}
    assert set(about.values()) == {"signal 'torque' decides otherwise where it passes zero"}


@pytest.mark.parametrize("version", ["2.0", "3.0"])
@pytest.mark.parametrize("law", [LAWS[0], LAWS[2]])
@pytest.mark.filterwarnings("ignore")
def test_cvode_of_fmpy_drives_model_exchange_to_the_same_motion(law: str, version: str, tmp_path: Path) -> None:
    """The solver of SUNDIALS finds the event indicators; its steps are of a tolerance of 1e-10."""
    fmpy = pytest.importorskip("fmpy")
    m = driven(law)
    target = m.fmu(tmp_path / "it.fmu", version, STEP, outputs=["bar.angle", "bar.omega"])
    if fmpy.platform not in fmpy.supported_platforms(str(target)) and version == "2.0":
        pytest.skip("FMPy knows no folder of this platform")
    try:
        from fmpy.sundials import CVodeSolver  # noqa: F401
    except Exception:
        pytest.skip("FMPy has no SUNDIALS for this platform")
    asked = {"fmi_type": "ModelExchange", "solver": "CVode", "relative_tolerance": 1e-10, "output_interval": STEP}
    found = fmpy.simulate_fmu(str(target), stop_time=STEP * STEPS, **asked)
    run = m.simulate(until=STEP * STEPS, points=2, rtol=1e-12, atol=1e-13)
    for name in ("bar.angle", "bar.omega"):
        assert found[name][-1] == pytest.approx(run[name][-1], abs=1e-7), name
