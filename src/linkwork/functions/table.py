"""A smooth curve through a table of values."""

from __future__ import annotations

from collections.abc import Sized
from itertools import pairwise
from typing import Any, Literal

from pydantic import Field, model_validator

from linkwork.base.errors import MechanismError
from linkwork.expression.number import Number
from linkwork.functions.base import Environment, Function, Interval
from linkwork.functions.packed import Packed

_LEAST = {"periodic": 3, "clamped": 2, "natural": 3}


class Table(Function):
    """A quintic spline through points: continuous up to the fourth derivative."""

    type: Literal["table"] = "table"
    points: tuple[tuple[Number, Number], ...] = Field(
        default=(), description="Pairs (variable, value), the variable rising; or a file that has them."
    )
    file: str | None = Field(
        default=None, description="A file of columns, beside the model file: its numbers become the points."
    )
    columns: tuple[int | str, int | str] = Field(
        default=(0, 1), description="Names or numbers, from 0, of the file's columns of variable and value."
    )
    ends: Literal["periodic", "clamped", "natural"] = Field(
        default="natural",
        description="periodic: repeated; clamped: slope and curvature zero; natural: third and fourth derivative zero.",
    )
    outside: Literal["error", "hold"] = Field(
        default="error", description="Beyond the ends of a table that is not periodic: refuse, or keep the last value."
    )
    period: Number | None = Field(
        default=None, description="Of a periodic table that does not repeat its first point at the end."
    )

    cutoff: Number | None = Field(
        default=None,
        description="Of measured points, Hz over time: they are smoothed as by a Butterworth filter of third order, "
        "forwards and backwards.",
    )

    @model_validator(mode="before")
    @classmethod
    def _read(cls, data: Any) -> Any:
        """A file becomes the points that it holds, once and for all."""
        if not isinstance(data, dict):
            return data
        if not isinstance(data.get("file"), str):
            if "points" not in data:
                raise ValueError("give points, or a file that has them")
            points = data["points"]
            if isinstance(points, Sized) and len(points) < 2:
                raise ValueError("points: a table needs at least 2 points")
            return data
        if "points" in data:
            raise ValueError("give points or a file, not both")
        from linkwork.base.columns_file import points_of

        rest = {name: value for name, value in data.items() if name not in ("file", "columns")}
        try:
            points = points_of(data["file"], data.get("columns", (0, 1)))
        except MechanismError as error:
            raise ValueError(str(error)) from None
        if len(points) < 2:
            raise ValueError(f"{data['file']}: a table needs at least 2 lines of numbers")
        return rest | {"points": points}

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        """The kernel of the function and its numbers in this environment."""
        from linkwork.functions.splines.quintic import quintic_spline
        from linkwork.functions.table_kernel import EXTEND, HOLD, PERIODIC, table

        knots, values = self._points(env)
        smooth = self.cutoff is not None
        coefficients = self._smooth(knots, values, env) if smooth else quintic_spline(knots, values, self.ends)
        mode = HOLD if self.outside == "hold" else EXTEND
        mode = PERIODIC if self.ends == "periodic" else mode
        floats = [*knots, *coefficients.ravel().tolist()]
        return Packed(table, floats, [len(knots), mode], range=self.range(env))

    def range(self, env: Environment) -> tuple[float, float] | None:
        """From the first to the last point, unless the table is periodic or holds its last value."""
        if self.ends == "periodic" or self.outside == "hold":
            return None
        return (self.points[0][0].value(env).real, self.points[-1][0].value(env).real)

    def joints(self, env: Environment, variable: str = "t", within: Interval | None = None) -> list[Any]:
        """The ends, where a table that holds its last value stops."""
        if self.ends == "periodic" or self.outside == "error":
            return []
        return [self.points[0][0].value(env), self.points[-1][0].value(env)]

    def _points(self, env: Environment) -> tuple[list[Any], list[Any]]:
        knots = [x.value(env) for x, _ in self.points]
        values = [y.value(env) for _, y in self.points]
        for before, after in pairwise(knots):
            if after.real <= before.real:
                raise MechanismError(f"table: the variable must rise; {after.real:.6g} follows {before.real:.6g}")
        if self.ends == "periodic":
            self._close(knots, values, env)
        elif self.period is not None:
            raise MechanismError("table: a period needs 'ends: periodic'")
        least = _LEAST[self.ends] + (self.ends == "periodic")
        if len(knots) < least:
            raise MechanismError(f"table: {self.ends} ends need at least {_LEAST[self.ends]} different points")
        return knots, values

    def _smooth(self, knots: list[Any], values: list[Any], env: Environment) -> Any:
        from linkwork.functions.splines.smoothing import smoothing_spline

        assert self.cutoff is not None
        if self.ends == "clamped":
            raise MechanismError("table: clamped ends would bend a smoothed curve; leave 'ends: clamped' out")
        return smoothing_spline(knots, values, self.cutoff.value(env), self.ends == "periodic")

    def _close(self, knots: list[Any], values: list[Any], env: Environment) -> None:
        period = knots[-1] - knots[0] if self.period is None else self.period.value(env)
        missing = (knots[0] + period - knots[-1]).real / abs(period.real or 1.0)
        if missing < -1e-9:
            raise MechanismError(f"table: the points span more than the period {period.real:.6g}")
        if missing > 1e-9:
            knots.append(knots[0] + period)
            values.append(values[0])
        size = max(abs(value.real) for value in values) or 1.0
        if abs((values[-1] - values[0]).real) > 1e-9 * size:
            raise MechanismError(
                f"table: a periodic table must end with its first value, {values[0].real:.6g},"
                f" not {values[-1].real:.6g}; or leave out the last point and give the period"
            )
        knots[-1], values[-1] = knots[0] + period, values[0]
