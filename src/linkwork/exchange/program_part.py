"""A program of its own as a subsystem: behind a pipe, or behind a socket on this or another machine."""

from __future__ import annotations

import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.end_process import close_quietly, wait_for_end
from linkwork.base.errors import shown
from linkwork.exchange.patience import checked_patience
from linkwork.exchange.protocol import LONGEST, description_of, numbers_of, numbers_text
from linkwork.exchange.subsystem import CouplingError, Description, SubsystemError
from linkwork.expression.given import public


class ProgramPart:
    """A program that answers the lines of the protocol.

    `command` is started in a process of its own, without a shell, and answers on its standard output; or `address` is
    ("host", port) of one that listens. An answer that does not come within `timeout` seconds ends the run.
    """

    @public
    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        address: tuple[str, int] | None = None,
        timeout: float = 60.0,
    ) -> None:
        if (command is None) == (address is None):
            raise CouplingError("program: give the command to start, or the address of a program that listens")
        if isinstance(command, str):
            raise CouplingError(
                f"program: give the command as a list of words, as in ['./block']; found {shown(command)}"
            )
        self._timeout = checked_patience("program", timeout)
        self.sent: list[str] | None = None
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()
        if command is not None:
            self._start_process([str(word) for word in command])
        else:
            assert address is not None
            self._open_socket(address)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            self._told = description_of(self._ask("describe"))
        except SubsystemError:
            self.close()
            raise

    def _start_process(self, command: list[str]) -> None:
        self.label = command[0]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
        try:
            self._process = subprocess.Popen(command, **pipes)
        except OSError as error:
            raise CouplingError(f"program '{command[0]}' cannot be started: {error.strerror}") from None
        self._write, self._read = self._process.stdin, self._process.stdout

    def _open_socket(self, address: tuple[str, int]) -> None:
        self.label = f"{address[0]}:{address[1]}"
        try:
            self._socket = socket.create_connection(address, self._timeout)
        except OSError as error:
            raise CouplingError(f"nothing answers at {self.label}: {error}") from None
        self._socket.settimeout(None)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        file = self._socket.makefile("rw", encoding="utf-8", newline="\n")
        self._write = self._read = file

    def _listen(self) -> None:
        assert self._read is not None
        try:
            while line := self._read.readline(LONGEST):
                self._lines.put(line)
        except (OSError, ValueError):
            pass
        self._lines.put("")

    # ------------------------------------------------------------------ asking and answering

    def _post(self, line: str) -> None:
        if self.sent is not None:
            self.sent.append(line)
        try:
            assert self._write is not None
            self._write.write(line + "\n")
            self._write.flush()
        except (OSError, ValueError):
            raise SubsystemError(self._ended()) from None

    def _take(self) -> str:
        try:
            line = self._lines.get(timeout=self._timeout)
        except queue.Empty:
            raise SubsystemError(f"program '{self.label}' does not answer within {self._timeout:g} s") from None
        if not line:
            raise SubsystemError(self._ended())
        if self.sent is not None:
            self.sent.append(line)
        word, _, rest = line.strip().partition(" ")
        if word == "error":
            raise SubsystemError(f"program '{self.label}': {rest}")
        if word != "ok":
            raise SubsystemError(f"program '{self.label}' answered {line[:80]!r}; expected 'ok ...' or 'error ...'")
        return rest

    def _ended(self) -> str:
        code = None
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(1.0)
        return f"program '{self.label}' has ended" + ("" if code is None else f" with code {code}")

    def _ask(self, line: str) -> str:
        self._post(line)
        return self._take()

    # ------------------------------------------------------------------ a subsystem

    def describe(self) -> Description:
        """As the program told at its start."""
        return self._told

    def start(self, t: float, inputs: Array) -> Array:
        """Its outputs at the start."""
        return self._outputs(self._ask(f"start {numbers_text([t, *inputs])}"))

    def attempt(self, h: float, inputs: Array) -> Array:
        """Its outputs at the end of a step."""
        self.post_attempt(h, inputs)
        return self.take_attempt()

    def post_attempt(self, h: float, inputs: Array) -> None:
        """Ask for a step; others can be asked before the answer is taken."""
        self._post(f"attempt {numbers_text([h, *np.asarray(inputs).ravel()])}")

    def take_attempt(self) -> Array:
        """The answer."""
        return self._outputs(self._take())

    def derivatives(self, h: float, inputs: Array) -> Array:
        """How its outputs change with its inputs, by row of inputs, input and output."""
        shape = len(inputs), len(self._told.inputs), len(self._told.outputs)
        words = self._ask(f"derivatives {numbers_text([h, *np.asarray(inputs).ravel()])}").split()
        return numbers_of(words, int(np.prod(shape))).reshape(shape)

    def _outputs(self, text: str) -> Array:
        outputs = numbers_of(text.split(), len(self._told.outputs))
        if not np.isfinite(outputs).all():
            raise SubsystemError(f"program '{self.label}': an output is not finite")
        return outputs

    def commit(self) -> None:
        """Let it keep the step."""
        self._ask("commit")

    def save(self) -> Any:
        """A token; the state stays in the program."""
        return self._ask("save")

    def restore(self, token: Any) -> None:
        """Let it go back."""
        self._ask(f"restore {token}")

    def close(self) -> None:
        """Tell it to stop, and end it if it does not."""
        with suppress(SubsystemError):
            self._post("stop")
        if self._process is not None:
            wait_for_end(self._process)
            close_quietly(self._process.stdin, self._process.stdout)
        else:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._listener.join(1.0)
            self._socket.close()
            if self._read is not None:
                with suppress(OSError):
                    self._read.close()


class WorkerPart(ProgramPart):
    """A module of ours in a process of its own, which is told what it is by the first line; errors are its own words.

    Nothing of the current folder is imported there.
    """

    def __init__(self, module: str, first: str, label: str, timeout: float) -> None:
        self._first = first
        try:
            super().__init__([sys.executable, "-P", "-m", module], timeout=timeout)
        except SubsystemError as error:
            raise CouplingError(str(error).partition("': ")[2] or str(error)) from None
        self.label = label

    def _start_process(self, command: list[str]) -> None:
        super()._start_process(command)
        self._post(self._first)
