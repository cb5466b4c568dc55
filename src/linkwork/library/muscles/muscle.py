"""A muscle between two points: fibres that are activated and shorten, in series with a tendon that gives way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from linkwork.base.errors import AnalysisError, ExpressionError, MechanismError
from linkwork.expression import parse
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_positive
from linkwork.library.muscles.thelen import Thelen

LEAST_ACTIVATION = 0.01  # fibres that are not active at all have no equilibrium of their own


@public
@publicly_made
@dataclass(frozen=True)
class Muscle:
    """Strength in N, lengths in m, the angle of the fibres at their optimal length in rad, the largest speed in 1/s."""

    strength: float
    optimal_length: float
    tendon_length: float
    pennation: float = 0.0
    largest_speed: float = 10.0
    """Of the fibres, in optimal lengths a second."""
    law: Thelen = field(default_factory=Thelen)

    def __post_init__(self) -> None:
        names = ("strength", "optimal_length", "tendon_length", "largest_speed")
        require_positive("a muscle", **{name: getattr(self, name) for name in names})
        if not 0 <= self.pennation < math.pi / 2:
            raise MechanismError(f"a muscle: pennation lies between 0 and a right angle, not at {self.pennation:g} rad")

    def attach(
        self,
        mechanism: Any,
        name: str,
        first: Any,
        second: Any,
        *,
        excitation: str,
        length: float,
        via: Sequence[Any] = (),
    ) -> None:
        """Put it between two points of a mechanism, in the plane or in space.

        `via` are points of other bodies over which it runs on its way, straight from one to the next and with one
        tension; two that follow each other are on different bodies (a way along one body belongs to the tendon).
        `excitation` is a law between 0 and 1 of the time and of any channel; `length` (m) is that of the way
        at the start, where the fibres are in equilibrium with the tendon under the excitation of that moment, or under
        the least activation where that depends on more than the time. Channels, each after the muscle's name:
        `_activation`, `_fibre` (over the optimal length), `_strain` of the tendon, `_tendon` (its force over the
        strength), and those of a spring, such as `.length` and `.strength` (the force in N); with `via` the springs are
        `_1`, `_2`, ... and `_length` is the length of the whole way.
        """
        m, law = mechanism, self.law
        given = f"max({LEAST_ACTIVATION!r}, min(1, {excitation}))"
        begin = self._at_start(given)
        fibre = self.fibre_at_rest(length, begin)
        a, fibres, pull = f"{name}_activation", f"{name}_fibre", f"{name}_tendon"
        m.state(a, rate=law.activation(given, a), start=begin)
        points = (first, *via, second)
        parts = [f"{name}_{number}" for number in range(1, len(points))] if via else [name]
        way = f"{name}.length"
        if via:
            way = f"{name}_length"
            m.signal(way, " + ".join(f"{part}.length" for part in parts))
        m.signal(f"{name}_strain", self._strain(way, fibres))
        m.signal(pull, law.tendon(f"{name}_strain"))
        force = f"({pull}/{self._cosine(fibres)} - {law.passive(fibres)})"
        speed = law.speed(a, law.active(fibres), force)
        m.state(fibres, rate=f"{self.largest_speed!r}*{speed}", start=fibre)
        for part, (one, two) in zip(parts, pairwise(points), strict=True):
            m.spring(part, one, two, force=f"{self.strength!r}*{pull}")

    def fibre_at_rest(self, length: float, activation: float) -> float:
        """Fibres over their optimal length, in equilibrium with the tendon, for the distance of the ends."""
        from scipy.optimize import brentq

        law = self.law
        text = f"({law.tendon('s')})/{self._cosine('f')} - {activation!r}*{law.active('f')} - {law.passive('f')}"
        balance, strain = parse(text), parse(self._strain("l", "f"))

        def lack(fibre: float) -> float:
            return float(balance.value({"f": fibre, "s": strain.value({"l": length, "f": fibre})}))

        low, high = max(0.1, 1.0001 * math.sin(self.pennation)), 2.0
        if not (lack(low) > 0 > lack(high)):
            raise AnalysisError(
                f"a muscle of fibres of {self.optimal_length:g} m and a tendon of {self.tendon_length:g} m has no "
                f"equilibrium over {length:g} m: fibres would be below a tenth or above twice the optimum"
            )
        return float(brentq(lack, low, high, xtol=1e-14, rtol=1e-14))

    def _at_start(self, excitation: str) -> float:
        law = parse(excitation)
        try:
            return float(law.value({"t": 0.0}))
        except ExpressionError:  # it depends on channels, which are not known yet
            return LEAST_ACTIVATION

    def _cosine(self, fibre: str) -> str:
        """Of the angle between fibres and tendon: the fibres keep their distance across as they shorten."""
        return f"sqrt(1 - ({math.sin(self.pennation)!r}/{fibre})^2)" if self.pennation else "1"

    def _strain(self, length: str, fibre: str) -> str:
        return f"(({length} - {self.optimal_length!r}*{fibre}*{self._cosine(fibre)})/{self.tendon_length!r} - 1)"
