"""The sections of a C3D file: header, parameters, and the raw numbers of its frames. Errors name file and byte."""

from __future__ import annotations

import math
import os
import struct
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.base.local_file import read_bytes
from linkwork.expression.given import FilePath

LARGEST = 512 * 1024 * 1024
BLOCK = 512
INTEL, DEC, MIPS = 84, 85, 86
MOST_NUMBERS = 200_000_000
MOST_SIZES = 7
LEAST_RATE, MOST_RATE = 1e-3, 1e6

Value = list[str] | list[float]


@dataclass(frozen=True)
class Sections:
    """What stands in a C3D file: parameters by `GROUP:NAME`, and frames."""

    name: str
    parameters: dict[str, Value]
    points: Array
    """points[frame, point]: x, y, z and what tells whether it was seen, in the file's unit."""
    analog: Array
    """analog[sample, channel], raw."""
    rate: float
    samples: int
    """Analog samples a frame."""
    first: int
    sizes: dict[str, tuple[int, ...]]
    """How many values a parameter has in each of its dimensions; the first runs fastest."""
    unsigned: bool
    """Analog numbers of 16 bits, and their offsets, have no sign."""

    def numbers(self, name: str, default: tuple[float, ...] = ()) -> list[float]:
        """The numbers of a parameter, continued in NAME2, NAME3 and so on."""
        return [float(one) for one in self._continued(name) if not isinstance(one, str)] or list(default)

    def whole(self, name: str) -> list[int]:
        """The whole numbers of a parameter."""
        numbers = self.numbers(name)
        if not all(map(math.isfinite, numbers)):
            raise ModelFileError(f"{self.name}: {name} has a number that is not finite")
        return [int(one) for one in numbers]

    def words(self, name: str) -> list[str]:
        """The words of a parameter, continued in NAME2, NAME3 and so on."""
        return [str(one) for one in self._continued(name)]

    def _continued(self, name: str) -> list[str | float]:
        values: list[str | float] = []
        number = 1
        while (key := name if number == 1 else f"{name}{number}") in self.parameters:
            values += self.parameters[key]
            number += 1
        return values


def read_sections(path: FilePath) -> Sections:
    """Read header, parameters and frames."""
    return _Reader(os.fspath(path)).sections()


