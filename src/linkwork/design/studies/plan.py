"""Plan: which designs a study looks at. Variant n has the same values whoever computes it, and when."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Plan(ABC):
    """Names of the parameters that vary, how many variants there are, and the values of each."""

    kind: ClassVar[str]
    grows: ClassVar[bool] = False
    """Whether a larger count leaves the variants before it as they are."""
    names: tuple[str, ...]
    count: int
    given: Mapping[str, Any]
    """What was given for the parameters, with its units."""

    @abstractmethod
    def rows(self, first: int, last: int) -> NDArray[np.float64]:
        """The values of variants `first` to `last` (that one not included), a row each."""

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """As a file holds it."""

    def resolved(self, model: Mapping[str, float]) -> Self:
        """The plan with values that were left to the model."""
        return self

    def follow_up(self, responses: int) -> int:
        """How many variants follow that are chosen by the results of the others."""
        return 0

    def following(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Those variants, from a row of responses for each of the others (not a number where one failed)."""
        return values[:0]

    def __len__(self) -> int:
        return self.count
