"""Bodies with moments of inertia that no body has, where they make a motion that nobody can wait for.

They are used as they are given (a hinge feels one moment only). A body that can turn freely, though, swings faster than
it spins by the ratio of its moments: a thousand million times with a number that was mistyped.
"""

from __future__ import annotations

from linkwork.run.run import Event
from linkwork.system.system import System


def impossible_body(system: System) -> str:
    """The first body whose moments of inertia no rigid body has, in words; empty where all are possible."""
    if system.world.dimensions == 2:
        return ""
    from linkwork.bodies.spatial.mass import warnings_of

    words = next(iter(warnings_of(system.mechanism.scope())), "")
    return words.removesuffix("; it is used as it is")


def absurd_motion(t: float, words: str) -> Event:
    """The end of a run that such a body makes endless."""
    return Event(
        t, "stopped", f"stopped at t = {t:.6g} s: the motion would take millions of steps more. {words}; check them"
    )
