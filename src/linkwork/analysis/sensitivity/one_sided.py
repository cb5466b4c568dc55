"""Places of a design at which a derivative has one side only."""

from __future__ import annotations

from linkwork.system.system import System


def frictionless(system: System) -> str:
    """Say which contact has a coefficient of zero that a parameter changes: no friction can become less; or nothing."""
    mechanism = system.mechanism
    for name, contact in {**mechanism.touching_parts, **mechanism.contact_groups}.items():
        coefficient = complex(system.row(name, f"contact '{name}'").number(contact.friction))
        if coefficient.real == 0.0 and coefficient.imag != 0.0:
            return (
                f"contact '{name}' has no friction here, so that the derivative by its coefficient has one side only; "
                "give the coefficient a small value"
            )
    return ""
