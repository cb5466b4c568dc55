"""The same control unit in this process, as an FMU, over UDP, with the car in the engine and in the real-time runner:
signals are the same to the last bit."""

from __future__ import annotations

import ctypes as c
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError, MechanismError
from linkwork.exchange import runner_part
from linkwork.library.vehicles.control.unit_part import INPUTS, OUTPUTS, UnitPart
from linkwork.vehicles import (
    BenchRun,
    ControlUnit,
    DatagramPart,
    DatagramUnit,
    Fault,
    Scenario,
    control_bench,
    play,
    read_status,
    real_time_saloon,
    unit_fmu,
    unit_of,
)

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
compiled = pytest.mark.skipif(COMPILER is None or sys.platform != "linux", reason="no C compiler for Linux")
UNIT = ControlUnit(2.6, 1.5, 0.3)
SCENARIO = Scenario(
    "brake in a turn, cut off",
    20.0,
    0.3,
    rack="-0.15*t^3",
    brake=((0.1, 0.0), (0.15, 2500.0)),
    faults=(Fault("lateral", "interruption", at=0.25),),
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, bytes]:
    """The library of the FMU, called without any tool for FMUs, and its token."""
    folder = tmp_path_factory.mktemp("unit")
    with zipfile.ZipFile(unit_fmu(UNIT, folder / "unit.fmu")) as archive:
        name = next(name for name in archive.namelist() if name.startswith("binaries"))
        library = c.CDLL(archive.extract(name, folder))
        xml = archive.read("modelDescription.xml").decode()
    library.fmi2Instantiate.restype = c.c_void_p
    return library, xml.partition('guid="')[2].partition('"')[0].encode()


def in_c(loaded: tuple[Any, bytes], rows: Any) -> Any:
    """What the C of the FMU gives to rows, one a period."""
    library, token = loaded
    it = c.c_void_p(library.fmi2Instantiate(b"unit", 1, token, b"", None, 0, 0))
    going = np.arange(1, len(INPUTS) + 1, dtype=np.uint32)
    coming = np.arange(len(INPUTS) + 1, len(INPUTS) + len(OUTPUTS) + 1, dtype=np.uint32)

    def called(function: Any, references: Any, values: Any) -> None:
        sizes = references.ctypes.data_as(c.c_void_p), c.c_size_t(len(references))
        assert function(it, *sizes, values.ctypes.data_as(c.c_void_p)) == 0

    gives, out = [], np.zeros(len(OUTPUTS))
    for number, row in enumerate(np.ascontiguousarray(rows, float)):
        called(library.fmi2SetReal, going, row)
        assert library.fmi2DoStep(it, c.c_double(number * UNIT.period), c.c_double(UNIT.period), 1) == 0
        called(library.fmi2GetReal, coming, out)
        gives.append(out.copy())
    library.fmi2FreeInstance(it)
    return np.array(gives)


def in_process(rows: Any) -> Any:
    part = UnitPart(UNIT)
    part.start(0.0, np.zeros(len(INPUTS)))
    gives = []
    for row in rows:
        gives.append(part.attempt(UNIT.period, np.array([row])))
        part.commit()
    return np.array(gives)


def drives(seed: int, count: int = 240) -> Any:
    """Signals of a drive with noise, wheels that slip, and lines that break, are shorted, jump or drift off."""
    random = np.random.default_rng(seed)
    t = np.arange(count) * UNIT.period
    speed = np.maximum(25.0 - 4.0 * seed * t, 0.0)
    rate = 0.3 * np.sin(3.0 * t + seed)
    wheels = [
        speed / 0.3 * (1.0 - 0.3 * (random.random(count) > 0.7)) + random.normal(0.0, 0.3, count) for _ in range(4)
    ]
    angle = UNIT.monitor.steering_from_yaw(20.0, 1.0) * rate
    rows = np.array([*wheels, rate, rate * speed, angle, np.where(t > 0.5, 2000.0 * random.random(count), 0.0)]).T
    wrong = seed % 7
    begins, ends = sorted(random.integers(20, count, 2))
    rows[begins:ends, wrong] = [1e9, 3e3, rows[begins, wrong], 0.0, rows[begins, wrong] + 0.2, -1e9, 0.7][seed % 7]
    if seed % 3 == 0:
        rows[begins:, 4] += 0.5 * (t[begins:] - t[begins])  # slow enough for the line, not for the models
    return rows


