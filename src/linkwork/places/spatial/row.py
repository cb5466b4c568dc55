"""SpatialRow: the table row of one spatial element while it is being packed."""

from __future__ import annotations

from typing import Any

from linkwork.places.base_row import BaseRow
from linkwork.places.spatial import rotation
from linkwork.places.spatial.orientation import PARALLEL
from linkwork.places.spatial.places import Frame
from linkwork.places.spatial.rotation import Vec
from linkwork.places.spatial.scope import Axes, SpatialScope

JointFrame = tuple[Vec, Vec, Vec, Vec]
"""The point s and the unit axes f (x''), g (y''), h (z'') of a joint in the frame of a body."""
_X, _Y, _Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
_NEARLY = 0.9
"""Cosine above which a direction is too near to another to tell a third from the two."""


class SpatialRow(BaseRow):
    """The row of a spatial element: it knows points and frames of bodies."""

    scope: SpatialScope

    def point(self, place: Frame) -> Vec:
        """Coordinates of a point in its body's frame."""
        return self._axes(place).point

    def frame(self, place: Frame) -> JointFrame:
        """Point and unit axes x'', y'', z'' in the body's frame; left out: z of the body, and an x'' square to it."""
        given = self._axes(place)
        h = self._unit(given.axis, place) or _Z
        return given.point, *self._triad(h, given.x or _square_to(h), place)

    def frames(self, first: Frame, second: Frame) -> tuple[JointFrame, JointFrame]:
        """Both frames of a joint; where one lacks its axis or its x'' it takes the other's as drawn in the world.

        Where both lack them the axis is z of the first body and x'' square to it, the same in the drawing for both.
        """
        places = first, second
        given = [self._axes(place) for place in places]
        axes = [self._unit(side.axis, place) for side, place in zip(given, places, strict=True)]
        if axes[0] is None and axes[1] is None:
            axes[0] = _Z
        h = [axes[n] or self._carried(axes[1 - n], places[1 - n], places[n]) for n in (0, 1)]
        xs = [side.x for side in given]
        if xs[0] is None and xs[1] is None:
            xs[0] = _square_to(h[0])
        x = [xs[n] or self._beside(self._carried(xs[1 - n], places[1 - n], places[n]), h[n]) for n in (0, 1)]
        one, other = ((side.point, *self._triad(h[n], x[n], places[n])) for n, side in enumerate(given))
        return one, other

    def direction(self, vector: Any, what: str) -> Vec:
        """The unit vector of three expressions."""
        values = self.scope.vector(vector)
        if rotation.size(values) == 0.0:
            self.fail(f"{what} is zero; give a direction")
        return rotation.scaled(values, 1.0 / rotation.length(values))

    def _axes(self, place: Frame) -> Axes:
        given = self.scope.axes(place)
        self.seen.append((place.body, *given.point))
        return given

    def _unit(self, vector: Vec | None, place: Frame) -> Vec | None:
        if vector is None:
            return None
        if rotation.size(vector) == 0.0:
            points = place.triad is not None and place.triad.P is not None
            self.fail(
                f"P and Q of the frame on '{place.body}' are the same point; Q lies on the axis, away from P"
                if points
                else f"the 'axis' of the frame on '{place.body}' is zero; give a direction"
            )
        return rotation.scaled(vector, 1.0 / rotation.length(vector))

    def _triad(self, h: Vec, x: Vec, place: Frame) -> tuple[Vec, Vec, Vec]:
        """Unit f, g, h: x projected square to the axis, and g = h x f (Haug, Eq. 9.4.1)."""
        across = rotation.cross(h, x)
        if rotation.size(across) <= PARALLEL * rotation.size(x):
            points = place.triad is not None and place.triad.P is not None
            self.fail(
                f"P, Q and R of the frame on '{place.body}' lie on one line; move 'R' off it, or leave it out"
                if points
                else f"the 'x' of the frame on '{place.body}' is zero or parallel to its axis; give another direction"
            )
        g = rotation.scaled(across, 1.0 / rotation.length(across))
        return rotation.cross(g, h), g, h

    def _carried(self, vector: Vec | None, source: Frame, target: Frame) -> Vec:
        """A direction of one body, seen in the other's frame as the drawing shows them."""
        x, y, z = vector or _Z
        x, y, z = self.scope.into_world(source.body, x, y, z, direction=True)
        return self.scope.into_body(target.body, x, y, z, direction=True)

    @staticmethod
    def _beside(x: Vec, h: Vec) -> Vec:
        """x, or another direction where it is too near to the axis that this side gives itself."""
        return x if rotation.size(rotation.cross(h, x)) > (1.0 - _NEARLY) * rotation.size(x) else _square_to(h)


def _square_to(h: Vec) -> Vec:
    """A direction that is not along h: the body's x, or its y where x is near to h."""
    return _X if abs(h[0].real) < _NEARLY else _Y
