"""What every spatial element promises beyond `Element`: rows of twelve columns, and the frame of its reactions."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from linkwork.elements.base import Element, kernel_room
from linkwork.places.spatial.places import Frame

if TYPE_CHECKING:
    from linkwork.elements.spatial.glyph import Glyph
    from linkwork.places.spatial.rotation import Vec
    from linkwork.places.spatial.row import SpatialRow

_X = (1.0, 0.0, 0.0)
_Y = (0.0, 1.0, 0.0)
_Z = (0.0, 0.0, 1.0)


class SpatialElement(Element):
    """One constraint or driver of a spatial mechanism; `structure()` reads `xyzabc|xyzabc` and own columns."""

    nonholonomic: ClassVar[tuple[str, ...]] = ()
    """Names of its equations that hold for velocities only."""
    symbol: ClassVar[str] = ""
    """How it is drawn, a kind of glyph; nothing is drawn where it is left out."""

    def structure(self) -> tuple[str, ...]:
        width = 12 + len(self.own)
        return ("x" * width,) * len(self.equations)

    def reaction_point(self, row: SpatialRow) -> Vec:
        """Where the force on the second body is taken, in that body's frame."""
        return 0.0, 0.0, 0.0

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        """Where it acts on its two bodies and on its `others`, in the frame of each, over a run.

        A point, or one for every frame of the run; None for the first: at the same place of the world as on the second.
        """
        held = getattr(self, "on", None)
        second = row.point(held) if isinstance(held, Frame) else self.reaction_point(row)
        return self.first_point(row), second, *((0.0, 0.0, 0.0) for _ in self.others(row))

    def joint_frame(self, row: SpatialRow) -> tuple[str, Vec, Vec, Vec]:
        """The axes x'', y'', z'' along which reactions are told, and the body in which they are fixed."""
        return self.ends(row)[0], _X, _Y, _Z

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        """What it looks like: symbols between its bodies, as data for the views."""
        return ()

    @classmethod
    def kernel_body(cls) -> Callable[..., Any]:
        """The kernel's plain function; importing it imports numba."""
        module = importlib.import_module(f"{kernel_room(cls, cls.kernel)}.{cls.kernel}_kernel")
        body: Callable[..., Any] = getattr(module, cls.kernel)
        return body
