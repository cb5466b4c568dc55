"""Bodies with moments of inertia that no body has, and speeds, that make a motion which nobody can wait for.

They are used as they are given (a hinge feels one moment only). A body that can turn freely, though, swings faster than
it spins by the ratio of its moments: a thousand million times with a number that was mistyped.
"""

from __future__ import annotations

from linkwork.run.run import Event
from linkwork.system.system import System

_MOST_STEPS = 3e7
"""More steps than these take many minutes; a rotor with 100 000 rpm makes fewer in twenty minutes."""


def impossible_body(system: System) -> str:
    """The first body whose moments of inertia no rigid body has, in words; empty where all are possible."""
    if system.world.dimensions == 2:
        return ""
    from linkwork.bodies.spatial.mass import warnings_of

    words = next(iter(warnings_of(system.mechanism.scope())), "")
    return words.replace("; it is used as it is", "; check them")


def too_fast(longest: float, left: float) -> str:
    """Why a run would not end whose steps may be so long at most, in words; empty where it will."""
    if left <= _MOST_STEPS * longest:
        return ""
    return (
        f"Contacts and events are followed, and bodies move so fast that a step may take {longest:.3g} s at most: "
        f"{left / longest:.3g} steps; check speeds and forces, or simulate a shorter time"
    )


def absurd_motion(t: float, words: str) -> Event:
    """The end of a run that would be endless."""
    return Event(t, "stopped", f"stopped at t = {t:.6g} s: the motion would take millions of steps more. {words}")
