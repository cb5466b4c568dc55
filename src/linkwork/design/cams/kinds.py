"""The kinds of followers as a user asks for them; numbers may be texts with units."""

from __future__ import annotations

from typing import Any

from linkwork.design.cams.followers import SlidingFlat, SlidingRoller, SwingingFlat, SwingingRoller
from linkwork.design.cams.segments import number, positive
from linkwork.expression.given import public


@public
def roller(radius: Any, offset: Any = 0.0) -> SlidingRoller:
    """A roller on a slide that passes the cam's centre at a distance `offset`."""
    return SlidingRoller(positive("roller: radius", radius), number("roller: offset", offset))


@public
def knife(offset: Any = 0.0) -> SlidingRoller:
    """A knife edge on a slide that passes the cam's centre at a distance `offset`."""
    return SlidingRoller(0.0, number("knife: offset", offset))


@public
def flat() -> SlidingFlat:
    """A flat face square to its slide."""
    return SlidingFlat()


@public
def swinging_roller(radius: Any, arm: Any, distance: Any) -> SwingingRoller:
    """A roller at the end of an arm; its pivot has this distance from the cam's centre."""
    what = "swinging_roller"
    lengths = positive(f"{what}: arm", arm), positive(f"{what}: distance", distance)
    return SwingingRoller(positive(f"{what}: radius", radius), *lengths)


@public
def swinging_knife(arm: Any, distance: Any) -> SwingingRoller:
    """A knife edge at the end of an arm; its pivot has this distance from the cam's centre."""
    what = "swinging_knife"
    return SwingingRoller(0.0, positive(f"{what}: arm", arm), positive(f"{what}: distance", distance))


@public
def swinging_flat(distance: Any, offset: Any = 0.0) -> SwingingFlat:
    """A flat face on an arm whose pivot has this distance from the cam's centre; the face passes the pivot at
    `offset`, positive towards the cam."""
    what = "swinging_flat"
    return SwingingFlat(positive(f"{what}: distance", distance), number(f"{what}: offset", offset))