class _Reader:
    def __init__(self, name: str) -> None:
        self.name = name
        try:
            self.content = read_bytes(name, LARGEST, "a recording (.c3d)")
        except MechanismError as error:
            raise ModelFileError(str(error)) from None
        if self.content[1:2] not in (b"", b"\x50"):
            self.fail(0, "this is no C3D file: its second byte is not 0x50")
        if len(self.content) < BLOCK:
            self.fail(len(self.content), "the file ends within its header; it is torn")
        self.order = "<"
        self.sizes: dict[str, tuple[int, ...]] = {}
        self.last = 0

    def fail(self, byte: int, message: str) -> NoReturn:
        raise ModelFileError(f"{self.name}: byte {byte}: {message}")

    def take(self, kind: str, at: int) -> tuple[float, ...]:
        size = struct.calcsize(self.order + kind)
        if at < 0 or at + size > len(self.content):
            self.fail(at, "the file ends here; it is torn")
        return struct.unpack_from(self.order + kind, self.content, at)

    def real(self, at: int) -> float:
        """A single number; DEC's are a quarter of what they seem, with the halves swapped."""
        if not self.swapped:
            return float(self.take("f", at)[0])
        self.take("4s", at)
        low, high = self.content[at : at + 2], self.content[at + 2 : at + 4]
        return float(struct.unpack("<f", high + low)[0]) / 4.0

    def sections(self) -> Sections:
        begin = (self.content[0] - 1) * BLOCK
        if begin < BLOCK:
            self.fail(0, f"parameters cannot begin in block {self.content[0]}, where the header is")
        self.take("4B", begin)
        processor = self.content[begin + 3]
        if processor not in (INTEL, DEC, MIPS):
            self.fail(begin + 3, f"numbers of the kind {processor} are not known; these are: 84, 85, 86")
        self.order, self.swapped = (">" if processor == MIPS else "<"), processor == DEC
        points, channels, first, last = (int(one) for one in self.take("4H", 2))
        scale, start, samples = self.real(12), int(self.take("H", 16)[0]), int(self.take("H", 18)[0])
        rate = self.real(20)
        if not LEAST_RATE < rate < MOST_RATE:
            self.fail(
                20, f"the rate of {rate:.3g} frames a second makes no sense; are its numbers of the kind {processor}?"
            )
        end = begin + BLOCK * max(1, self.content[begin + 2])
        parameters = self.parameters(begin + 4, end)
        self.agree(parameters, points, channels, samples, rate)
        if (start - 1) * BLOCK < self.last:
            self.fail(16, f"frames cannot begin in block {start}: parameters go on to block {-(-self.last // BLOCK)}")
        first, frames = self.count(parameters, first, last)
        samples = max(1, samples) if channels else 1
        if channels % samples:
            self.fail(
                4, f"{channels} analog numbers a frame are no whole number of channels with {samples} samples each"
            )
        if not math.isfinite(scale):
            self.fail(12, f"the scale {scale:g} makes no sense")
        whole = self.frames((start - 1) * BLOCK, frames, 4 * points + channels, scale < 0)
        places = whole[:, : 4 * points].reshape(frames, points, 4).copy()
        if scale >= 0:
            places[:, :, :3] *= scale
        per = channels // samples
        analog = whole[:, 4 * points :].reshape(frames * samples, per) if per else np.empty((0, 0))
        unsigned = str((parameters.get("ANALOG:FORMAT") or [""])[0]).upper() == "UNSIGNED"
        if unsigned and scale >= 0:
            analog = analog % 65536
        return Sections(self.name, parameters, places, analog, rate, samples, first, self.sizes, unsigned)

    def agree(self, parameters: dict[str, Value], points: int, channels: int, samples: int, rate: float) -> None:
        """Refuse a header that does not say what the parameters do: one of both is spoilt."""
        per = max(1, samples)
        given: list[tuple[str, float, int]] = [("POINT:USED", points, 2), ("POINT:RATE", rate, 20)]
        for name, own, byte in [*given, *([("ANALOG:USED", channels // per, 4)] if channels % per == 0 else [])]:
            value = (parameters.get(name) or [own])[0]
            if isinstance(value, str) or (value == 0 and byte == 20):  # a rate that is left open
                continue
            other = value % 65536 if byte != 20 else value
            if not abs(other - own) <= 1e-3 * abs(own):
                self.fail(byte, f"{name} is {value:g}, but {own:g} by the header; one of both is spoilt")

    def count(self, parameters: dict[str, Value], first: int, last: int) -> tuple[int, int]:
        """The first frame and the number of frames: the header counts to 65535 only."""
        begin, end = (self.long(parameters, f"TRIAL:ACTUAL_{word}_FIELD") for word in ("START", "END"))
        if begin is not None and end is not None and end > 65535 and last in (65535, end & 0xFFFF):
            first, last = begin, end
        frames = last - first + 1
        given = parameters.get("POINT:FRAMES", [])
        if given and not isinstance(given[0], str) and math.isfinite(given[0]):
            more = int(given[0]) & 0xFFFF if given[0] < 65536 else int(given[0])
            frames = more if last == 65535 or frames < 1 else frames
        if frames < 1:
            self.fail(6, f"the frames go from {first} to {last}: there is none")
        return first, frames

    def long(self, parameters: dict[str, Value], name: str) -> int | None:
        """A whole number in two words of 16 bits, the low one first."""
        words = parameters.get(name, [])
        if len(words) != 2 or not all(isinstance(one, float) and math.isfinite(one) for one in words):
            return None
        low, high = (int(one) & 0xFFFF for one in words)
        return low + (high << 16)

    def frames(self, at: int, frames: int, width: int, reals: bool) -> Array:
        size = (4 if reals else 2) * frames * width
        if frames * width > MOST_NUMBERS:
            self.fail(at, f"{frames} frames of {width} numbers are too many")
        if at < 0 or at + size > len(self.content):
            self.fail(len(self.content), f"the file ends before its {frames} frames do; it is torn")
        if not reals:
            kind = np.dtype(f"{self.order}i2")
        elif self.swapped:
            halves = np.frombuffer(self.content, "<u2", 2 * frames * width, at).reshape(-1, 2)[:, ::-1]
            return (np.ascontiguousarray(halves).view("<f4").reshape(frames, width) / 4.0).astype(float)
        else:
            kind = np.dtype(f"{self.order}f4")
        return np.frombuffer(self.content, kind, frames * width, at).reshape(frames, width).astype(float)

    def parameters(self, at: int, end: int) -> dict[str, Value]:
        """All parameters; a group's own number is negative."""
        groups: dict[int, str] = {}
        found_by_group: list[tuple[int, str, Value, tuple[int, ...]]] = []
        while at < min(end, len(self.content) - 2):
            self.last = at + 1
            length, number = abs(int(self.take("b", at)[0])), int(self.take("b", at + 1)[0])
            if length == 0:
                break
            name = self.content[at + 2 : at + 2 + length].decode("ascii", "replace").strip().upper()
            after = at + 2 + length
            step = int(self.take("h", after)[0])
            if number < 0:
                groups[-number] = name
            else:
                found_by_group.append((number, name, *self.value(after + 2)))
            if step <= 0:
                break
            at = after + step
        values: dict[str, Value] = {}
        for number, name, value, sizes in found_by_group:
            key = f"{groups.get(number, '?')}:{name}"
            values[key], self.sizes[key] = value, sizes
        return values

    def value(self, at: int) -> tuple[Value, tuple[int, ...]]:
        kind, many = (int(one) for one in self.take("bB", at))
        if many > MOST_SIZES:
            self.fail(at + 1, f"a parameter of {many} dimensions is not read; {MOST_SIZES} are the most")
        sizes = tuple(int(one) for one in self.take(f"{many}B", at + 2))
        count, at = math.prod(sizes), at + 2 + many
        if count > len(self.content):
            self.fail(at, f"a parameter of {count} values is longer than the file; it is torn")
        if kind == -1:
            wide = sizes[0] if sizes else 1
            self.take(f"{count}s", at)
            text = self.content[at : at + count].decode("latin-1")
            return [text[k : k + wide].strip("\0 ") for k in range(0, count, max(1, wide))], sizes
        if kind == 4:
            return [self.real(at + 4 * k) for k in range(count)], sizes
        letter = {1: "B", 2: "h"}.get(kind)
        if letter is None:
            self.fail(at, f"a parameter of the kind {kind} is not known")
        return [float(one) for one in self.take(f"{count}{letter}", at)], sizes
