"""Tolerance: a nominal value, the limits it may lie between, and how it is spread between them.

Values are drawn by the inverse of the distribution function from numbers between 0 and 1, so that random numbers, Latin
hypercubes and Sobol points all follow the same distribution.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, shown
from linkwork.expression.given import publicly_made

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DISTRIBUTIONS = ("normal", "uniform", "triangular", "truncated")
_NUMBER = r"[^/±]+?"
_BOTH = re.compile(rf"^(?P<nominal>{_NUMBER})??\s*(?:\+-|±)\s*(?P<plus>{_NUMBER})$")
_EACH = re.compile(rf"^(?P<nominal>{_NUMBER})??\s*\+(?P<plus>{_NUMBER})\s*/\s*-(?P<minus>{_NUMBER})$")


@publicly_made
@dataclass(frozen=True)
class Tolerance:
    """A value with tolerances: `Tolerance(2, 0.05)` is 2 +- 0.05, `Tolerance(2, 0.05, minus=0.02)` 2 +0.05/-0.02.

    Left out, the nominal value is the model's. Distributions: `normal` (the limits are `sigmas` deviations from their
    middle, and a few values lie beyond), `truncated` (a normal one without those), `uniform`, and `triangular` (highest
    at the nominal value). `relative` tolerances are shares of the nominal value.
    """

    nominal: float | None
    plus: float
    minus: float | None = None
    distribution: str = "normal"
    sigmas: float = 3.0
    relative: bool = False

    def __post_init__(self) -> None:
        lower = self.plus if self.minus is None else self.minus
        for what, value in (("plus", self.plus), ("minus", lower), ("sigmas", self.sigmas)):
            if not _is_number(value) or value < 0 or (what == "sigmas" and value == 0):
                raise MechanismError(f"tolerance: {what} must be a finite number above zero; found {shown(value)}")
        if self.nominal is not None and not _is_number(self.nominal):
            raise MechanismError(f"tolerance: the nominal value must be a finite number; found {shown(self.nominal)}")
        if self.plus == 0 and lower == 0:
            raise MechanismError("tolerance: both limits are zero, and nothing is left to vary")
        if self.distribution not in DISTRIBUTIONS:
            known = ", ".join(DISTRIBUTIONS)
            raise MechanismError(f"tolerance: distribution '{self.distribution}' is not known; choose one of: {known}")

    def resolved(self, nominal: float) -> Tolerance:
        """The same with a nominal value and limits in its unit; `nominal` stands for one that was left out."""
        value = nominal if self.nominal is None else self.nominal
        scale = abs(value) if self.relative else 1.0
        lower = self.plus if self.minus is None else self.minus
        if self.relative and value == 0:
            raise MechanismError("tolerance: a tolerance in percent needs a nominal value that is not zero")
        return replace(self, nominal=value, plus=scale * self.plus, minus=scale * lower, relative=False)

    @property
    def limits(self) -> tuple[float, float]:
        """The smallest and the largest value allowed."""
        known = self.resolved(math.nan) if self.nominal is not None else self
        if known.nominal is None or known.minus is None:
            raise MechanismError("tolerance: the nominal value is the model's, and not known here")
        return known.nominal - known.minus, known.nominal + known.plus

    @property
    def deviation(self) -> float:
        """The standard deviation of the distribution."""
        low, high = self.limits
        if self.distribution == "uniform":
            return (high - low) / math.sqrt(12.0)
        if self.distribution == "triangular":
            mode = float(self.nominal or 0.0) - low
            width = high - low
            return math.sqrt((width * width - mode * width + mode * mode) / 18.0)
        sigma = 0.5 * (high - low) / self.sigmas
        if self.distribution == "normal":
            return sigma
        inside = math.erf(self.sigmas / math.sqrt(2.0))
        density = math.exp(-0.5 * self.sigmas**2) / math.sqrt(2.0 * math.pi)
        return sigma * math.sqrt(1.0 - 2.0 * self.sigmas * density / inside)

    def values(self, share: NDArray[np.float64]) -> NDArray[np.float64]:
        """The values below which these shares (between 0 and 1) of all pieces lie."""
        import numpy as np

        low, high = self.limits
        if self.distribution == "uniform":
            return low + share * (high - low)
        if self.distribution == "triangular":
            mode, width = float(self.nominal or 0.0), high - low
            left = low + np.sqrt(share * width * (mode - low))
            right = high - np.sqrt((1.0 - share) * width * (high - mode))
            return np.where(share * width < mode - low, left, right)
        middle, sigma = 0.5 * (low + high), 0.5 * (high - low) / self.sigmas
        if self.distribution == "truncated":
            outside = 0.5 * math.erfc(self.sigmas / math.sqrt(2.0))
            return np.clip(middle + sigma * _quantiles(outside + share * (1.0 - 2.0 * outside)), low, high)
        return middle + sigma * _quantiles(share)

    def data(self) -> dict[str, Any]:
        """As a file holds it."""
        return asdict(self)


def _quantiles(share: NDArray[np.float64]) -> NDArray[np.float64]:
    """The values below which these shares of a standard normal distribution lie."""
    from statistics import NormalDist

    import numpy as np

    below = NormalDist().inv_cdf
    flat = (below(part) if 0.0 < part < 1.0 else math.copysign(math.inf, part - 0.5) for part in share.flat)
    return np.fromiter(flat, float, share.size).reshape(share.shape)


def as_tolerance(name: str, value: Any) -> Tolerance:
    """What is given for a parameter as a Tolerance: one, a text such as `2 +- 0.05`, or a range (low, high)."""
    if isinstance(value, Tolerance):
        return value
    try:
        if isinstance(value, str):
            return _read(value)
        if isinstance(value, Mapping):
            return Tolerance(**value)
        low, high = (_number(number) if isinstance(number, str) else float(number) for number in value)
        return _between(low, high)
    except (TypeError, ValueError):
        example = f'{name}="2 +- 0.05", {name}=(1.95, 2.05) or {name}=Tolerance(2, 0.05)'
        raise MechanismError(
            f"parameter '{name}': expected a tolerance, as in {example}; found {shown(value)}"
        ) from None
    except MechanismError as error:
        raise MechanismError(f"parameter '{name}': {error}") from None


def _between(low: float, high: float) -> Tolerance:
    """All values of a range, evenly spread."""
    if not (_is_number(low) and _is_number(high) and low < high):
        raise MechanismError(f"a range goes from a finite number up to a larger one; found {low:g} to {high:g}")
    middle = 0.5 * (low + high)
    return Tolerance(middle, high - middle, middle - low, "uniform")


def _read(text: str) -> Tolerance:
    """`2 +- 0.05`, `100 mm +- 0.1 mm uniform`, `2 +0.05/-0.02`, `+- 1 %` (of the model's value) or `1.9:2.1`."""
    words = text.strip()
    head, _, last = words.rpartition(" ")
    distribution = "normal"
    if last in DISTRIBUTIONS:
        words, distribution = head.strip(), last
    low, colon, high = words.partition(":")
    if colon:
        return _between(_number(low), _number(high))
    match = _BOTH.match(words) or _EACH.match(words)
    if match is None:
        raise MechanismError(f"'{text}' is no tolerance; write '2 +- 0.05', '2 +0.05/-0.02', '+- 1 %' or '1.9:2.1'")
    parts = match.groupdict()
    nominal = None if not parts["nominal"] else _number(parts["nominal"])
    plus, minus = parts["plus"].strip(), (parts.get("minus") or parts["plus"]).strip()
    relative = plus.endswith("%") or minus.endswith("%")
    if relative:
        plus, minus = (f"({limit.removesuffix('%')})/100" for limit in (plus, minus))
    return Tolerance(nominal, _number(plus), _number(minus), distribution, relative=relative)


def _number(text: str) -> float:
    from linkwork.expression import as_expression

    return float(as_expression(text.strip()).value({}).real)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
