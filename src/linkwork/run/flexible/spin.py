"""Notes on flexible bodies that spin: whether centrifugal forces stiffen them, with how many modes, large bending."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from linkwork.bodies.flexible.body import FlexibleModes
    from linkwork.bodies.flexible.cells import Floats
    from linkwork.bodies.flexible.description import Flexible
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run
    from linkwork.system.system import System

FAST = 0.05
"""Spin, as a share of the first frequency, from which on centrifugal stiffness matters."""
SHARE = 0.25
"""Centrifugal stiffness of the highest modes, as a share of their elastic one, from which on they are too few.

The first lag frequency of a uniform blade errs by 0.1, 0.3 and 1.4 % at shares of 0.21, 0.35 and 0.75."""
LARGE = 0.1
"""Deflection, as a share of the body's size, beyond which a floating frame is no good picture."""


def has_flexible_bodies(run: Run) -> bool:
    """Whether the mechanism has any."""
    return any(body.flexible is not None for body in run.mechanism.bodies_by_name.values())


def flexible_notes(run: Run) -> list[str]:
    """What is to be said of the flexible bodies of a run."""
    notes: list[str] = []
    for name, modes in _reduced(run.mechanism):
        if name not in run.system.bodies:
            continue
        notes += _spin_notes(run.mechanism.bodies_by_name[name].flexible, name, modes, _spin(run, name))
        largest = float(np.max(run[f"{name}.deflection"]))
        size = float(np.ptp(modes.reduced.structure.points, axis=0).max())
        if largest > LARGE * size:
            notes.append(
                f"body '{name}' deflects by up to {100 * largest / size:.0f} % of its size: shapes are for small "
                "deflections; cut it into several flexible bodies joined by fixed joints"
            )
    return notes


def turning_notes(system: System, twists: Floats) -> list[str]:
    """What is to be said of the stiffness by spin of the flexible bodies of a system, turning as the twists say.

    `twists` has a row for every body, the ground first, turns last and along the axes of the body.
    """
    notes: list[str] = []
    for name, modes in _reduced(system.mechanism):
        if name in system.bodies:
            turning = twists[1 + system.bodies.index(name), system.world.dimensions :]
            notes += _spin_notes(system.mechanism.bodies_by_name[name].flexible, name, modes, turning)
    return notes


def pushed_notes(system: System) -> list[str]:
    """What is to be said of the stiffness of pressure on faces of flexible bodies."""
    from linkwork.bodies.flexible.checks import pressure_notes

    notes: list[str] = []
    for name, modes in _reduced(system.mechanism):
        bent = modes.shapes.bent
        if bent is not None and name in system.bodies:
            notes += [f"body '{name}': {one}" for one in pressure_notes(bent.unsymmetric, bent.together)]
    return notes


def _reduced(mechanism: Mechanism) -> Iterator[tuple[str, FlexibleModes]]:
    """The flexible bodies of a mechanism with their modes."""
    for name, body in mechanism.bodies_by_name.items():
        if body.flexible is not None:
            from linkwork.bodies.flexible.expand import reduced_body

            yield name, reduced_body(body.flexible, mechanism.scope(), mechanism.world.dimensions)


def _spin_notes(described: Flexible, name: str, modes: FlexibleModes, turning: Floats) -> list[str]:
    """What is to be said of a body that turns at that angular velocity, along its axes."""
    spin = float(np.linalg.norm(turning))
    if not spin > FAST * modes.first_frequency:
        return []
    share = f"body '{name}' spins at up to {100 * spin / modes.first_frequency:.0f} % of its first frequency"
    if modes.shapes.stiffening:
        told = f"{share}: its centrifugal stiffness is included, {modes.shapes.stiffening}"
        return [told, *_too_few(name, modes, turning), *_not_straight(name, described, modes, turning)]
    if described.matrices is not None:
        return [f"{share}: matrices hold no centrifugal stiffness, it is too soft; give its mesh instead"]
    return [f"{share} and is too soft: its centrifugal stiffness is switched off"]


def _not_straight(name: str, described: Flexible, modes: FlexibleModes, turning: Floats) -> list[str]:
    """A sentence where the pull of spin bends what it stretches: how far its stiffness is known, then."""
    from linkwork.bodies.flexible.stiffening import ASIDE, aside, support_of

    support = described.stiffening if isinstance(described.stiffening, str) else None
    tie = support_of(modes.reduced.ties, support, described.reference)
    if tie is None:
        return []
    share = aside(modes.reduced.structure, tie.at, turning)
    if not share > ASIDE:
        return []
    begin = (
        f"body '{name}' is not straight along the radius: the pull of its spin passes its cross-sections by up to "
        f"{100 * share:.2g} % of its size and bends it"
    )
    if modes.shapes.bent is None and tie.name != described.reference:
        return [
            f"{begin}, and 'load_stiffening' is switched off, by which its frame goes along with that: frequencies may "
            "be wrong by a tenth and more; leave 'load_stiffening' out"
        ]
    return [
        f"{begin}; its stiffness is that of the bending moments before they straighten it, by which frequencies may "
        "err by some percent (docs: flexible-stiffening); cut it into several where that is too much"
    ]


def _too_few(name: str, modes: FlexibleModes, turning: Floats) -> list[str]:
    """A sentence where spin stiffens even the highest modes: those left out would have bent with the others, then.

    Of a beam the share falls with the square of the number of modes.
    """
    share, count = highest_share(modes, turning), len(modes.reduced.values)
    if not share > SHARE:
        return []
    enough = int(np.ceil(count * (share / (0.8 * SHARE)) ** 0.5))
    return [
        f"body '{name}' has too few modes for its spin: centrifugal stiffness is {100 * share:.0f} % of the elastic "
        f"one in the highest of its {count} modes, so that it is too stiff; take about {enough} modes"
    ]


def highest_share(modes: FlexibleModes, turning: Floats) -> float:
    """Centrifugal stiffness by elastic stiffness of the last quarter of the modes, at the most.

    Not of the last one alone, which may stretch or twist, and a spin does little to such modes.
    """
    added = modes.shapes.plain_curvature - modes.integrals.curvature
    if len(turning) == 1:
        stiffness = added * turning[0] ** 2
    else:
        x, y, z = turning
        stiffness = added @ np.array([x * x, y * y, z * z, 2 * x * y, 2 * y * z, 2 * z * x])
    elastic = modes.integrals.mass * modes.reduced.values * modes.modulus / modes.density
    last = max(2, len(elastic) // 4)
    return float(np.max(np.diag(stiffness)[-last:] / elastic[-last:], initial=0.0))


def _spin(run: Run, name: str) -> Floats:
    """The largest angular velocity of a body in a run: one number, in space three along its axes."""
    if run.mechanism.world.dimensions == 2:
        return np.array([np.abs(run[f"{name}.omega"]).max()])
    turning = np.array([run[f"{name}.omega.{axis}"] for axis in "xyz"])
    fastest: Floats = turning[:, int(np.argmax(np.linalg.norm(turning, axis=0)))]
    return fastest
