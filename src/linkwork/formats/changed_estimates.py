"""A model file with other estimates of its bodies, and everything else, comments too, as it was written.

A number keeps its unit, an orientation the way in which it is given. What need not change stays as it is. A number that
is a formula of parameters is left alone, and so is a body that is an alias: `left` says which, and why; the others of
its numbers are written all the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwork.expression import Expression, parse, resolve_parameters
from linkwork.expression.number import written
from linkwork.formats.text_places import Edit, Spot, added, edited, filled, places_of, replaced
from linkwork.formats.yaml_reader import value_of

SAME = 1e-12
"""How far a number of the file may be from the one wanted, in m or rad, to stay."""
_DIGITS = 13
_INCLUDE = re.compile(r"^[\"']?include[\"']?:", re.MULTILINE)
Pose = Sequence[float]


class Kept(Exception):
    """What would have to change cannot be: the reason."""


@dataclass
class Changed:
    """The new text; the parts that were changed, and those that were left with the reason."""

    text: str
    changed: set[str] = field(default_factory=set)
    left: dict[str, str] = field(default_factory=dict)


def with_estimates(
    text: str,
    mechanism: Any,
    poses: Mapping[str, Pose],
    contacts: Mapping[str, Sequence[float]],
    keep: Mapping[str, str],
    held: Sequence[tuple[tuple[str, ...], Expression, float]] = (),
) -> Changed:
    """The text of a mechanism with these poses of bodies, contacts of joints and held values; those to `keep` stay.

    A held value comes with its place in the file and what is written there.
    """
    writer = _Writer(text, mechanism)
    for name, pose in poses.items():
        writer.part(f"body '{name}'", keep, lambda name=name, pose=pose: writer.body(name, pose))
    for name, values in contacts.items():
        writer.part(f"joint '{name}'", keep, lambda name=name, values=values: writer.contact(name, values))
    for path, old, value in held:
        name = f"held value '{path[-1]}'"
        writer.part(name, keep, lambda path=path, old=old, value=value: writer.held(path, old, value))
    return writer.finished()


def number_text(value: float, unit: str = "") -> str:
    """A number of SI as a file has it, in a unit."""
    scale = parse(f"1 {unit}").value() if unit else 1.0
    number = float(f"{value / scale:.{_DIGITS}g}")
    if abs(value) < SAME:
        number = 0.0
    return f"{int(number) if number.is_integer() and abs(number) < 1e15 else number!r} {unit}".rstrip()


def list_text(values: Sequence[float]) -> str:
    """Numbers as a list on one line."""
    return f"[{', '.join(number_text(value) for value in values)}]"


class _Writer:
    """Collects the edits of one text."""

    def __init__(self, text: str, mechanism: Any) -> None:
        self.text, self.mechanism = text, mechanism
        self.env = {name: value.real for name, value in resolve_parameters(mechanism.parameters_by_name).items()}
        self.root = places_of(text)
        self.edits: list[Edit] = []
        self.more: list[tuple[str, str]] = []
        self.done = Changed(text)
        self.missed = ""  # why a number of the part at hand stays

    def part(self, name: str, keep: Mapping[str, str], write: Any) -> None:
        """Write one part; where that cannot be done right nothing of it is written, and the reason kept."""
        if name in keep:
            self.done.left[name] = keep[name]
            return
        edits, more, self.missed = len(self.edits), len(self.more), ""
        try:
            write()
        except Kept as reason:
            self.missed = str(reason)
            del self.edits[edits:], self.more[more:]
        if self.missed:
            self.done.left[name] = self.missed
        if len(self.edits) > edits or len(self.more) > more:
            self.done.changed.add(name)

    def finished(self) -> Changed:
        if self.more:
            self._more_bodies()
        self.done.text = edited(self.text, self.edits)
        return self.done

    # ------------------------------------------------------------------ bodies

    def body(self, name: str, pose: Pose) -> None:
        """The estimate of a body."""
        estimate = self.mechanism.bodies_by_name[name].estimate
        planar = self.mechanism.world.dimensions == 2
        old = None if estimate is None else estimate if planar else estimate.position
        bodies = self.root.at("bodies")
        if bodies is not None and bodies.alias:
            raise Kept("the section 'bodies' is an alias")
        body = bodies.at(name) if bodies is not None else None
        fresh = list_text(pose) if planar else _space_text(pose)
        if body is None:
            if not self._same(name, pose):
                key = name if isinstance(value_of(name), str) else f'"{name}"'
                self.more.append((key, f"{{estimate: {fresh}}}"))
            return
        if body.alias:
            raise Kept("it is an alias of another body")
        spot = body.at("estimate")
        if spot is None or old is None or spot.alias:
            if old is None or not self._same(name, pose):
                self._new(bodies, name, body, spot, fresh)
        elif planar:
            self._numbers(spot, old, pose)
        else:
            self._in_space(spot, estimate, pose)

    def _same(self, name: str, pose: Pose) -> bool:
        """Whether a body is estimated there already."""
        if self.mechanism.bodies_by_name[name].estimate is None:
            return False
        there = self.mechanism.scope(dict(self.env)).drawn_pose(name)
        return all(abs(a.real - b) <= SAME for a, b in zip(there, pose, strict=True))

    def _new(self, bodies: Any, name: str, body: Spot, spot: Spot | None, fresh: str) -> None:
        """An estimate where there is none, or an alias."""
        if spot is not None:
            self.edits.append(filled(self.text, body, "estimate", fresh) if spot.empty else replaced(spot, fresh))
        elif body.entries is not None:
            self.edits.append(added(self.text, body, [("estimate", fresh)]))
        elif body.empty:
            self.edits.append(filled(self.text, bodies, name, f"{{estimate: {fresh}}}"))
        else:
            self.edits.append(replaced(body, f"{{estimate: {fresh}}}"))

    def _more_bodies(self) -> None:
        """Bodies of included files: what this file says of them comes on top of those."""
        bodies, entries = self.root.at("bodies"), self.more
        words = ", ".join(f"{name}: {body}" for name, body in entries)
        if bodies is None and self.root.flow:
            self.edits.append(added(self.text, self.root, [("bodies", f"{{{words}}}")]))
        elif bodies is None:
            ends = "\r\n" if "\r\n" in self.text else "\n"
            lines = "".join(f"  {name}: {body}{ends}" for name, body in entries)
            include = _INCLUDE.search(self.text)
            at = include.start() if include is not None else len(self.text)
            self.edits.append(Edit(at, at, f"bodies:{ends}{lines}{ends}"))
        elif bodies.entries is not None:
            self.edits.append(added(self.text, bodies, entries))
        elif bodies.empty:
            self.edits.append(filled(self.text, self.root, "bodies", f"{{{words}}}"))
        else:
            self.edits.append(replaced(bodies, f"{{{words}}}"))

    # ------------------------------------------------------------------ numbers

    def _numbers(self, spot: Spot, old: Sequence[Expression], new: Sequence[float]) -> None:
        """A list of numbers; one that is an alias is written out."""
        if spot.alias or spot.items is None:
            self.edits.append(replaced(spot, list_text(new)))
            return
        for item, expression, value in zip(spot.items, old, new, strict=True):
            try:
                self._number(item, expression, value)
            except Kept as reason:
                self.missed = str(reason)

    def _number(self, spot: Spot, old: Expression, new: float, what: str = "its estimate") -> None:
        if abs(old.value(self.env).real - new) <= SAME:
            return
        if old.names:
            raise Kept(f"{what} is a formula, {written(old)}")
        unit = (old.quantity or (0.0, ""))[1]
        self.edits.append(replaced(spot, number_text(new, unit)))

    def held(self, path: tuple[str, ...], old: Expression, value: float) -> None:
        """A value that is held while it is assembled."""
        spot = self.root.at(*path)
        if spot is not None:
            self._number(spot, old, value, "it")
        elif abs(old.value(self.env).real - value) > SAME:
            raise Kept("it is an alias, or stands in an included file")

    def contact(self, name: str, values: Sequence[float]) -> None:
        """The contact of a cam, or the parameter of a curve."""
        joint = self.root.at("joints", name)
        given = self.mechanism.joints[name].contact
        old = given if isinstance(given, tuple) else (given,)
        if all(abs(one.value(self.env).real - value) <= SAME for one, value in zip(old, values, strict=True)):
            return
        if joint is None or joint.alias:
            raise Kept("it is an alias" if joint is not None else "it stands in an included file")
        spot, several = joint.at("contact"), isinstance(given, tuple)
        if spot is None:
            fresh = list_text(values) if several else number_text(values[0])
            self.edits.append(added(self.text, joint, [("contact", fresh)]))
        elif several:
            self._numbers(spot, old, values)
        else:
            self._number(spot, old[0], values[0])

    # ------------------------------------------------------------------ space

    def _in_space(self, spot: Spot, estimate: Any, pose: Pose) -> None:
        """Position and orientation, in the way in which they are given."""
        from linkwork.formats.turned_estimate import same_turn, turned_numbers

        scope = self.mechanism.scope(dict(self.env))
        turn = estimate.orientation
        kept = same_turn(None if turn is None else turn.evaluate(scope), pose[3:])
        if spot.entries is None:
            self._numbers(spot, estimate.position, pose[:3])
            if not kept:
                self._wrapped(spot, pose)
            return
        place = spot.at("position")
        if place is not None:
            self._numbers(place, estimate.position, pose[:3])
        else:
            self.edits.append(added(self.text, spot, [("position", list_text(pose[:3]))]))
        if kept:
            return
        ways = spot.at("orientation")
        if ways is None or turn is None:
            self.edits.append(added(self.text, spot, [("orientation", _turn_text(pose))]))
        elif ways.alias:
            self.edits.append(replaced(ways, _turn_text(pose)))
        else:
            edits = len(self.edits)
            try:
                for path, expression, value in turned_numbers(turn, scope, pose[3:]):
                    self._deep(ways, path, expression, value)
            except Kept as reason:
                self.missed = str(reason)
                del self.edits[edits:]

    def _deep(self, spot: Spot, path: Sequence[str | int], expression: Expression, value: float) -> None:
        """A number inside lists of lists; a list that is an alias is not written out here."""
        if abs(expression.value(self.env).real - value) <= SAME:
            return
        scalar = spot.at(*path)
        if scalar is None:
            raise Kept("a part of its orientation is an alias")
        self._number(scalar, expression, value)

    def _wrapped(self, spot: Spot, pose: Pose) -> None:
        """A list of a position becomes position and orientation."""
        if not spot.flow:
            raise Kept("its position is a list over several lines, which cannot take an orientation")
        self.edits.append(Edit(spot.start, spot.start, "{position: "))
        self.edits.append(Edit(spot.end, spot.end, f", orientation: {_turn_text(pose)}}}"))


def _turn_text(pose: Pose) -> str:
    return f"{{vector: {list_text(pose[3:])}}}"


def _space_text(pose: Pose) -> str:
    """A pose in space: the orientation is left out where there is none."""
    place = list_text(pose[:3])
    upright = all(abs(value) < SAME for value in pose[3:])
    return place if upright else f"{{position: {place}, orientation: {_turn_text(pose)}}}"
