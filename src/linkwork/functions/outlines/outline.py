"""`Outline`: any plane curve that a user may give: of a cam, a slot, a follower."""

from __future__ import annotations

from typing import Annotated

from linkwork.expression.by_type import BY_TYPE
from linkwork.functions.outlines.circle import Circle
from linkwork.functions.outlines.parametric import Parametric
from linkwork.functions.outlines.points import Points
from linkwork.functions.outlines.polar import Polar
from linkwork.functions.outlines.straight import Straight

Outline = Annotated[Circle | Polar | Points | Parametric | Straight, BY_TYPE]
"""One of the kinds of outline by its `type`."""
