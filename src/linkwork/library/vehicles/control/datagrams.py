"""A control unit at the other end of UDP, in lockstep: a datagram with its signals goes out, one with commands back.

A datagram is a number that counts them and the numbers of a row, all as doubles of 8 bytes, lowest byte first: they
cross exactly, and a late or doubled answer is known by its count. A run begins with the count 1; a request with the
count 0 says that the bench is done. What plays the unit may be any program that answers so; `DatagramUnit` is one that
asks a `UnitPart`.
"""

from __future__ import annotations

import math
import socket
import struct
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.exchange.subsystem import Description
from linkwork.expression.given import public
from linkwork.library.checks import require_positive
from linkwork.library.vehicles.control.unit import ControlUnit
from linkwork.library.vehicles.control.unit_part import INPUTS, OUTPUTS, UnitPart

_MOST = 65_507  # bytes of a datagram
_AWAKE = 0.2  # s, after which an end that waits looks whether it was closed
_SILENT = 10.0  # s, after which a bench that said nothing no longer keeps others from the unit
_HERE = "127.0.0.1"
_PORTS = 65_535
_DONE = 0  # the count of a request that ends a run


def _packed(count: int, row: Iterable[float]) -> bytes:
    values = [float(count), *(float(value) for value in row)]
    return struct.pack(f"<{len(values)}d", *values)


def _row(data: bytes) -> tuple[int, list[float]] | None:
    """The count and the row of a datagram; none if it is not made so, as what strangers send."""
    if not data or len(data) % 8:
        return None
    count, *row = struct.unpack(f"<{len(data) // 8}d", data)
    return (int(count), row) if count.is_integer() else None  # neither nan nor inf is one


def _finite(row: Iterable[float]) -> bool:
    return all(math.isfinite(value) for value in row)


class DatagramPart:
    """What a unit at an address answers, as a subsystem for `control_bench` and couplings: once a step, in lockstep.

    A step is tried once: there is no way back, so `save` and `restore` are refused. `timeout` (s) is for an answer.
    """

    @public
    def __init__(self, address: tuple[str, int], timeout: float = 5.0) -> None:
        host, port = address
        self._named = f"a unit over UDP at {host}:{port}"
        require_positive(self._named, timeout=timeout)
        if not 1 <= port <= _PORTS:
            raise MechanismError(f"{self._named}: a port is a number from 1 to {_PORTS}")
        self.address, self.timeout = (host, port), timeout
        self._line: socket.socket | None = None
        self._count = 0

    def describe(self) -> Description:
        """Names of what goes in and out."""
        return Description(INPUTS, OUTPUTS, {}, {})

    def start(self, t: float, inputs: Array) -> Array:
        """Open a line of its own and count from nothing; the peer begins anew at the datagram with the count 1."""
        self.close()
        line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            line.connect(self.address)  # the system then drops what comes from any other address
        except (OSError, TypeError, ValueError) as error:  # the latter two: a name that cannot be one
            line.close()
            reason = (isinstance(error, OSError) and error.strerror) or error
            raise AnalysisError(
                f"{self._named}: there is no way to it ({reason}); is the address that of the unit?"
            ) from None
        self._line, self._count = line, 0
        return np.zeros(len(OUTPUTS))

    def attempt(self, h: float, inputs: Array) -> Array:
        """Send a row and wait for the answer with its count."""
        if self._line is None:
            raise AnalysisError(f"{self._named}: it is closed; start it first")
        try:
            return self._asked(self._line, inputs[0])
        except BaseException:
            self.close()
            raise

    def _asked(self, line: socket.socket, told: Array) -> Array:
        wrong = [name for name, value in zip(INPUTS, told, strict=True) if not math.isfinite(value)]
        if wrong:
            raise AnalysisError(f"{self._named}: signals to it are finite numbers; {wrong[0]} is none")
        self._count += 1
        row = self._answer(line, _packed(self._count, told))
        if not row:
            raise AnalysisError(
                f"{self._named}: it works for another bench; end that one, or wait until it is silent for {_SILENT:g} s"
            )
        if len(row) != len(OUTPUTS):
            raise AnalysisError(f"{self._named}: it answers {len(OUTPUTS)} numbers, not {len(row)}")
        if not _finite(row):
            wrong = [name for name, value in zip(OUTPUTS, row, strict=True) if not math.isfinite(value)]
            raise AnalysisError(f"{self._named}: it answers finite numbers; {wrong[0]} is none")
        return np.array(row)

    def _answer(self, line: socket.socket, request: bytes) -> list[float]:
        """The row with the count that is due; whatever else comes takes of the same time."""
        end = time.monotonic() + self.timeout
        try:
            line.send(request)
            while (left := end - time.monotonic()) > 0.0:
                line.settimeout(left)
                answer = _row(line.recv(_MOST))
                if answer is not None and answer[0] == self._count:
                    return answer[1]
        except (TimeoutError, ConnectionError):
            pass
        except OSError as error:
            raise AnalysisError(f"{self._named}: there is no way to it ({error.strerror or error})") from None
        raise AnalysisError(f"{self._named} gave no answer within {self.timeout:g} s; is it running there?")

    def commit(self) -> None:
        """It has been done at the other end."""

    def save(self) -> Any:
        """A unit over UDP has no way back."""
        raise AnalysisError("a unit over UDP cannot be brought back to an earlier time; couple it explicitly")

    def restore(self, token: Any) -> None:
        """A unit over UDP has no way back."""
        self.save()

    def close(self) -> None:
        """Tell the unit that it is free for others, and give the port back; `start` opens it again."""
        line, self._line = self._line, None
        if line is None:
            return
        with suppress(OSError):
            if self._count:
                line.send(_packed(_DONE, np.zeros(len(INPUTS))))
        line.close()


