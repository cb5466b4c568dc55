"""Inputs with a law: in FMUs and runners it holds until a number comes."""

from __future__ import annotations

import math
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.exchange import runner_part
from linkwork.exchange.coupling import Coupled, FmuPart, MechanismPart, RunnerPart
from program.c_library import COMPILER
from program.fmi_calls import Fmu

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")
STEP, STEPS = 1e-3, 40
LAW = "if(t > 0.0213, 4 + 3*t, -bar.omega)"  # which changes inside a step


def driven(law: str | None = LAW) -> lw.Planar:
    m = lw.Planar("driven pendulum")
    m.input_signal("torque", law, unit="N m")
    m.input_signal("more", start=0.5, unit="N m")
    bar = m.body("bar", estimate=(0, 0, -1))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass(bar, mass=2, center=(0.5, 0), inertia=0.1)
    m.set_gravity(0, -9.81)
    m.force("motor", bar, torque="torque + more")
    return m


def own_run(law: str) -> Any:
    options: dict[str, Any] = {"method": "rk4", "step": STEP, "formulation": "joint"}
    return driven(law).simulate(until=STEP * STEPS, points=STEPS + 1, **options)


@pytest.mark.parametrize("version", ["2.0", "3.0"])
def test_an_fmu_follows_the_law_of_an_input_until_it_is_set(version: str, tmp_path: Path) -> None:
    target = driven().fmu(tmp_path / "it.fmu", version, STEP, outputs=["bar.omega", "torque"], binary=True)
    it = Fmu(target, tmp_path / "open")
    it.start()
    assert it.get("output torque")[0] == 0.0 and math.isnan(it.get("torque")[0])
    for number in range(STEPS):
        assert it.step(number * STEP, STEP) == 0
    run = own_run(LAW)
    assert it.get("bar.omega", "output torque") == pytest.approx([run["bar.omega"][-1], run["torque"][-1]], rel=1e-12)
    inertia = 0.1 + 2 * 0.5**2
    assert it.slope("der(O.omega)", "torque") == 0.0
    assert it.set("torque", 1.25) == 0 and it.get("output torque")[0] == 1.25
    weight = 2 * 9.81 * 0.5 * math.cos(it.get("O.angle")[0])
    assert it.get("der(O.omega)")[0] == pytest.approx((1.25 + 0.5 - weight) / inertia, rel=1e-12)
    assert it.slope("der(O.omega)", "torque") == pytest.approx(1 / inertia, rel=1e-12)


@pytest.mark.parametrize("version", ["2.0", "3.0"])
@pytest.mark.filterwarnings("ignore")
def test_the_validator_of_fmpy_takes_a_start_that_is_no_number(version: str, tmp_path: Path) -> None:
    validation = pytest.importorskip("fmpy.validation")
    assert validation.validate_fmu(str(driven().fmu(tmp_path / "it.fmu", version, binary=False))) == []


def test_a_runner_follows_it_and_replays_it_bit_for_bit(tmp_path: Path) -> None:
    smooth = "4 + 3*t - bar.omega"
    source = driven(smooth).runner(tmp_path / "it.c", STEP, outputs=["bar.omega", "torque"])
    subprocess.run([str(COMPILER), "-std=c99", "-O1", "-w", str(source), "-o", str(tmp_path / "it"), "-lm"], check=True)

    def rows(name: str, *words: str) -> np.ndarray:
        call = [str(tmp_path / "it"), "--steps", str(STEPS), "--record", str(tmp_path / name), *words]
        subprocess.run(call, check=True, capture_output=True)
        return np.fromfile(tmp_path / name).reshape(STEPS, 5)

    free, run = rows("free"), own_run(smooth)
    assert free[:, 3] == pytest.approx(run["bar.omega"][:-1], rel=1e-12, abs=1e-14)
    assert free[:, 4] == pytest.approx(run["torque"][:-1], rel=1e-12)
    assert np.isnan(free[:, 2]).all() != np.isnan(free[:, 1]).all()
    assert np.array_equal(free, rows("again", "--replay", str(tmp_path / "free")), equal_nan=True)
    assert (rows("given", "--inputs", "2,2")[:, 4] == 2.0).all()


def test_parts_of_a_coupling_follow_it_where_nothing_is_connected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fmpy")
    monkeypatch.setattr(runner_part, "_OPTIMISED", "-O0")
    smooth = "4 + 3*t - bar.omega"
    run = own_run(smooth)
    fmu = driven(smooth).fmu(tmp_path / "it.fmu", "2.0", STEP, outputs=["bar.omega"])
    parts = RunnerPart(driven(smooth), outputs={"bar.omega": "bar.omega"}, step=STEP), FmuPart(fmu)
    for part in parts:
        told = part.describe()
        assert told.lawful == ("torque",) and told.defaults == {"more": 0.5}
        try:
            model = Coupled("alone")
            model.add("it", part)
            coupled = model.run(until=STEP * STEPS, step=STEP, progress=False)
        finally:
            part.close()
        assert coupled["it.bar.omega"][-1] == pytest.approx(run["bar.omega"][-1], rel=1e-12)


def test_inputs_that_a_coupling_leaves_open_begin_as_those_of_its_parts() -> None:
    m = driven("1 + t")
    inner = Coupled("inner")
    inner.add("it", MechanismPart(m, outputs={"w": "bar.omega"}))
    inner.expose("more", "it.more")
    inner.expose("w", "it.w")
    outer = Coupled("outer")
    outer.add("part", inner.as_part())
    coupled, run = (each.run(until=0.02, step=STEP, progress=False) for each in (outer, inner)), own_run("1 + t")
    found = [each[name][-1] for each, name in zip(coupled, ("part.w", "it.w"), strict=True)]
    assert found == pytest.approx([run["bar.omega"][20]] * 2, rel=1e-10)
