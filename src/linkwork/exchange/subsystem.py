"""What a subsystem is to a coordinator: names of numbers that go in and out, and steps that can be tried.

A subsystem may be anything: a mechanism, a matrix, an FMU, another program. Only what stands here crosses its border.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError, shown
from linkwork.base.names import suggestion
from linkwork.expression.given import publicly_made

DEGREES = 3
"""Rows of what goes into a step: value, slope and half the curvature of every input at the step's begin."""


class CouplingError(AnalysisError):
    """Subsystems do not fit together, or the coupling cannot be carried out."""


class SubsystemError(LinkworkError):
    """A subsystem could not do what it was asked; the coordinator adds its name and the time."""


@publicly_made
@dataclass(frozen=True)
class Interface:
    """A place where a subsystem can be coupled, by the names of its inputs and outputs.

    takes     "force": forces go in, motion comes out; "motion": the other way round
    force     names of forces (and moments), component by component
    position  names of positions (and angles)
    velocity  names of velocities; may be left out where the subsystem takes motion
    kind      "point", "frame", "nodes" or "port"
    units     of the positions, where they are known
    turn      of a frame in space the four numbers of its unit quaternion; then there are three positions, and forces
              and velocities have six components: moments and angular velocities in the axes of the world come last
    scale     a size of its velocities that counts, by which gaps are judged: 1, or 1e5 of a pressure in Pa
    """

    takes: str
    force: tuple[str, ...]
    position: tuple[str, ...]
    velocity: tuple[str, ...] = ()
    kind: str = "point"
    units: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()
    scale: float = 1.0

    def __post_init__(self) -> None:
        if self.takes not in ("force", "motion"):
            raise CouplingError(f"interface: it takes 'force' or 'motion'; found {self.takes!r}")
        if self.turn and (self.takes, len(self.turn), len(self.position), len(self.force)) != ("force", 4, 3, 6):
            raise CouplingError(
                "interface: a frame in space takes six forces and moments and gives three positions and the four "
                "numbers of a unit quaternion"
            )
        if not self.scale > 0.0:
            raise CouplingError(f"interface: its scale must be above 0; found {self.scale!r}")
        if not self.force or (len(self.position) != len(self.force) and not self.turn):
            raise CouplingError(
                f"interface: {len(self.force)} forces and {len(self.position)} positions; give one force a position"
            )
        if len(self.velocity) not in ((0, len(self.force)) if self.takes == "motion" else (len(self.force),)):
            raise CouplingError(
                f"interface: {len(self.velocity)} velocities for {len(self.force)} components; name one for each"
            )

    @property
    def size(self) -> int:
        """How many components it has."""
        return len(self.force)


@publicly_made
@dataclass(frozen=True)
class Description:
    """What a subsystem tells about itself."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    interfaces: dict[str, Interface] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    defaults: dict[str, float] = field(default_factory=dict)
    """Values of inputs that nothing is connected to; the others are 0."""
    repeats: bool = True
    """Whether a step can be tried again from where it began."""
    linear: bool = False
    """Whether outputs follow linearly from inputs, so that unit loads are exact and need no repetition."""
    end_only: bool = False
    """Whether of the inputs only the values at the end of a step count, as in an implicit method for structures."""
    degree: int = 2
    """The highest power of time that it takes as an input inside a step."""
    derives: bool = False
    """Whether it has `derivatives(h, inputs)`: d outputs / d inputs over a step, so that no unit loads are needed."""
    lawful: tuple[str, ...] = ()
    """Inputs that follow laws of their own where nothing is connected to them: they are given no number then."""

    @property
    def unconnected(self) -> Array:
        """Values of the inputs where nothing is connected to them."""
        laws = dict.fromkeys(self.lawful, math.nan)
        return np.array([laws.get(name, self.defaults.get(name, 0.0)) for name in self.inputs])

    def __post_init__(self) -> None:
        for name, interface in self.interfaces.items():
            motion = interface.position + interface.turn + interface.velocity
            inside, outside = (interface.force, motion) if interface.takes == "force" else (motion, interface.force)
            for known, asked, what in ((self.inputs, inside, "input"), (self.outputs, outside, "output")):
                for variable in asked:
                    if variable not in known:
                        raise CouplingError(
                            f"interface '{name}': there is no {what} '{variable}'"
                            f"{suggestion(variable, known, what + 's')}"
                        )


@runtime_checkable
class Subsystem(Protocol):
    """Anything that can be coupled.

    A step is always tried from the state that was committed last; trying again forgets the former trial. One that says
    in its description that it `derives` has a method more, `derivatives(h, inputs)`: how outputs at the end of a step
    change with the three rows of inputs, as an array by row, input and output. It is no trial and changes nothing.
    """

    def describe(self) -> Description:
        """Names of inputs, outputs and interfaces, and what it can do."""

    def start(self, t: float, inputs: Array) -> Array:
        """Go to the start; the outputs there."""

    def attempt(self, h: float, inputs: Array) -> Array:
        """Try a step of length h; inputs are u(s) = inputs[0] + inputs[1] s + inputs[2] s^2; outputs at its end."""

    def commit(self) -> None:
        """Keep what was tried last."""

    def save(self) -> Any:
        """A token for the committed state; the state itself stays where the subsystem is."""

    def restore(self, token: Any) -> None:
        """Go back to a state that was saved."""

    def close(self) -> None:
        """Let go of processes and files."""


def finite_numbers(what: str, given: Any) -> Array:
    """An array of finite numbers out of what a user gave."""
    try:
        finite_numbers = np.asarray(given.toarray() if hasattr(given, "toarray") else given, float)
    except (TypeError, ValueError):
        raise CouplingError(f"{what}: expected numbers; found {shown(given)}") from None
    if not np.isfinite(finite_numbers).all() or not finite_numbers.size:
        raise CouplingError(f"{what}: expected finite numbers; found {shown(given)}")
    return finite_numbers


def require_subsystem(what: str, part: Any) -> None:
    """Refuse what has not the methods of a subsystem."""
    if not isinstance(part, Subsystem) or isinstance(part, type):
        raise CouplingError(
            f"{what}: expected a subsystem, with the methods describe, start, attempt, commit, save, restore, close; "
            f"found {shown(part)}"
        )


def lowered(inputs: Array, h: float, degree: int) -> Array:
    """Inputs for a subsystem that takes no higher power of time than `degree`: those with the same mean."""
    if degree >= 2 or not inputs[degree + 1 :].any():
        return inputs
    lowered = np.zeros_like(inputs)
    if degree == 1:  # the parabola's best straight line over the step
        lowered[0] = inputs[0] - inputs[2] * h * h / 6.0
        lowered[1] = inputs[1] + inputs[2] * h
    else:
        lowered[0] = inputs[0] + inputs[1] * h / 2.0 + inputs[2] * h * h / 3.0
    return lowered


def values_at(inputs: Array, s: float) -> Array:
    """Inputs at a time inside the step."""
    return inputs[0] + s * (inputs[1] + s * inputs[2])