class DatagramUnit:
    """A control unit that answers datagrams at a port of this machine (0: any free one) until it is closed.

    It works for one bench at a time: others are told so by an answer without a row. A request that comes twice is
    answered twice with the same, and makes one step.
    """

    @public
    def __init__(self, unit: ControlUnit, port: int = 0) -> None:
        named = f"a control unit over UDP at {_HERE}:{port}"
        if not 0 <= port <= _PORTS:
            raise MechanismError(f"{named}: a port is a number from 0 (any free one) to {_PORTS}")
        self._part = UnitPart(unit)
        self._bench: Any = None  # the address of the bench that it works for
        self._heard = 0.0  # when that bench was heard last
        self._count, self._request, self._answer = 0, b"", b""
        self._line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._line.bind((_HERE, port))
        except OSError as error:
            self._line.close()
            raise AnalysisError(
                f"{named}: the port cannot be had ({error.strerror or error}); give another one, or 0 for any free one"
            ) from None
        self._line.settimeout(_AWAKE)
        self.address: tuple[str, int] = self._line.getsockname()
        self._open = True
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while self._open:
            try:
                data, sender = self._line.recvfrom(_MOST)
            except (TimeoutError, ConnectionError):  # some systems tell here that a bench has gone
                continue
            except OSError:
                return
            answer = self._answered(data, sender)
            if answer:
                with suppress(OSError):  # a sender that cannot be reached any more
                    self._line.sendto(answer, sender)

    def _answered(self, data: bytes, sender: Any) -> bytes:
        """The answer to a datagram; nothing to one that is no request, or not the next one."""
        request = _row(data)
        if request is None or len(request[1]) != len(INPUTS) or not _finite(request[1]):
            return b""
        count, row = request
        if sender != self._bench:
            if self._bench is not None and time.monotonic() - self._heard < _SILENT:
                return _packed(count, ()) if count > _DONE else b""
            if count != 1:
                return b""
            self._bench, self._request = sender, b""
        self._heard = time.monotonic()
        if count == _DONE:
            self._bench = None
            return b""
        if data == self._request:
            return self._answer
        if count == 1:
            self._part.start(0.0, np.zeros(len(INPUTS)))
        elif count != self._count + 1:
            return b""
        gives = self._part.attempt(0.0, np.array([row]))
        self._part.commit()
        self._count, self._request, self._answer = count, data, _packed(count, gives)
        return self._answer

    def close(self) -> None:
        """No longer answer."""
        self._open = False
        self._thread.join()
        self._line.close()

    def __enter__(self) -> DatagramUnit:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
