"""The runner in C: the same signals in process, over shared memory, over UDP and in a replay, bit for bit."""

from __future__ import annotations

import ctypes as c
import json
import mmap
import shutil
import socket
import struct
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

import linkwork as lw

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
pytestmark = pytest.mark.skipif(COMPILER is None or sys.platform != "linux", reason="no C compiler for Linux")
STEP, STEPS = 1e-3, 300


def crank() -> lw.Planar:
    m = lw.Planar("driven pendulum")
    m.input_signal("torque", unit="N m")
    bar = m.body("bar", estimate=(0, 0, -1))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass(bar, mass=2, center=(0.5, 0), inertia=0.1)
    m.set_gravity(0, -9.81)
    m.force("motor", bar, torque="torque")
    return m


def controller(out: Any) -> float:
    return 5.0 + 3.0 * (0.5 - out[0]) - 1.5 * out[1]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runner")
    source = crank().runner(folder / "crank.c", STEP, outputs=["bar.angle", "bar.omega"])
    options = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", str(source)]
    subprocess.run([str(COMPILER), *options, "-o", str(folder / "crank"), "-lm"], check=True)
    more = ["-DLINKWORK_LIBRARY", "-fPIC", "-shared", "-o", str(folder / "crank.so")]
    subprocess.run([str(COMPILER), *options, *more, "-lm"], check=True)
    return folder


def run(folder: Path, name: str, *words: str) -> tuple[np.ndarray, dict[str, Any]]:
    record = folder / f"{name}.bin"
    call = [str(folder / "crank"), "--steps", str(STEPS), "--record", str(record), *words]
    told = subprocess.run(call, capture_output=True, text=True, check=True, timeout=60).stdout
    return np.fromfile(record).reshape(-1, 4), json.loads(told)


def over_udp(folder: Path) -> np.ndarray:
    peer = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    peer.bind(("127.0.0.1", 0))
    peer.settimeout(20)

    def play() -> None:
        for _ in range(STEPS):
            message, address = peer.recvfrom(1024)
            sequence, _, *out = struct.unpack("=qddd", message)
            peer.sendto(struct.pack("=qdd", sequence, 0.0, controller(out)), address)

    thread = Thread(target=play)
    thread.start()
    rows, told = run(folder, "udp", "--udp", str(peer.getsockname()[1]))
    thread.join()
    peer.close()
    assert told["steps"] == STEPS and told["missed"] == 0 and sum(told["histogram"]) == STEPS
    return rows


def over_memory(folder: Path) -> np.ndarray:
    path = folder / "shared"
    path.write_bytes(bytes(4096))
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 4096) as shared:

        def play() -> None:
            for number in range(1, STEPS + 1):
                while struct.unpack_from("=q", shared, 0)[0] != number:
                    pass
                out = struct.unpack_from("=dd", shared, 24)
                struct.pack_into("=d", shared, 48, controller(out))
                struct.pack_into("=q", shared, 8, number)

        thread = Thread(target=play)
        thread.start()
        rows, told = run(folder, "memory", "--shared", str(path))
        thread.join()
    assert told["missed"] == 0
    return rows


def in_process(folder: Path) -> np.ndarray:
    library, rows = c.CDLL(str(folder / "crank.so")), list[list[float]]()
    numbers = c.POINTER(c.c_double)

    @c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64, c.c_double, numbers, numbers)
    def exchange(_: Any, sequence: int, t: float, out: Any, given: Any) -> int:
        given[0] = controller(out)
        rows.append([t, given[0], out[0], out[1]])
        return 0

    monitor = (c.c_char * 4096)()
    assert library.linkwork_run(c.c_int64(STEPS), 0, 0, exchange, None, None, monitor) == 0
    return np.array(rows)


def test_signals_are_identical_in_process_over_memory_over_udp_and_in_a_replay(built: Path) -> None:
    rows = over_udp(built)
    assert np.array_equal(rows, over_memory(built))
    assert np.array_equal(rows, in_process(built))
    again, _ = run(built, "again", "--replay", str(built / "udp.bin"))
    assert np.array_equal(rows, again)


def test_steps_are_those_of_our_own_run_and_implicit_ones_converge_to_it(built: Path) -> None:
    rows, told = run(built, "free")
    own = crank().simulate(until=STEP * (STEPS - 1), points=STEPS, method="rk4", step=STEP, formulation="joint")
    assert rows[:, 2] == pytest.approx(own["bar.angle"], abs=1e-11)
    implicit, _ = run(built, "implicit", "--implicit")
    assert (
        np.max(np.abs(implicit[:, 2] - rows[:, 2])) < 2e-2 and told["failed" if "failed" in told else "overruns"] == 0
    )


def test_a_paced_run_counts_what_came_too_late(built: Path) -> None:
    _, told = run(built, "paced", "--paced")
    assert told["steps"] == STEPS and 0 <= told["overruns"] <= STEPS and told["worst_us"] >= told["mean_us"] > 0
    for word in ("busy", "late"):
        assert sum(told[f"{word}_histogram"]) == STEPS and told[f"{word}_worst_us"] >= told[f"{word}_mean_us"] >= 0
    assert told["busy_mean_us"] <= told["mean_us"] + 1.0  # the clock on the wall sees all that the processor does


def test_wrong_words_are_told(built: Path) -> None:
    told = subprocess.run([str(built / "crank"), "--colour", "red"], capture_output=True, text=True, check=False)
    assert told.returncode == 2 and "unknown: --colour" in told.stderr
