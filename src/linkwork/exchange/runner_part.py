"""A mechanism in the real-time runner as a subsystem: a program of C of its own, asked over UDP in lockstep."""

from __future__ import annotations

import json
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.end_process import close_quietly, wait_for_end
from linkwork.base.errors import shown
from linkwork.exchange.patience import checked_patience
from linkwork.exchange.subsystem import CouplingError, Description, SubsystemError
from linkwork.expression.given import public
from linkwork.mechanism.mechanism import Mechanism
from linkwork.program.real_time.package import runner_text

_HERE = "127.0.0.1"
_HEAD = "=qd"  # sequence and time of a datagram
_END = struct.pack("=q", -1)  # asks a runner to end
_OPTIMISED = "-O2"
_MOST = 65_507  # bytes of a datagram
_AWAKE = 0.2  # s, after which an end that waits looks whether the runner is still there
_STEPS = 2**62  # more than a run has
_WHOLE = 1e-6  # of a step, to which a step of the coupling is a whole number of them


class RunnerPart:
    """A mechanism whose [runner](real-time.md) is compiled, started and answered over UDP, step by step.

    `outputs` are formulas by name, `step` (s) is that of the runner; steps of a coupling are whole numbers of it, in
    which inputs stay what they are at their begin. With `paced` it runs in real time. There is no way back to an
    earlier state. `monitor` is, after `close`, what the runner told of its steps.
    """

    @public
    def __init__(
        self,
        mechanism: Any,
        *,
        outputs: Mapping[str, str],
        step: float,
        speeds: Mapping[str, Any] | None = None,
        paced: bool = False,
        timeout: float = 60.0,
    ) -> None:
        if not isinstance(mechanism, Mechanism):
            raise CouplingError(f"mechanism: expected a mechanism, lw.Planar or lw.Spatial; found {shown(mechanism)}")
        compiler = next((each for each in map(shutil.which, ("cc", "gcc", "clang")) if each), None)
        if compiler is None or sys.platform == "win32":
            raise CouplingError(
                "a runner needs a C compiler (cc, gcc or clang) and sockets of POSIX; there is none here"
            )
        self._timeout = checked_patience("a runner", timeout)
        text, written = runner_text(
            mechanism, "part", step, outputs=list(dict.fromkeys(outputs.values())), speeds=speeds
        )
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        source, self._program = Path(self._folder.name) / "part.c", Path(self._folder.name) / "part"
        source.write_text(text, encoding="utf-8")
        call = [compiler, "-std=c99", _OPTIMISED, "-w", str(source), "-o", str(self._program), "-lm"]
        compiling = subprocess.run(call, capture_output=True, text=True, check=False)
        if compiling.returncode != 0:
            self._folder.cleanup()
            raise CouplingError(f"a runner: the C compiler failed: {compiling.stderr.strip().splitlines()[-1]}")
        self._step, self._paced = float(step), paced
        recorded = written.recorded
        begin = {name: float(recorded.begin[name]) for name in recorded.inputs if name not in recorded.lawful}
        units = {name: written.unit(formula) for name, formula in outputs.items()}
        told: dict[str, Any] = {"repeats": False, "degree": 0, "lawful": recorded.lawful}
        self._told = Description(tuple(recorded.inputs), tuple(outputs), {}, units, begin, **told)
        self._sent, self._places = len(written.outputs), [written.outputs.index(each) for each in outputs.values()]
        self._process: subprocess.Popen[str] | None = None
        self._line: socket.socket | None = None
        self._sequence = 0
        self._peer: Any = None
        self.monitor: dict[str, Any] = {}

    def describe(self) -> Description:
        """Input signals of the mechanism go in, the outputs that were asked for come out."""
        return self._told

    def start(self, t: float, inputs: Array) -> Array:
        """Start the program; its outputs at the start, with these inputs."""
        if t != 0.0:
            raise SubsystemError("a runner begins at the time 0")
        if not self._program.exists():
            raise SubsystemError("a runner: it is closed; make it anew")
        self._end()
        self._line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._line.bind((_HERE, 0))
        self._line.settimeout(min(_AWAKE, self._timeout))
        words = [str(self._program), "--steps", str(_STEPS), "--udp", str(self._line.getsockname()[1])]
        words += ["--inputs", ",".join(repr(float(value)) for value in inputs)] if len(inputs) else []
        words += ["--paced"] if self._paced else []
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        self._sequence = 0
        return self._heard()

    def attempt(self, h: float, inputs: Array) -> Array:
        """As many steps of the runner as one of the coupling has."""
        count = round(h / self._step)
        if count < 1 or abs(h - count * self._step) > _WHOLE * self._step:
            raise SubsystemError(f"a runner makes whole steps of {self._step:g} s; {h:g} s is no number of them")
        if self._line is None:
            raise SubsystemError("a runner: it is closed; start it first")
        out = np.zeros(0)
        for _ in range(count):
            row = [float(value) for value in inputs[0]]
            self._line.sendto(struct.pack(f"{_HEAD}{len(row)}d", self._sequence, 0.0, *row), self._peer)
            self._sequence += 1
            out = self._heard()
        return out

    def _heard(self) -> Array:
        """The outputs of the datagram that is due."""
        assert self._line is not None
        size = struct.calcsize(_HEAD) + 8 * self._sent
        end = time.monotonic() + self._timeout
        gone = False
        while True:
            try:
                data, peer = self._line.recvfrom(_MOST)
            except TimeoutError:
                if gone:
                    raise SubsystemError(
                        f"a runner failed in step {self._sequence}: a state is not finite, or loops cannot be closed"
                    ) from None
                if time.monotonic() > end:
                    raise SubsystemError(f"a runner gave no answer within {self._timeout:g} s") from None
                gone = self._process is None or self._process.poll() is not None  # what it sent last may still come
                continue
            if len(data) == size and struct.unpack_from("=q", data)[0] == self._sequence:
                self._peer = peer
                return np.frombuffer(data, float, offset=struct.calcsize(_HEAD))[self._places]

    def commit(self) -> None:
        """It has been done."""

    def save(self) -> Any:
        """A runner has no way back."""
        raise SubsystemError("a runner cannot be brought back to an earlier time; couple it explicitly")

    def restore(self, token: Any) -> None:
        """A runner has no way back."""
        self.save()

    def _end(self) -> None:
        if self._process is not None and self._line is not None:
            with suppress(OSError):
                if self._peer is not None:
                    self._line.sendto(_END, self._peer)
            wait_for_end(self._process)
            assert self._process.stdout is not None
            text = self._process.stdout.read()
            self.monitor = json.loads(text) if text.strip() else {}
            close_quietly(self._process.stdout)
        if self._line is not None:
            self._line.close()
        self._process = self._line = self._peer = None

    def close(self) -> None:
        """Ask the program to end, and take what it tells of its steps."""
        self._end()
        self._folder.cleanup()
