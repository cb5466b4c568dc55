"""A control unit at the other end of UDP, in lockstep: a datagram with its signals goes out, one with commands back.

A datagram is a number that counts them and the numbers of a row, all as doubles of 8 bytes, lowest byte first: they
cross exactly, and a late or doubled answer is known by its count. What plays the unit may be any program that answers
so; `DatagramUnit` is one that asks a `UnitPart`.
"""

from __future__ import annotations

import socket
import struct
import threading
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.exchange.subsystem import Description
from linkwork.expression.given import public
from linkwork.library.checks import require_positive
from linkwork.library.vehicles.control.unit import ControlUnit
from linkwork.library.vehicles.control.unit_part import INPUTS, OUTPUTS, UnitPart

_MOST = 65_507  # bytes of a datagram
_AWAKE = 0.2  # s, after which an end that waits looks whether it was closed


def _packed(count: int, row: Any) -> bytes:
    values = [float(count), *(float(value) for value in row)]
    return struct.pack(f"<{len(values)}d", *values)


def _row(data: bytes) -> tuple[int, list[float]]:
    count, *row = struct.unpack(f"<{len(data) // 8}d", data[: len(data) // 8 * 8])
    return int(count), row


class DatagramPart:
    """What a unit at an address answers, as a subsystem for `control_bench` and couplings: once a step, in lockstep.

    A step is tried once: there is no way back, so `save` and `restore` are refused.
    """

    @public
    def __init__(self, address: tuple[str, int], timeout: float = 5.0) -> None:
        require_positive("a unit over UDP", timeout=timeout)
        self.address, self.timeout = address, timeout
        self._line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._line.settimeout(timeout)
        self._count = 0

    def describe(self) -> Description:
        """Names of what goes in and out."""
        return Description(INPUTS, OUTPUTS, {}, {})

    def start(self, t: float, inputs: Array) -> Array:
        """Count from nothing; the peer begins anew at the datagram with the count 1."""
        self._count = 0
        return np.zeros(len(OUTPUTS))

    def attempt(self, h: float, inputs: Array) -> Array:
        """Send a row and wait for the answer with its count."""
        self._count += 1
        self._line.sendto(_packed(self._count, inputs[0]), self.address)
        while True:
            try:
                data, _ = self._line.recvfrom(_MOST)
            except (TimeoutError, ConnectionError):
                self.close()
                host, port = self.address
                raise AnalysisError(
                    f"a unit over UDP: {host}:{port} gave no answer within {self.timeout:g} s; is it running there?"
                ) from None
            count, row = _row(data)
            if count == self._count:
                break
        if len(row) != len(OUTPUTS):
            self.close()
            raise AnalysisError(f"a unit over UDP: it answers {len(OUTPUTS)} numbers, not {len(row)}")
        return np.array(row)

    def commit(self) -> None:
        """It has been done at the other end."""

    def save(self) -> Any:
        """A unit over UDP has no way back."""
        raise AnalysisError("a unit over UDP cannot be brought back to an earlier time; couple it explicitly")

    def restore(self, token: Any) -> None:
        """A unit over UDP has no way back."""
        self.save()

    def close(self) -> None:
        """Give the port back."""
        self._line.close()


class DatagramUnit:
    """A control unit that answers datagrams at a port of this machine (0: any free one) until it is closed."""

    @public
    def __init__(self, unit: ControlUnit, port: int = 0) -> None:
        self._part = UnitPart(unit)
        self._line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._line.bind(("127.0.0.1", port))
        self._line.settimeout(_AWAKE)
        self.address: tuple[str, int] = self._line.getsockname()
        self._open = True
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while self._open:
            try:
                data, sender = self._line.recvfrom(_MOST)
            except TimeoutError:
                continue
            except OSError:
                return
            count, row = _row(data)
            if len(row) != len(INPUTS):
                continue
            if count == 1:
                self._part.start(0.0, np.zeros(len(INPUTS)))
            gives = self._part.attempt(0.0, np.array([row]))
            self._part.commit()
            self._line.sendto(_packed(count, gives), sender)

    def close(self) -> None:
        """No longer answer."""
        self._open = False
        self._thread.join()
        self._line.close()

    def __enter__(self) -> DatagramUnit:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
