"""Stepped elasto-plastic forces with a memory, in the plane and in space alike: absorbers and plastic hinges."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from linkwork.elements.forces_base import ZERO, FreedomForce, InJoint
from linkwork.expression.number import Number


class Stepped(FreedomForce):
    """A force that rises to a level, stays there while it yields, rises to the next, and unloads elastically."""

    kernel = "plastic"
    sign: ClassVar[float] = 1.0

    stiffness: Number = Field(description="slope of unloading, of reloading and of the first rise, N/m or N m/rad")
    levels: tuple[Number, ...] = Field(description="forces or moments at which it yields, each above the last")
    reach: tuple[Number, ...] = Field(
        default=(),
        description="crush or angle at which each level ends; one less than levels, or as many: then it goes solid",
    )
    slopes: tuple[Number, ...] | None = Field(
        default=None, description="of the rises behind each reach; all as the stiffness when left out"
    )

    def states(self) -> dict[str, Number]:
        whole = bool(self.levels) and self.stiffness.plain != 0.0  # else it is refused when it is packed
        return {"plastic": ZERO, "reached": self.levels[0] / self.stiffness if whole else ZERO, "absorbed": ZERO}

    def _pack(self, row: Any, free: Number, back: Number | None) -> None:
        """`back` is the level the other way; None: nothing pulls, a gap opens."""
        row.freedom(self.freedom(row))
        stiffness = row.above_zero(self.stiffness, "stiffness")
        corners = self._corners(row, stiffness)
        tension = 0.0 if back is None else row.above_zero(back, "the level the other way")
        row.add(self.sign, row.number(free), stiffness, row.number(self.levels[0]), tension)
        row.add(*(number for corner in corners for number in corner))
        for label in ("plastic", "reached", "absorbed"):
            row.ints += row.state(label)
        row.ints.append(row.switch("yielding"))
        row.switch("touching" if back is None else "yielding the other way")
        for number in range(len(corners)):
            row.switch(f"corner {number + 1}")
        row.ints += [len(corners), int(back is not None)]

    def _corners(self, row: Any, stiffness: Any) -> list[tuple[Any, Any]]:
        """Where the slope of the levels changes behind the first, and by how much."""
        levels = [row.above_zero(level, f"level {number}") for number, level in enumerate(self.levels, start=1)]
        if not levels:
            row.fail("give at least one level")
        if len(self.reach) not in (len(levels) - 1, len(levels)):
            row.fail(f"{len(levels)} levels need {len(levels) - 1} or {len(levels)} numbers in 'reach'")
        if self.slopes is not None and len(self.slopes) != len(self.reach):
            row.fail(f"'slopes' has {len(self.slopes)} numbers, 'reach' {len(self.reach)}: one rise behind each")
        corner, corners = levels[0] / stiffness, []
        for number, given in enumerate(self.reach, start=1):
            end, slope = row.number(given), stiffness
            if end.real <= corner.real:
                row.fail(f"level {number} is reached at {corner.real:g} and cannot end at {end.real:g} already")
            if self.slopes is not None:
                slope = row.above_zero(self.slopes[number - 1], f"slope {number}")
            if slope.real > stiffness.real:
                row.fail(
                    f"slope {number} is steeper than the stiffness: unloading would give back more than was put in"
                )
            corners.append((end, slope))
            if number < len(levels):
                rise = levels[number] - levels[number - 1]
                if rise.real <= 0.0:
                    row.fail(f"level {number + 1} must be above level {number}")
                corner = end + rise / slope
                corners.append((corner, -slope))
        return corners


class DistanceAbsorber(Stepped):
    """An absorber between two points: it is crushed as they come nearer than its free length."""

    sign: ClassVar[float] = -1.0
    channel_units: ClassVar[dict[str, str]] = {"plastic": "m", "reached": "m", "absorbed": "J", "strength": "N"}

    type: Literal["absorber"] = "absorber"
    free_length: Number = Field(default=ZERO, description="distance of the points at which it begins to push, m")
    tension: Number | None = Field(
        default=None, description="force at which it yields when pulled; left out: it only pushes, and a gap opens"
    )

    def places(self) -> tuple[Any, Any]:
        """The two points."""
        raise TypeError(f"{type(self).__name__} does not say between which points it acts")

    def pack(self, row: Any) -> None:
        row.not_negative(self.free_length, "free_length", "a length has no sign")
        self._pack(row, self.free_length, self.tension)

    def measure(self, row: Any, motion: Any) -> dict[str, Any]:
        first, second = self.places()
        return {"length": motion.distance((first.body, row.point(first)), (second.body, row.point(second)))}


class PlasticHinge(InJoint, Stepped):
    """A moment in a joint that yields: steps for a growing angle, one level the other way."""

    channel_units: ClassVar[dict[str, str]] = {"plastic": "rad", "reached": "rad", "absorbed": "J", "strength": "N m"}

    type: Literal["plastic_hinge"] = "plastic_hinge"
    free: Number = Field(default=ZERO, description="angle without moment at the start")
    back: Number | None = Field(
        default=None, description="moment at which it yields the other way; the first level when left out"
    )

    def pack(self, row: Any) -> None:
        if not self.freedom(row).is_angle:
            row.fail(f"joint '{self.joint}' slides; an absorber acts between two points")
        self._pack(row, self.free, self.levels[0] if self.back is None and self.levels else self.back)
