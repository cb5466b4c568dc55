"""Processor time for all runs of a verification together, shared alike by those that are still to come."""

from __future__ import annotations

from dataclasses import dataclass

_FEWEST = 2  # runs that always count as still to come, so that no run takes all that is left
_NOTHING = 0.01  # of all: less is as good as spent


@dataclass
class Budget:
    """`seconds` of processor time for so many `runs`; without bound where none are given. Compiling does not count."""

    seconds: float | None
    runs: int = 0
    used: float = 0.0
    kept: float = 0.0
    """Share of all that is kept for later runs."""

    @property
    def is_given(self) -> bool:
        """Whether there is a bound."""
        return self.seconds is not None

    @property
    def is_spent(self) -> bool:
        """Whether next to nothing is left."""
        return self.seconds is not None and self._left() < _NOTHING * self.seconds

    def share(self, parts: float = 1.0) -> float:
        """Seconds for the next run, which may take several shares but never more than half of what is left."""
        runs, self.runs = max(self.runs, _FEWEST), self.runs - 1
        return max(self._left() - self.kept * (self.seconds or 0.0), 0.0) * min(parts / runs, 1.0 / _FEWEST)

    def _left(self) -> float:
        assert self.seconds is not None
        return max(self.seconds - self.used, 0.0)
