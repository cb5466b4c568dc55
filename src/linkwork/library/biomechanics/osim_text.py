"""Words, numbers and curves in the tags of an OpenSim file; errors have file and line."""

from __future__ import annotations

import math
from typing import NoReturn

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import ModelFileError
from linkwork.base.plain_numbers import plain_float
from linkwork.formats.urdf.xml_tree import Tag
from linkwork.library.biomechanics import curves
from linkwork.library.biomechanics.subject.sizes import LARGE


class OsimText:
    """Reads what stands in single tags."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.curves: dict[tuple[str, bytes, bytes], Array] = {}

    def fail(self, tag: Tag, message: str) -> NoReturn:
        """Refuse a tag, with file and line."""
        raise ModelFileError(f"{self.file}:{tag.line}: {message}")

    def name_of(self, tag: Tag) -> str:
        """The name of a thing."""
        name = tag.attributes.get("name", "")
        if not name:
            self.fail(tag, f"<{tag.name}> has no name")
        return name

    def objects(self, tag: Tag, kind: str, wanted: tuple[str, ...] | None) -> list[Tag]:
        """The things of a set; others than the wanted are refused."""
        holder = tag.first(kind)
        inner = holder.first("objects") if holder else None
        objects = inner.inner if inner else []
        for one in objects:
            if wanted is not None and one.name not in wanted:
                self.fail(one, f"<{one.name}> is not known in a <{kind}>")
        return objects

    def text(self, tag: Tag, name: str, default: str | None = None) -> str:
        """The text of an inner tag."""
        inner = tag.first(name)
        text = inner.text.strip() if inner else ""
        if text:
            return text
        if default is None:
            self.fail(tag, f"<{tag.name}> has no <{name}>")
        return default

    def numbers(self, tag: Tag, name: str, count: int, default: tuple[float, ...] | None = None) -> tuple[float, ...]:
        """The numbers of an inner tag; any count where that is 0."""
        inner = tag.first(name)
        words = inner.text.split() if inner is not None else []
        if inner is None or not words:
            if default is None:
                self.fail(tag, f"<{tag.name}> has no <{name}>")
            return default
        try:
            numbers = tuple(map(plain_float, words))
        except ValueError:
            self.fail(inner, f"<{name}> is not made of numbers: {inner.text.strip()[:40]}")
        if not all(map(math.isfinite, numbers)):
            self.fail(inner, f"<{name}> has a number that is not finite")
        if count and len(numbers) != count:
            self.fail(inner, f"<{name}> has {len(numbers)} numbers, not {count}")
        return numbers

    def number(self, tag: Tag, name: str, default: float | None = None) -> float:
        """The number of an inner tag."""
        inner = tag.first(name)
        try:
            value = plain_float(inner.text) if inner is not None else math.nan
        except ValueError:
            value = math.nan
        if math.isfinite(value):
            return value
        return self.numbers(tag, name, 1, None if default is None else (default,))[0]

    def vector(
        self, tag: Tag, name: str, default: tuple[float, float, float] | None = None
    ) -> tuple[float, float, float]:
        """The vector of an inner tag."""
        x, y, z = self.numbers(tag, name, 3, default)
        return x, y, z

    def spot(
        self, tag: Tag, name: str, default: tuple[float, float, float] | None = None
    ) -> tuple[float, float, float]:
        """The place of an inner tag, on or beside a body of a person's size."""
        x, y, z = place = self.vector(tag, name, default)
        if max(abs(x), abs(y), abs(z)) > LARGE:
            self.fail(tag, f"<{name}> of '{self.name_of(tag)}' lies {math.hypot(x, y, z):.3g} m away; is it in mm?")
        return place

    def curve(self, tag: Tag) -> Array:
        """The curve of a function."""
        if tag.name == "MultiplierFunction":
            holder = tag.first("function")
            if holder is None or not holder.inner:
                self.fail(tag, "<MultiplierFunction> has no <function>")
            return curves.scaled(self.curve(holder.inner[0]), self.number(tag, "scale", 1.0))
        if tag.name == "Constant":
            return curves.polynomial(self.number(tag, "value", 0.0))
        if tag.name == "LinearFunction":
            slope, offset = self.numbers(tag, "coefficients", 2)
            return curves.polynomial(offset, slope)
        if tag.name == "PolynomialFunction":
            numbers = self.numbers(tag, "coefficients", 0)
            if len(numbers) > 4:
                self.fail(tag, f"a polynomial of degree {len(numbers) - 1} is not read; 3 is the highest")
            return curves.polynomial(*numbers[::-1])
        kinds = {
            "SimmSpline": curves.matched_spline,
            "NaturalCubicSpline": curves.natural_spline,
            "PiecewiseLinearFunction": curves.polyline,
        }
        if tag.name not in kinds:
            self.fail(tag, f"the function <{tag.name}> is not read; these are: {', '.join(kinds)}, and polynomials")
        x, y = (np.array(self.numbers(tag, name, 0)) for name in ("x", "y"))
        if len(x) != len(y) or len(x) < 2 or not np.all(np.diff(x) > 0):
            self.fail(tag, f"<{tag.name}> needs as many x as y, two at least, and x that rise")
        key = tag.name, x.tobytes(), y.tobytes()
        if key not in self.curves:  # both sides of a body mostly have the same
            self.curves[key] = kinds[tag.name](x, y)
        return self.curves[key]
