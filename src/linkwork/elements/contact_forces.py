"""Force laws of a contact: what presses two outlines apart while they overlap, instead of an impact."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.mechanism.base import Part
from linkwork.mechanism.expression import as_expression
from linkwork.mechanism.number import Number


class HertzForce(Part):
    """f = k d^n, without damping."""

    type: Literal["hertz"] = "hertz"
    stiffness: Number = Field(description="N/m^n")
    exponent: Number = Field(default=as_expression(1.5), description="1.5 for round bodies, 1 for a plain spring")


EveryContactForce = HertzForce
AnyContactForce = EveryContactForce
