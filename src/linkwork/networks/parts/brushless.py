"""A brushless motor whose back-emf is a trapezoid over the angle, as motors for block commutation have it."""

from __future__ import annotations

import math
from typing import Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import as_expression, named, parse
from linkwork.expression.number import Number
from linkwork.expression.substitute import substituted
from linkwork.networks.branches import Branch, Lowered, Role
from linkwork.networks.domains import ELECTRICAL
from linkwork.networks.part import Surroundings
from linkwork.networks.parts.electrical import formula
from linkwork.networks.parts.machines import Machine
from linkwork.signals.parts import Signal

_SHAPE = "min(max(atan2(sin(el), abs(cos(el)))/((pi - flat)/2), -1), 1)"


class BrushlessMotor(Machine):
    """A brushless motor with a trapezoidal back-emf: v_j = R i_j + L di_j/dt + k f_j w, torque k (f_a i_a + f_b i_b +
    f_c i_c).

    f is 1 over an angle `flat` and -1 half a turn later, with straight flanks between; the phases are a third apart.
    """

    type: Literal["brushless_motor"] = "brushless_motor"
    constant: Number = Field(description="k in V s/rad: plateau of the back-emf of a phase at a rotor speed of 1 rad/s")
    inductance: Number = Field(description="L of a phase in H, less what it shares with another")
    flat: Number = Field(
        default=as_expression(2 * math.pi / 3), description="electrical angle of the plateau in rad; 120 deg"
    )

    def lower(self, name: str, around: Surroundings) -> Lowered:
        if self.flat.constant is not None and not 0.0 <= self.flat.constant < math.pi:
            raise MechanismError(
                f"part '{name}': flat must be from 0 to less than pi (180 deg), for flanks lie between plateaus; "
                f"it is {self.flat.constant:g}"
            )
        lowered, inner = self._windings(name)
        drive, move = self._drive(name, around)
        acts: Role = "delivered" if self.joint is not None else "port"
        pulls = []
        for number, label in enumerate("abc"):
            angle = self.pole_pairs * move.position - parse(f"{number}*2*pi/3")
            shape = substituted(parse(_SHAPE), {"el": angle, "flat": self.flat})
            lowered.signals[f"{name}.shape_{label}"] = Signal(value=formula(shape))
            known = self.constant * named(f"{name}.shape_{label}")
            behind, star = f"{name}.behind_{label}", f"{name}.star"
            emf = Branch(
                f"{name}.emf_{label}",
                ELECTRICAL,
                (inner[number], behind),
                "across",
                formula(known * move.rate),
                acts=acts,
            )
            coil = Branch(
                f"{name}.coil_{label}", ELECTRICAL, (behind, star), "inertance", self.inductance, "inductance"
            )
            lowered.branches += [emf, coil]
            pulls.append(known * named(emf.through))
        drive.brings(lowered, pulls[0] + pulls[1] + pulls[2], self.gear)
        return lowered
