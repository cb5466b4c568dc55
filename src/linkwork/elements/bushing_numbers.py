"""The numbers of bushings, in the plane and in space: one for each component, or a symmetric matrix."""

from __future__ import annotations

from typing import Any

from linkwork.base.errors import shown
from linkwork.expression.part import plain_values

_WORDS = {3: "three", 6: "six"}


def listed(value: Any, components: tuple[str, ...]) -> Any:
    """Refuse what is neither so many numbers nor so many rows of them, before either is tried."""
    given, count = plain_values(value), len(components)
    is_list = isinstance(given, list | tuple)
    rows = [item for item in given if isinstance(item, list | tuple)] if is_list else []
    if not is_list or len(given) != count or (rows and [len(row) for row in rows] != [count] * count):
        raise ValueError(
            f"{_WORDS[count]} numbers are needed, for {', '.join(components)}, or a matrix of {count} by {count}; "
            f"found {shown(given)}"
        )
    return value


def checked_matrix(row: Any, given: Any, what: str) -> list[Any]:
    """The numbers of a matrix row by row, once it is known to be one of a potential or of losses."""
    import numpy as np

    count = len(given)
    if isinstance(given[0], tuple):
        rows = [[row.number(value) for value in line] for line in given]
    else:
        numbers = [row.number(value) for value in given]
        rows = [[value if m == n else 0.0 for n in range(count)] for m, value in enumerate(numbers)]
    real = np.array([[value.real for value in line] for line in rows])
    size = np.abs(real).max()
    if np.abs(real - real.T).max() > 1e-9 * size:
        row.fail(f"{what} is not symmetric; a bushing with a potential has a symmetric matrix")
    if np.linalg.eigvalsh(real)[0] < -1e-9 * size:
        row.fail(f"{what} has a negative value: the bushing would push itself away or feed energy into the motion")
    return [value for line in rows for value in line]
