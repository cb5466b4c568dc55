"""FMUs as parts: all reference FMUs give what they should, and one of ours is itself again."""

from __future__ import annotations

import math
import platform
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.exchange.coupling import Coupled, CouplingError, FmuPart, FunctionPart, Interface
from linkwork.exchange.fmu.archive import require_platform, unpacked

pytest.importorskip("fmpy")
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="the FMUs of the tests are of x86_64 Linux"
)
FMUS = Path(__file__).parents[1] / "data" / "fmu"
BOTH = [(version, mode) for version in ("fmi2", "fmi3") for mode in ("co-simulation", "model exchange")]


def inside(name: str, version: str, mode: str, folder: Path, **options: Any) -> Any:
    """The FMU in this process, which spares the tests the start of others."""
    from linkwork.exchange.fmu.instance import FmuInstance

    path = str(FMUS / version / f"{name}.fmu")
    return FmuInstance(path, unpacked(path, str(folder / name)), mode=mode, **options)


def ran(part: Any, until: float, step: float, **options: Any) -> Any:
    c = Coupled("alone")
    c.add("p", part)
    run = c.run(until=until, step=step, progress=False, **options)
    part.close()
    return run


@pytest.mark.parametrize(("version", "mode"), BOTH)
def test_reference_fmus_give_what_they_should(version: str, mode: str, tmp_path: Path) -> None:
    exchange = mode == "model exchange"
    run = ran(inside("Dahlquist", version, mode, tmp_path), 10, 0.1)  # x' = -x; the FMU itself makes Euler steps
    assert run["p.x"][-1] == pytest.approx(math.exp(-10) if exchange else 0.9**100, rel=1e-5 if exchange else 1e-9)
    run = ran(inside("VanDerPol", version, mode, tmp_path), 2, 0.01)
    x = np.array([2.0, 0.0])
    for _ in range(200):
        slope = np.array([x[1], (1 - x[0] ** 2) * x[1] - x[0]])
        x = x + 0.01 * slope
    wanted = (0.3233166, -1.8329746) if exchange else x
    assert (run["p.x0"][-1], run["p.x1"][-1]) == pytest.approx(wanted, abs=1e-6)
    run = ran(inside("BouncingBall", version, mode, tmp_path), 0.6, 0.01)
    first = math.sqrt(2 / 9.81)
    left = 0.6 - first
    height = 0.7 * 9.81 * first * left - 9.81 / 2 * left**2
    assert run["p.h"][-1] == pytest.approx(height, abs=1e-9 if exchange else 0.06)
    run = ran(inside("Stair", version, mode, tmp_path), 5.1, 0.3)
    assert list(run["p.counter"]) == [1 + math.floor(t + 1e-9) for t in run.t]
    assert ran(inside("Resource", version, mode, tmp_path), 0.2, 0.1)["p.y"][-1] == ord("a")


@pytest.mark.parametrize(("version", "mode"), BOTH)
def test_numbers_of_every_kind_pass_through(version: str, mode: str, tmp_path: Path) -> None:
    def sine(t: float, h: float, state: None, u: Any) -> Any:
        return None, [math.sin(t + h), 3.0, 1.0]

    source = FunctionPart(sine, state=None, outputs=["a", "b", "c"], first=lambda t, s, u: [0.0, 3.0, 1.0])
    c = Coupled("through")
    c.add("s", source)
    c.add("p", inside("Feedthrough", version, mode, tmp_path))
    for out, into in (("a", "Float64_continuous"), ("b", "Int32"), ("c", "Boolean")):
        c.connect(f"s.{out}", f"p.{into}_input")
    run = c.run(until=1.0, step=0.1, progress=False)
    assert run["p.Float64_continuous_output"] == pytest.approx(np.sin(run.t), abs=1e-12)
    assert (run["p.Int32_output"][-1], run["p.Boolean_output"][-1], run["p.Enumeration_output"][-1]) == (3, 1, 1)
    c.parts["p"].subsystem.close()


