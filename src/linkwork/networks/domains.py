"""The domains: what is measured across a part, what goes through it, and in which units."""

from __future__ import annotations

from dataclasses import dataclass

REFERENCE = "ground"
"""The node of every domain at which the across variable is zero."""


@dataclass(frozen=True)
class Domain:
    """Words of a domain; the product of both variables is a power, but for heat, which is one itself, gas and flux."""

    name: str
    across: str
    through: str
    across_unit: str
    through_unit: str
    size: float
    """A size of the across variable that counts."""
    heat: bool = False
    powers: bool = True
    """Whether the power that goes into a part follows from both variables."""
    start: float = 0.0
    """Of a state for which none is given."""
    through_size: float = 1.0
    """A size of the through variable that counts, for the errors that a run allows in it."""


ELECTRICAL = Domain("electrical", "voltage", "current", "V", "A", 1.0)
HYDRAULIC = Domain("hydraulic", "pressure", "flow", "Pa", "m^3/s", 1e5)
PNEUMATIC = Domain("pneumatic", "pressure", "flow", "Pa", "kg/s", 1e5, powers=False, start=101325.0)
THERMAL = Domain("thermal", "temperature", "heat", "K", "W", 100.0, heat=True, start=293.15)
ROTATION = Domain("rotational", "omega", "torque", "rad/s", "N m", 1.0)
MAGNETIC = Domain("magnetic", "mmf", "flux", "A", "Wb", 100.0, powers=False, through_size=1e-4)
TRANSLATION = Domain("translational", "speed", "force", "m/s", "N", 1.0)
BOND = Domain("bond", "effort", "flow", "", "", 1.0)
