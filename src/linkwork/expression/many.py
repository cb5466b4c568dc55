"""Many: a parameter that has another value in each of many designs, for places that are read for all of them at once.

Where code compares such a number, as checks do, all designs must give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.expression.each_design import OfEachDesign

_COMPARISONS = (np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal)


class DesignsDiffer(Exception):
    """A comparison that not all designs answer alike: they cannot be read at once."""


class Many(np.ndarray, OfEachDesign):
    """Numbers that code takes as one. Beside an array of motions they are plain numbers, one for each row of it."""

    @classmethod
    def of(cls, values: Any) -> Many:
        """The numbers of an array."""
        return np.asarray(values, float).view(cls)

    def each(self, function: Callable[[float], float]) -> Many:
        """A function of each of them; those of neighbours that are equal are found once."""
        values = np.asarray(self)
        first = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
        each = np.array([function(value) for value in values[first].tolist()])
        return Many.of(np.repeat(each, np.diff(np.append(first, len(values)))))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Arithmetic of numbers; a comparison has one answer."""
        alone = all(isinstance(value, Many) or np.ndim(value) == 0 for value in inputs)
        plain = [np.asarray(value) if isinstance(value, Many) else value for value in inputs]
        applied = getattr(ufunc, method)(*plain, **options)
        if not alone or method != "__call__" or not isinstance(applied, np.ndarray):
            return applied
        if ufunc not in _COMPARISONS:
            return applied.view(Many) if applied.dtype == float else applied
        if np.all(applied == applied[0]):
            return bool(applied[0])
        raise DesignsDiffer
