"""Modes that are left out of a body for a while: the numbers of its tables without them.

A mode that is left out has no stiffness, no damping and no share in anything else; its own mass stays, so that at rest
it stays at rest, in every formulation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass

if TYPE_CHECKING:
    from linkwork.system.modal.tables import ModalBody
    from linkwork.system.system import System

_ALONE = 1e-6  # of the diagonal: what modes may have in common and still vibrate each by itself


@dataclass(frozen=True)
class Leaving:
    """A body whose modes may be left out: its columns, and its numbers in the table p."""

    name: str
    columns: range
    at: int
    numbers: NDArray[np.float64]
    """All that stands in p from `at` on."""
    mass: NDArray[np.float64]
    stiffness: NDArray[np.float64]
    damping: NDArray[np.float64]
    """Of every mode."""
    sizes: tuple[int, int, int]
    """How many numbers a vector, a turn and an inertia have."""
    interfaces: int
    curved: bool

    def without(self, kept: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The numbers with only those modes that are kept."""
        one = kept.astype(float)
        pair = np.outer(one, one)
        own = pair.copy()
        np.fill_diagonal(own, 1.0)
        vector, turn, moments = self.sizes
        factors = [own.ravel(), pair.ravel(), pair.ravel()]
        factors += [np.repeat(one, each) for each in (vector, turn, moments)]
        factors += [np.repeat(pair.ravel(), each) for each in (moments, turn)]
        if self.curved:
            factors.append(np.repeat(pair.ravel(), vector))
        frame = [np.ones(vector), np.repeat(one, vector + turn)]
        if self.curved:
            frame.append(np.repeat(pair.ravel(), vector if turn == 1 else vector + turn))
        return self.numbers * np.concatenate(factors + frame * self.interfaces)

    def decay(self) -> NDArray[np.float64]:
        """mu of every mode: free vibration falls at least as exp(-mu t) (Schiehlen, Hu, Seifried 2005, Eq. 15)."""
        half, square = 0.5 * self.damping / self.mass, self.stiffness / self.mass
        over = half**2 > square
        return np.where(over, half - np.sqrt(np.maximum(half**2 - square, 0.0)), half)

    def energy(self, q: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
        """Of every mode, for the coordinates of all modes and their rates."""
        return 0.5 * (self.mass * v**2 + self.stiffness * q**2)


def leaving(system: System, body: ModalBody) -> Leaving:
    """The modes of a body that may be left out; refused where they do not vibrate each by itself."""
    at = system.modal_at
    for other in system.modal:
        values = [*other.numbers.numbers(), *(one for each in other.numbers.interfaces.values() for one in each)]
        if other.name == body.name:
            break
        at += len(values)
    n, numbers = body.numbers.count, body.numbers
    squares = [np.real(np.reshape(part, (n, n))) for part in (numbers.mass, numbers.stiffness, numbers.damping)]
    for what, square in zip(("mass", "stiffness", "damping"), squares, strict=True):
        _require_alone(body.name, what, square)
    modes = system.mechanism.bodies_by_name[body.name].modes
    mass, stiffness, damping = (np.diag(square).copy() for square in squares)
    return Leaving(
        body.name,
        body.columns,
        at,
        np.real(np.array(values, complex)),
        mass,
        stiffness,
        damping,
        (modes.vector, modes.turn, modes.moments),
        len(numbers.interfaces),
        numbers.is_curved,
    )


def _require_alone(name: str, what: str, square: NDArray[np.float64]) -> None:
    sizes = np.sqrt(np.abs(np.diag(square)))
    beside = np.abs(square - np.diag(np.diag(square)))
    if np.any(beside > _ALONE * np.outer(sizes, sizes)):
        raise AnalysisError(
            f"body '{name}': its modes have a common {what}, so that none of them dies out by itself; leave out "
            "'negligible', or give modes whose matrices are diagonal"
        )