@compiled
def test_the_unit_in_c_gives_the_same_bits_whatever_comes(library: tuple[Any, bytes]) -> None:
    layers = set()
    acts = np.zeros(3)
    for seed in range(14):
        rows = drives(seed)
        here, there = in_process(rows), in_c(library, rows)
        assert np.array_equal(here, there), (seed, np.argwhere(here != there)[:3])
        layers |= set(read_status(here[-1, OUTPUTS.index("bus_status")]).failed.values())
        acts += here[:, 6:11:2].max(axis=0)
    assert layers == {"electrical", "signal", "model"} and (acts > 0).all()  # the rows reach all of the unit


@compiled
@pytest.mark.parametrize("adds_up", [False, True])
def test_the_clock_of_the_unit_beats_once_a_period_after_many_of_them(
    library: tuple[Any, bytes], adds_up: bool
) -> None:
    """A sum of periods lags by a millionth of one after 1,839,063, whether the unit or the master adds them up."""
    loaded, token = library
    it = c.c_void_p(loaded.fmi2Instantiate(b"unit", 1, token, b"", None, 0, 0))
    counted = np.arange(1_839_300) * UNIT.period
    times = np.append(0.0, np.cumsum(np.full(len(counted), UNIT.period))) if adds_up else counted
    row, throttle = np.array([60.0, 60.0, 66.0, 66.0] + [0.0] * 4), np.zeros(1)
    places = np.arange(1, len(INPUTS) + 1, dtype=np.uint32), np.array([len(INPUTS) + 5], np.uint32)

    def go(begin: int, end: int) -> None:
        assert loaded.fmi2SetReal(it, places[0].ctypes, c.c_size_t(len(row)), row.ctypes) == 0
        assert loaded.fmi2DoStep(it, c.c_double(times[begin]), c.c_double(times[end] - times[begin]), 1) == 0

    go(0, 1_838_900)
    row[2:4] = 68.0  # the driven wheels spin: the drive is taken back to nothing
    go(1_838_900, 1_838_960)
    row[2:4] = 66.0
    for number in range(1_838_960, 1_839_150):  # a two-hundredth more at every beat
        go(number, number + 1)
    loaded.fmi2GetReal(it, places[1].ctypes, c.c_size_t(1), throttle.ctypes)
    loaded.fmi2FreeInstance(it)
    assert throttle[0] == pytest.approx(190 * UNIT.period, abs=1e-9)


def assert_same(one: BenchRun, other: BenchRun) -> None:
    for name in one.values:
        assert np.array_equal(one[name], other[name]), name
    memories = [[(round(f.t, 9), f.signal, f.layer) for f in run.failures] for run in (one, other)]
    assert memories[0] == memories[1]  # the clock of a unit adds up periods, that of the bench counts them


@compiled
def test_signals_are_the_same_in_process_as_fmu_and_over_udp_with_the_runner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fmpy")
    monkeypatch.setattr(runner_part, "_OPTIMISED", "-O0")  # its time is no matter here, the compiler's is
    car = real_time_saloon()
    unit = unit_of(car)
    made = runner_part.RunnerPart
    built: list[Any] = []

    def once(*given: Any, **options: Any) -> Any:
        """One program for all runs."""
        if not built:
            built.append(made(*given, **options))
            built[0].close = built[0]._end
        return built[0]

    monkeypatch.setattr("linkwork.library.vehicles.control.bench.RunnerPart", once)
    run = control_bench(car, SCENARIO, seed=3, plant="runner")
    file = unit_fmu(unit, tmp_path / "unit.fmu", version="3.0")
    assert_same(run, control_bench(car, SCENARIO, seed=3, plant="runner", part=lw.coupling.FmuPart(file)))
    with DatagramUnit(unit) as served:
        part = DatagramPart(served.address)
        assert_same(run, control_bench(car, SCENARIO, seed=3, plant="runner", part=part))
    made.close(built[0])
    told = built[0].monitor
    assert told["steps"] == 300 and told["missed"] == 0 and sum(told["busy_histogram"]) == 300
    assert [failure.signal for failure in run.failures] == ["lateral"] and run["abs_acts"].any()
    engine = control_bench(car, SCENARIO, seed=3)  # other code for the same equations and steps
    early = run.t < 0.2  # before ABS, which decides by bits of sensors, has acted for long
    for name in ("true.yaw_rate", "true.forward", "true.sideways"):
        assert np.max(np.abs(engine[name] - run[name])[early]) < 1e-6 * np.max(np.abs(run[name])), name


