"""The sections of a C3D file: header, parameters, and the raw numbers of its frames. Errors name file and byte."""

from __future__ import annotations

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

    def numbers(self, name: str, default: tuple[float, ...] = ()) -> list[float]:
        """The numbers of a parameter."""
        value = self.parameters.get(name, [])
        return [float(one) for one in value] if value and not isinstance(value[0], str) else list(default)

    def words(self, name: str) -> list[str]:
        """The words of a parameter, continued in NAME2, NAME3 and so on."""
        words: list[str] = []
        number = 1
        while (key := name if number == 1 else f"{name}{number}") in self.parameters:
            words += [str(one) for one in self.parameters[key]]
            number += 1
        return words


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
        if len(self.content) < BLOCK or self.content[1] != 0x50:
            self.fail(0, "this is no C3D file: its second byte is not 0x50")
        self.order = "<"

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
        self.take("4B", begin)
        processor = self.content[begin + 3]
        if processor not in (INTEL, DEC, MIPS):
            self.fail(begin + 3, f"numbers of the kind {processor} are not known; these are: 84, 85, 86")
        self.order, self.swapped = (">" if processor == MIPS else "<"), processor == DEC
        points, channels, first, last = (int(one) for one in self.take("4H", 2))
        scale, start, samples = self.real(12), int(self.take("H", 16)[0]), int(self.take("H", 18)[0])
        rate = self.real(20)
        parameters = self.parameters(begin + 4, begin + BLOCK * max(1, self.content[begin + 2]))
        frames = self.count(parameters, first, last)
        samples = samples if channels else 1
        whole = self.frames((start - 1) * BLOCK, frames, 4 * points + channels, scale < 0)
        if not rate > 0:
            self.fail(20, f"the rate of {rate:g} frames a second makes no sense")
        places = whole[:, : 4 * points].reshape(frames, points, 4).copy()
        if scale >= 0:
            places[:, :, :3] *= scale
        per = channels // max(1, samples)
        analog = whole[:, 4 * points :].reshape(frames * max(1, samples), per) if per else np.empty((0, 0))
        return Sections(self.name, parameters, places, analog, rate, max(1, samples), first)

    def count(self, parameters: dict[str, Value], first: int, last: int) -> int:
        """The number of frames: the header counts to 65535 only."""
        frames = last - first + 1
        given = parameters.get("POINT:FRAMES", [])
        if given and not isinstance(given[0], str):
            more = int(given[0]) & 0xFFFF if given[0] < 65536 else int(given[0])
            frames = more if last >= 65535 or frames < 1 else frames
        if frames < 1:
            self.fail(6, f"the frames go from {first} to {last}: there is none")
        return frames

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
        found_by_group: list[tuple[int, str, Value]] = []
        while at < min(end, len(self.content) - 2):
            length, number = abs(int(self.take("b", at)[0])), int(self.take("b", at + 1)[0])
            if length == 0:
                break
            name = self.content[at + 2 : at + 2 + length].decode("ascii", "replace").strip().upper()
            after = at + 2 + length
            step = int(self.take("h", after)[0])
            if number < 0:
                groups[-number] = name
            else:
                found_by_group.append((number, name, self.value(after + 2)))
            if step <= 0:
                break
            at = after + step
        return {f"{groups.get(number, '?')}:{name}": value for number, name, value in found_by_group}

    def value(self, at: int) -> Value:
        kind, many = (int(one) for one in self.take("bB", at))
        sizes = [int(one) for one in self.content[at + 2 : at + 2 + many]]
        count, at = int(np.prod(sizes)) if sizes else 1, at + 2 + many
        if kind == -1:
            wide = sizes[0] if sizes else 1
            self.take(f"{count}s", at)
            text = self.content[at : at + count].decode("latin-1")
            return [text[k : k + wide].strip("\0 ") for k in range(0, count, max(1, wide))]
        if kind == 4:
            return [self.real(at + 4 * k) for k in range(count)]
        letter = {1: "B", 2: "h"}.get(kind)
        if letter is None:
            self.fail(at, f"a parameter of the kind {kind} is not known")
        return [float(one) for one in self.take(f"{count}{letter}", at)]
