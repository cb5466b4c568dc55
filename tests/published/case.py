"""A published case: where a number is printed, what we compute, and how close they must be.

Files of this folder have a function `cases()` that lists their cases, if they have numbers to compare; the tests,
`make published` and the page *What the books print and what we compute* are all made from them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class Case:
    """One number of a book against ours.

    source      book, section, table or equation: "Haug 5.2, Table 5.2.6"
    quantity    what it is, with its unit: "slider x with driver, t = 0 (m)"
    published   the printed number (None when the book prints none and `exact` is a closed form or quadrature)
    computed    computes our number
    tolerance   largest difference from the published number, relative when `relative`
    exact       the closed form, when there is one, with its own `exact_tolerance` (same kind)
    erratum     when the print is wrong: what is wrong and why `exact` is right; then `published` must differ from
                `exact` by more than the tolerance, and our number must agree with `exact`
    """

    source: str
    quantity: str
    published: float | None
    computed: Callable[[], float]
    tolerance: float
    relative: bool = False
    exact: float | None = None
    exact_tolerance: float = 1e-9
    erratum: str = ""

    def __post_init__(self) -> None:
        if self.published is None and self.exact is None:
            raise ValueError(f"{self.source}, {self.quantity}: neither a published nor an exact number")
        if self.erratum and (self.exact is None or self.published is None):
            raise ValueError(f"{self.source}, {self.quantity}: an erratum needs the printed and the exact number")

    def _off(self, number: float, reference: float) -> float:
        difference = abs(number - reference)
        return difference / abs(reference) if self.relative else difference

    def verdict(self, value: float) -> str:
        """'agrees', 'book in error', or 'DISAGREES' with the reason."""
        if self.exact is not None and not self._off(value, self.exact) <= self.exact_tolerance:
            return f"DISAGREES with the exact {self.exact!r}"
        if self.published is None:
            return "agrees"
        if self.erratum:
            assert self.exact is not None
            wrong = self._off(self.published, self.exact) > self.tolerance
            return "book in error" if wrong else "DISAGREES: the print is not in error"
        return "agrees" if self._off(value, self.published) <= self.tolerance else "DISAGREES with the print"


def tests_of(cases: Callable[[], list[Case]]) -> Any:
    """A test function that checks every case: `test_cases = tests_of(cases)`."""
    listed = cases()

    @pytest.mark.parametrize("case", listed, ids=[f"{case.source}: {case.quantity}" for case in listed])
    def test_case(case: Case) -> None:
        value = case.computed()
        verdict = case.verdict(value)
        assert not verdict.startswith("DISAGREES"), f"{case.source}: {case.quantity}: computed {value!r}, {verdict}"

    return test_case
