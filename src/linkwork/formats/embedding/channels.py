"""What laws, sensors and events read in the plane, read in space.

A coordinate or an angle in the plane is no channel of a body in space. Where a law reads one, a spring without
stiffness measures it: `x_of_slider.position` along the x axis of the plane, `angle_of_crank.angle` about its normal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.names import GROUND
from linkwork.elements.planar import catalogue as planar
from linkwork.elements.spatial import force_catalogue as spatial
from linkwork.expression import parse
from linkwork.expression.substitute import substituted
from linkwork.formats.embedding.places import X, Y
from linkwork.formats.embedding.terms import ZERO
from linkwork.functions.expression import Formula
from linkwork.functions.law import PythonLaw
from linkwork.places.places import Point, read_point

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.formats.embedding.embedding import Embedding

_COORDINATES = {"x": ("x", "position"), "y": ("y", "position"), "vx": ("x", "speed"), "vy": ("y", "speed")}
_TURNING = ("angle", "omega")
_WITH_ANGLE = (planar.Revolute, planar.DoubleTranslational, planar.AbsoluteAngle, planar.RelativeAngle)
_IN_RACK = {"position": "x", "speed": "x_rate"}


class Channels:
    """Names of channels in space for those of the plane; `probes` are the springs that measure them."""

    def __init__(self, embedding: Embedding) -> None:
        self.embedding = embedding
        self.planar = embedding.planar
        self.probes: dict[str, Element] = {}

    # ------------------------------------------------------------------ laws

    def law(self, law: Any, own: Mapping[str, str] | None = None) -> Any:
        """A law with its channels named as in space; `own` gives channels for variables of its own."""
        own = own or {}
        if isinstance(law, Formula):
            read = {name: self.name(name, own) for name in law.value.names}
            changed = {name: parse(channel) for name, channel in read.items() if channel != name}
            return law.model_copy(update={"value": substituted(law.value, changed)})
        if isinstance(law, PythonLaw):
            given = {name: own[name] for name in law.arguments() if name in own}
            named = {name: self.name(channel, own) for name, channel in law.inputs.items()}
            return law.model_copy(update={"inputs": given | named})
        return law.model_copy(update={"of": self.name(law.of, own)}) if law.of else law

    def part(self, part: Any, own: Mapping[str, str] | None = None) -> Any:
        """A signal or an event with all its laws and its channel named as in space."""
        changed: dict[str, Any] = {}
        for field in type(part).model_fields:
            value = getattr(part, field)
            if field == "channel":
                changed[field] = self.name(value)
            elif hasattr(value, "pack") and hasattr(value, "of"):
                changed[field] = self.law(value, own)
        return part.model_copy(update=changed) if changed else part

    def name(self, channel: str, own: Mapping[str, str] | None = None) -> str:
        """The channel of space for a channel of the plane."""
        if own and channel in own:
            return own[channel]
        if "(" in channel:
            return self._call(channel)
        head, _, quantity = channel.partition(".")
        if not quantity or head == GROUND:
            return channel
        if head in self.planar.bodies_by_name:
            return self._of_body(channel, head, quantity)
        drive = self.planar.drivers.get(head)
        if isinstance(drive, planar.AngleDrive):
            return self.name(f"{drive.joint}.{quantity}")
        joint = self.planar.joints.get(head)
        if joint is None:
            return channel
        if isinstance(joint, planar.RackPinion) and quantity in _IN_RACK:
            return f"{head}.{_IN_RACK[quantity]}"
        if quantity in _TURNING and not isinstance(joint, _WITH_ANGLE):
            return self.angle(*self.embedding.ends(head, joint), quantity)
        return channel

    def _of_body(self, channel: str, body: str, quantity: str) -> str:
        if quantity in _TURNING:
            return self.angle(GROUND, body, quantity)
        point, _, last = quantity.rpartition(".")
        if last not in _COORDINATES or self.embedding.plane_of(body).is_xy:
            return channel
        return self.coordinate(Point(body=body, named=point or None), last)

    def _call(self, channel: str) -> str:
        kind, _, rest = channel.partition("(")
        inside, _, suffix = rest.rpartition(")")
        names = [name.strip() for name in inside.split(",")]
        if kind == "angle" and len(names) == 2:
            return self.angle(names[0], names[1], "omega" if suffix else "angle")
        if kind == "distance" and len(names) == 2 and any(name.partition(".")[0] == GROUND for name in names):
            site = self.embedding.site(*(name.partition(".")[0] for name in names))
            first, second = (site.point(read_point(name)) for name in names)
            words = " to ".join(names)
            name = self._probe(f"distance_of_{words}", spatial.Spring(between=(first, second)))
            return f"{name}.length_rate" if suffix else f"{name}.length"
        return channel

    # ------------------------------------------------------------------ probes

    def angle(self, first: str, second: str, quantity: str = "angle") -> str:
        """The channel of the angle (or `omega`) of one body against another about the normal."""
        site = self.embedding.site(first, second)
        name = f"angle_of_{second}" if first == GROUND else f"angle_of_{second}_against_{first}"
        spring = spatial.TorsionSpring(between=(site.upright(first), site.upright(second)))
        return f"{self._probe(name, spring)}.{quantity}"

    def coordinate(self, place: Point, quantity: str) -> str:
        """The channel of a coordinate x, y (or speed vx, vy) of a point in its plane."""
        axis, value = _COORDINATES[quantity]
        site = self.embedding.site(place.body)
        where = place.named or ("" if place.coordinates is None else "point")
        line = site.axis(GROUND, (ZERO, ZERO), X if axis == "x" else Y)
        spring = spatial.SlideSpring(line=line, pin=site.point(place))
        return f"{self._probe(f'{axis}_of_{place.body}_{where}'.rstrip('_'), spring)}.{value}"

    def _probe(self, name: str, spring: Element) -> str:
        """The name of a spring that measures, made when it is not there."""
        word = re.sub(r"\W", "_", name)
        while self.embedding.taken(word) or self.probes.get(word, spring) != spring:
            word += "_"
        self.probes[word] = spring
        return word