def test_an_fmu_runs_in_a_process_of_its_own_and_rolls_back() -> None:
    part = FmuPart(FMUS / "fmi3" / "Dahlquist.fmu", mode="co-simulation")
    part.sent = []
    assert part.start(0.0, np.zeros(0)) == pytest.approx([1.0])
    none = np.zeros((3, 0))
    first = part.attempt(0.5, none)
    assert np.array_equal(part.attempt(0.5, none), first)
    part.commit()
    token = part.save()
    on = part.attempt(0.5, none)
    part.commit()
    part.restore(token)
    assert np.array_equal(part.attempt(0.5, none), on) and on < first
    words = {line.split()[0] for line in part.sent}
    assert words == {"start", "attempt", "commit", "save", "restore", "ok"}  # nothing else crosses
    part.close()


def test_what_is_no_fmu_for_here_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CouplingError, match="there is no such file"):
        FmuPart(tmp_path / "none.fmu")
    evil = tmp_path / "evil.fmu"
    with zipfile.ZipFile(evil, "w") as archive:
        archive.writestr("../outside.txt", "x")
    with pytest.raises(CouplingError, match="outside its folder"):
        unpacked(str(evil), str(tmp_path / "evil"))
    with zipfile.ZipFile(evil, "w") as archive:
        archive.writestr("modelDescription.xml", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')
    with pytest.raises(CouplingError, match="declares entities"):
        unpacked(str(evil), str(tmp_path / "evil"))
    assert not (tmp_path / "outside.txt").exists()
    folder = unpacked(str(FMUS / "fmi3" / "Stair.fmu"), str(tmp_path / "stair"))
    for each in (Path(folder) / "binaries").iterdir():
        shutil.rmtree(each)
    (Path(folder) / "binaries" / "riscv64-linux").mkdir()
    told = type("Told", (), {"fmiVersion": "3.0"})
    with pytest.raises(CouplingError, match=r"no code for this machine .*only for riscv64-linux"):
        require_platform("stair.fmu", folder, told)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_mechanism_written_as_an_fmu_and_glued_is_the_single_model(tmp_path: Path) -> None:
    import linkwork as lw

    def arm(x: float, angle: float, pushed: bool) -> Any:
        m = lw.Planar("arm")
        body = m.body("arm", estimate=(x, 0, angle), points={"tip": (1, 0)})
        m.revolute("O", m.ground.at(x, 0), body.at(0, 0))
        m.mass(body, mass=2, center=(0.5, 0), inertia=0.2)
        m.set_gravity(0, -9.81)
        if pushed:
            for name in ("fx", "fy"):
                m.input_signal(name, unit="N")
            m.force("push", body.at("tip"), x="fx", y="fy")
        return m

    names = ("arm.tip.x", "arm.tip.y", "arm.tip.vx", "arm.tip.vy")
    path = arm(1.0, 2.0, True).fmu(tmp_path / "arm.fmu", "2.0", 1e-3, outputs=names)
    face = Interface("force", ("fx", "fy"), names[:2], names[2:])
    from linkwork.exchange.coupling import MechanismPart
    from linkwork.exchange.fmu.instance import FmuInstance

    folder = unpacked(str(path), str(tmp_path / "u"))
    fmu = FmuInstance(str(path), folder, mode="co-simulation", interfaces={"tip": face}, outputs=names, steps=5)
    c = Coupled("two arms on a spring")
    c.add("left", MechanismPart(arm(0.0, 1.0, False), interfaces={"tip": "arm.tip"}))
    c.add("right", fmu)
    c.spring("s", "left.tip", "right.tip", stiffness=50)
    run = c.run(until=0.1, step=0.0025, interpolation="quadratic", progress=False)
    fmu.close()
    m = arm(0.0, 1.0, False)
    other = m.body("other", estimate=(1, 0, 2.0), points={"tip": (1, 0)})
    m.revolute("O2", m.ground.at(1, 0), other.at(0, 0))
    m.mass(other, mass=2, center=(0.5, 0), inertia=0.2)
    m.spring("s", "arm.tip", "other.tip", stiffness=50)
    single = m.simulate(until=0.1, points=2, rtol=1e-11)
    assert run["right.arm.tip.x"][-1] == pytest.approx(single["other.tip.x"][-1], abs=2e-6)
    assert run["left.tip.x"][-1] == pytest.approx(single["arm.tip.x"][-1], abs=2e-6)
