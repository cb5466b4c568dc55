"""What check tells of bodies from finite elements: mass, inertia, rigid motions, frequencies, what is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


def flexible_lines(mechanism: Mechanism) -> list[str]:
    """Sentences about every flexible body, each with its name."""
    flexible_lines: list[str] = []
    for name, body in mechanism.bodies_by_name.items():
        if body.flexible is None:
            continue
        from linkwork.bodies.flexible.checks import summary
        from linkwork.bodies.flexible.expand import reduced_body

        scope = mechanism.scope()
        modes = reduced_body(body.flexible, scope, mechanism.world.dimensions)
        thickness = 1.0 if body.flexible.matrices is not None else scope.number(body.flexible.thickness).real
        words = [*summary(modes.reduced, modes.modulus, modes.density, thickness).splitlines(), *modes.notes]
        flexible_lines += [f"flexible body '{name}': {sentence}" for sentence in words]
    return flexible_lines
