"""Steps of co-simulation that end where laws change: those of a smooth system up to there, and from there on."""

from __future__ import annotations

import json
import math
import subprocess
import sys
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


def rattling(push: float, middle: float = 0.0) -> lw.Planar:
    """A bar that one torque pushes back to the middle from either side; its changes are the nearer the slower it is."""
    m = lw.Planar("rattling bar")
    m.set_gravity(0, 0)
    bar = m.body("bar", estimate=(0, 0, middle))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass(bar, mass=1, inertia=0.5)
    m.force("spring", bar, torque=f"-{push}*sign(bar.angle - {middle}) - 3*bar.omega")
    return m


def exact(push: float, speed: float, end: float) -> tuple[float, int]:
    """The speed in closed form from one passage of the middle to the next, and how many of them there are."""
    far, t, count = push / 3.0, 0.0, 0  # the speed to which the torque drives it, at the rate 6/s
    while True:
        first = abs(speed)
        low, high = 0.1 * first / push, 1.01 * first / push  # without damping it is away for first / push
        for _ in range(80):
            middle = 0.5 * (low + high)
            left = (first + far) / 6.0 * -math.expm1(-6.0 * middle) - far * middle
            low, high = (middle, high) if left > 0.0 else (low, middle)
        if t + low > end:
            return math.copysign(1.0, speed) * ((first + far) * math.exp(-6.0 * (end - t)) - far), count
        speed = -math.copysign(far - (first + far) * math.exp(-6.0 * low), speed)
        t, count = t + low, count + 1


LATE = 4e-8  # s, after up to 3436 passages: the method errs with the fifth power of the time between two of them
RATTLES = [
    (2000.0, 0.5, 0.01, 10, 0.0),
    (2000.0, 0.5, 0.05, 10, 0.0),
    (200.0, 0.1, 0.01, 10, 0.0),
    (200.0, 0.1, 0.05, 2, 1.0),
]


@pytest.mark.parametrize("version", ["2.0", "3.0"])
@pytest.mark.parametrize(("push", "speed", "step", "steps", "middle"), RATTLES)
def test_all_changes_inside_a_step_are_found(
    push: float, speed: float, step: float, steps: int, middle: float, version: str, tmp_path: Path
) -> None:
    """After twenty changes the rest of a step was taken as smooth: 3.99 rad/s instead of -0.25, without a word."""
    m = rattling(push, middle)
    target = m.fmu(tmp_path / "it.fmu", version, step, outputs=["bar.omega"], speeds={"bar.omega": speed})
    it = Fmu(target, tmp_path / "open")
    it.start()
    for number in range(steps):
        assert it.step(number * step, step) == 0
    wanted, count = exact(push, speed, step * steps)
    assert count > 20 * steps
    assert it.get("bar.omega")[0] == pytest.approx(wanted, abs=2.0 * push * LATE)


@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_a_step_with_more_changes_than_are_looked_for_is_refused(version: str, tmp_path: Path) -> None:
    m = rattling(2000.0)
    target = m.fmu(tmp_path / "it.fmu", version, 0.5, outputs=["bar.omega"], speeds={"bar.omega": 0.02})
    it = Fmu(target, tmp_path / "open")
    it.start()
    assert exact(2000.0, 0.02, 0.5)[1] > 10000
    assert it.step(0.0, 0.5) != 0 and it.get("bar.omega")[0] == 0.02
    assert it.step(0.0, 0.05) == 0  # a shorter one is made
    assert it.get("bar.omega")[0] == pytest.approx(exact(2000.0, 0.02, 0.05)[0], abs=4000.0 * LATE)
    told = "force 'spring' decides otherwise more than 10000 times in one step: take a shorter step"
    assert told in (tmp_path / "open" / "sources" / "it.c").read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="the runner is for Linux")
@pytest.mark.parametrize(
    ("step", "words", "near"), [(0.01, [], True), (0.05, [], True), (0.01, ["--implicit"], True), (1e-5, [], False)]
)
def test_the_runner_tells_changes_that_its_steps_do_not_tell_apart(
    step: float, words: list[str], near: bool, tmp_path: Path
) -> None:
    """Its steps have a fixed cost: jumps count inside of them as they do in the stages."""
    source = rattling(2000.0).runner(tmp_path / "it.c", step, outputs=["bar.omega"], speeds={"bar.omega": 0.5})
    options = ["-std=c99", "-O0", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]
    subprocess.run([str(COMPILER), *options, str(source), "-o", str(tmp_path / "it"), "-lm"], check=True)
    call = [str(tmp_path / "it"), "--steps", "101", "--record", str(tmp_path / "rows"), *words]
    made = subprocess.run(call, capture_output=True, text=True, check=True, timeout=60)
    steps, close = json.loads(made.stdout)["changes"]["force 'spring'"]
    if near:
        assert steps > 40 and close > 40 and "force 'spring': changes follow each other" in made.stderr
    else:
        assert steps == exact(2000.0, 0.5, 101 * step)[1] + 1 and close == 0 and made.stderr == ""


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


def thrown(rises: float, pushed: float, other: str) -> lw.Planar:
    """A bar that a torque of 1 N m turns back at `rises`; over the last bit another torque pushes, too."""
    m = lw.Planar("thrown bar")
    m.set_gravity(0, 0)
    bar = m.body("bar", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass(bar, mass=1, inertia=1.0)
    m.force("brake", bar, torque="-1")
    m.force("stop", bar, torque=f"if(bar.angle > {rises - 0.5 * pushed**2:.17g}, -3, 0)")
    m.force("other", bar, torque=other)
    return m


@pytest.mark.parametrize("version", ["2.0", "3.0"])
@pytest.mark.parametrize("other", ["0", "if(t > 1.09, 2, 0)", "if(t > 0.91, 2, 0)"])
@pytest.mark.parametrize("pushed", [0.04, 0.004])
def test_a_law_that_changes_there_and_back_within_a_step_is_located(
    pushed: float, other: str, version: str, tmp_path: Path
) -> None:
    """The stop is touched for 0.02 s or 0.002 s in the middle of a step of 0.2 s: it was as if it were not there."""
    m = thrown(0.5, pushed, other)
    if other == "if(t > 0.91, 2, 0)":  # then it does not turn back so soon; a run tells
        wanted = m.simulate(until=1.1, points=2, rtol=1e-12, atol=1e-13, speeds={"bar.omega": 1.0})["bar.omega"][-1]
    else:  # it leaves the stop as fast as it came, earlier by the difference of two times
        earlier = 2.0 * pushed * (1.0 - 1.0 / 4.0)
        wanted = 1.0 - (1.1 + earlier) + (2.0 * 0.01 if other != "0" else 0.0)
    target = m.fmu(tmp_path / "it.fmu", version, 0.2, outputs=["bar.omega"], speeds={"bar.omega": 1.0})
    it = Fmu(target, tmp_path / "open")
    it.start()
    for number in range(5):
        assert it.step(0.9 * number / 4 if number < 4 else 0.9, 0.225 if number < 4 else 0.2) == 0
    assert it.get("bar.omega")[0] == pytest.approx(wanted, abs=1e-9)
