"""Joints of OpenSim as rows of single moves."""

from __future__ import annotations

from linkwork.expression.given import unchecked
from linkwork.formats.urdf.xml_tree import Tag
from linkwork.library.biomechanics.osim_text import OsimText
from linkwork.library.biomechanics.parts import Move

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
SIMPLE = {
    "WeldJoint": (),
    "PinJoint": ((True, Z),),
    "SliderJoint": ((False, X),),
    "UniversalJoint": ((True, X), (True, Y)),
    "GimbalJoint": ((True, X), (True, Y), (True, Z)),
    "PlanarJoint": ((True, Z), (False, X), (False, Y)),
    "BallJoint": ((True, X), (True, Y), (True, Z)),
    "FreeJoint": ((True, X), (True, Y), (True, Z), (False, X), (False, Y), (False, Z)),
}
"""Whether a move turns, and its axis, for every coordinate in turn."""
_move = unchecked(Move)
AXES = tuple(f"{kind}{number}" for kind in ("rotation", "translation") for number in (1, 2, 3))


def moves_of_joint(reader: OsimText, tag: Tag, names: list[str]) -> tuple[Move, ...]:
    """Shifts first, along axes of the joint's frame, then turns."""
    if tag.name == "CustomJoint":
        custom = _custom(reader, tag, names)
    elif tag.name in SIMPLE:
        simple = SIMPLE[tag.name]
        if len(simple) != len(names):
            reader.fail(tag, f"joint '{reader.name_of(tag)}' needs {len(simple)} coordinates, not {len(names)}")
        custom = [_move(axis, turns, name) for (turns, axis), name in zip(simple, names, strict=True)]
    else:
        reader.fail(tag, f"joints of kind <{tag.name}> are not read; these are: {', '.join((*SIMPLE, 'CustomJoint'))}")
    return tuple(sorted(custom, key=lambda move: move.turns))


def _custom(reader: OsimText, tag: Tag, names: list[str]) -> list[Move]:
    transform = tag.first("SpatialTransform")
    if transform is None:
        reader.fail(tag, "<CustomJoint> has no <SpatialTransform>")
    by_name = {axis.attributes.get("name", ""): axis for axis in transform.all("TransformAxis")}
    custom = []
    for name in AXES:
        if name not in by_name:
            reader.fail(transform, f"<SpatialTransform> has no axis '{name}'")
        axis = by_name[name]
        functions = [one for one in axis.inner if one.name not in ("coordinates", "axis")]
        if not functions:
            reader.fail(axis, f"axis '{name}' has no function")
        function = functions[0]
        if function.name == "function" and function.inner:
            function = function.inner[0]
        words = reader.text(axis, "coordinates", "").split()
        if len(words) > 1 or any(word not in names for word in words):
            reader.fail(axis, f"axis '{name}' may depend on one coordinate of its joint, not on {', '.join(words)}")
        direction = reader.vector(axis, "axis")
        word, curve = words[0] if words else None, reader.curve(function)
        custom.append(_move(direction, name.startswith("rotation"), word, curve))
    return custom
