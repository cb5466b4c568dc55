"""A muscle after Thelen by its numbers: it is put into mechanisms in equilibrium, and says where its fibres rest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
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
        """Put it between two points of a mechanism, in the plane or in space, as the element `muscle`.

        `via` are points of other bodies over which it runs on its way, straight from one to the next and with one
        tension. `excitation` is a law between 0 and 1 of the time and of any channel; `length` (m) is that of the way
        at the start, where the fibres are in equilibrium with the tendon under the excitation of that moment, or under
        the least activation where that depends on more than the time. Channels are those of the element.
        """
        begin = self._at_start(f"max({LEAST_ACTIVATION!r}, min(1, {excitation}))")
        fibre = self.fibre_at_rest(length, begin)
        strain = parse(self._strain(repr(float(length)), repr(fibre))).value({})
        sizes = {"strength": self.strength, "optimal_length": self.optimal_length, "pennation": self.pennation}
        sizes |= {"tendon_length": self.tendon_length, "largest_speed": self.largest_speed}
        law = {"type": "thelen"} | {one.name: getattr(self.law, one.name) for one in fields(self.law)}
        starts = {"activation": begin, "strain": float(strain), "least_activation": LEAST_ACTIVATION}
        mechanism.muscle(name, [first, *via, second], excitation=excitation, law=law, **sizes, **starts)

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