def test_stimuli_in_the_place_of_a_car_are_repeated_bit_by_bit(tmp_path: Path) -> None:
    rows = drives(4)
    t = np.arange(len(rows)) * UNIT.period
    file = tmp_path / "stimuli.csv"
    lines = [",".join(("t", *INPUTS)), *(",".join(map(repr, map(float, row))) for row in np.column_stack([t, rows]))]
    file.write_text("\n".join(lines))
    once, again = play(file, UNIT), play(file, UNIT)
    assert_same(once, again)
    assert_same(once, play(once, UNIT))
    assert np.array_equal(np.array([once[name] for name in OUTPUTS]).T, in_process(rows))
    cut = play(file, UNIT, faults=(Fault("yaw_rate", "interruption", at=0.0),))
    assert ("yaw_rate", "electrical") in [(failure.signal, failure.layer) for failure in cut.failures]
    with pytest.raises(MechanismError, match="no column 'steering'"):
        play({name: once[name] for name in INPUTS if name != "steering"} | {"t": t}, UNIT)
    with pytest.raises(MechanismError, match=r"a period of the unit apart, 0.005 s"):
        play(dict(once.values) | {"t": 2 * t}, UNIT)
    for given in (once, replace(once, t=t + 7.0), {name: once[name] for name in INPUTS} | {"t": t + 7.0}):
        late = play(given, UNIT)
        begins = float(late.t[0])
        assert [failure.t - begins for failure in late.failures] == pytest.approx([f.t for f in once.failures])
        assert late.failures and np.array_equal(late["bus_status"], once["bus_status"])


def test_stimuli_in_another_unit_or_of_unequal_length_are_refused() -> None:
    rows = dict(zip(INPUTS, drives(4).T, strict=True)) | {"t": np.arange(240) * UNIT.period}
    heading = {name: "yaw_rate (N)" if name == "yaw_rate" else name for name in rows}
    with pytest.raises(LinkworkError, match="is in N, and yaw_rate is in rad/s"):
        play({heading[name]: values for name, values in rows.items()}, UNIT)
    for count in (100, 300):
        with pytest.raises(LinkworkError, match=f"'lateral' has {count} values for 240 times"):
            play(rows | {"lateral": np.zeros(count)}, UNIT)
    run = play(rows, UNIT)
    with pytest.raises(LinkworkError, match="'lateral' has 300 values for 240 times"):
        play(replace(run, values=run.values | {"lateral": np.zeros(300)}), UNIT)


def test_the_bus_tells_what_works_acts_and_failed() -> None:
    for seed in range(7):
        gives = dict(zip(OUTPUTS, in_process(drives(seed))[-1], strict=True))
        status = read_status(gives["bus_status"])
        for name in ("abs", "traction", "yaw_control"):
            assert (name in status.works) == gives[f"{name}_works"] and (name in status.acts) == gives[f"{name}_acts"]
        assert len(status.failed) == gives["failures"] and status.lamp == gives["lamp"]
    with pytest.raises(MechanismError, match="whole number from 0 to 1048575"):
        read_status(0.5)


@compiled
def test_the_c_of_the_unit_has_no_warnings(tmp_path: Path) -> None:
    with zipfile.ZipFile(unit_fmu(UNIT, tmp_path / "unit.fmu", binary=False)) as archive:
        source = archive.extract("sources/unit.c", tmp_path)
    call = [str(COMPILER), "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", source]
    assert subprocess.run(call, capture_output=True, text=True, check=False).stderr == ""
