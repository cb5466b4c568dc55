"""Programs behind a pipe or a socket: the same numbers as in one process, and nothing but interface data crosses."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.exchange.coupling import (
    Coupled,
    CouplingError,
    FunctionPart,
    Interface,
    ProgramPart,
    Structure,
    SubsystemError,
    serve,
)

EXAMPLES = Path(__file__).parents[2] / "examples" / "coupling"
WRONG = "import sys\nfor line in sys.stdin: print(%r, flush=True)"


def block(method: str = "exact") -> Structure:
    return Structure([[1.0]], stiffness=[[1000.0]], interfaces={"p": [0]}, v=[-100.0], method=method)


def oscillator(part: Any, **options: Any) -> Any:
    c = Coupled("oscillator")
    c.add("a", Structure([[1.0]], stiffness=[[10.0]], interfaces={"p": [0]}, v=[100.0], method="exact"))
    c.add("b", part)
    c.spring("s", "a.p", "b.p", stiffness=100)
    run = c.run(until=0.5, step=0.005, progress=False, **options)
    part.close()
    return run


def behind_a_socket(part: Any) -> ProgramPart:
    """A subsystem that another thread serves on the loopback."""
    server = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        connection, _ = server.accept()
        with server, connection, connection.makefile("rw", encoding="utf-8", newline="\n") as lines:

            def write(line: str) -> None:
                lines.write(line)
                lines.flush()

            serve(part, lines.readline, write)

    threading.Thread(target=answer, daemon=True).start()
    return ProgramPart(address=server.getsockname())


def test_behind_a_socket_the_numbers_are_the_same_bit_for_bit_and_only_interface_data_crosses() -> None:
    here = oscillator(block())
    there = behind_a_socket(block())
    there.sent = []
    run = oscillator(there)
    assert np.array_equal(run.table, here.table)
    lengths = {line.split()[0]: len(line.split()) for line in there.sent if line.split()[0] != "ok"}
    assert lengths == {"start": 3, "attempt": 5, "derivatives": 5, "commit": 1, "save": 1, "stop": 1}
    assert max(len(line.split()) for line in there.sent if line.startswith("ok")) == 7  # six slopes


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_the_example_in_c_is_the_block_in_python(tmp_path: Path) -> None:
    program = tmp_path / "block"
    subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-o", program, EXAMPLES / "block.c"], check=True)
    run, wanted = oscillator(ProgramPart([str(program)])), oscillator(block())
    assert run["b.x"] == pytest.approx(wanted["b.p.x0"], abs=2e-4 * np.abs(wanted["b.p.x0"]).max())


def test_a_program_that_dies_or_talks_nonsense_is_named_and_results_are_kept() -> None:
    c = Coupled("frail")
    calls = []

    def step(t: float, h: float, state: float, u: Any) -> Any:
        calls.append(t)
        if t > 0.025:
            raise ValueError("out of breath")
        return state + h, [state + h]

    c.add("a", behind_a_socket(FunctionPart(step, state=0.0, outputs=["y"])))
    run = c.run(until=0.1, step=0.01, progress=False)
    c.parts["a"].subsystem.close()
    assert not run.completed and len(run.t) == 4 and run["a.y"][-1] == pytest.approx(0.03)
    assert "part 'a' at t = 0.03 s" in run.notes[0] and "out of breath" in run.notes[0]
    for timeout in (0.0, -1.0, 1e21):
        with pytest.raises(CouplingError, match="timeout must be above 0 and at most"):
            ProgramPart(["no-such-program-here"], timeout=timeout)
    with pytest.raises(CouplingError, match="cannot be started"):
        ProgramPart(["no-such-program-here"])
    with pytest.raises(SubsystemError, match=r"answered 'hello\\n'; expected 'ok"):
        ProgramPart([sys.executable, "-S", "-c", WRONG % "hello"])
    with pytest.raises(SubsystemError, match="has ended with code 3"):
        ProgramPart([sys.executable, "-S", "-c", "import sys; sys.stdin.readline(); sys.exit(3)"])


def test_a_part_that_cannot_repeat_goes_only_with_schemes_that_need_none() -> None:
    class Forgetful(Structure):
        def describe(self) -> Any:
            told = super().describe()
            return type(told)(told.inputs, told.outputs, told.interfaces, repeats=False)

    part = Forgetful([[1.0]], stiffness=[[1000.0]], interfaces={"p": [0]}, v=[-100.0], method="exact")
    with pytest.raises(CouplingError, match="part 'b' cannot repeat a step"):
        oscillator(part)
    with pytest.raises(CouplingError, match="cannot go back"):
        oscillator(part, iterate=False, rtol=1e-3)
    assert oscillator(part, iterate=False).completed


def test_motion_into_a_spring_and_its_force_back_leads_and_walks() -> None:
    """X-T: the block takes the force of a spring whose end takes the block's motion."""

    def step(t: float, h: float, state: None, u: Any) -> Any:
        return None, [100.0 * u(h)[0]]

    face = Interface("motion", ("f",), ("x",))
    spring = FunctionPart(step, state=None, inputs=["x"], outputs=["f"], interfaces={"end": face})
    errors = {}
    for scheme, leader in (("parallel", ""), ("leading", "b"), ("walking", "")):
        found = []
        for h in (0.002, 0.001):
            c = Coupled("on a spring")
            c.add("s", spring)
            c.add("b", Structure([[1.0]], interfaces={"p": [0]}, v=[1.0], method="exact"))
            c.glue("g", "s.end", "b.p")
            run = c.run(until=0.5, step=h, scheme=scheme, leader=leader, progress=False)
            found.append(abs(run["b.p.x0"][-1] - 0.1 * np.sin(5.0)))
        errors[scheme] = found
    assert all(1.9 < np.log2(a / b) < 2.1 for a, b in errors.values()), errors
