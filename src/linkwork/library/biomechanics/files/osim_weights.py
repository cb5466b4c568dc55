"""Weights of markers in OpenSim's set-ups of inverse kinematics."""

from __future__ import annotations

import os

from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.base.local_file import read_bytes
from linkwork.expression.given import FilePath, public
from linkwork.formats.urdf.xml_tree import Tag, read_xml
from linkwork.library.biomechanics.osim_text import OsimText

LARGEST = 4 * 1024 * 1024


@public
def read_weights(path: FilePath) -> dict[str, float]:
    """The weights of markers in a set-up of inverse kinematics (.xml), for `fit_markers`; tasks that do not apply are
    not among them."""
    name = os.fspath(path)
    try:
        root = read_xml(read_bytes(name, LARGEST, "a set-up of inverse kinematics (.xml)"), name)
    except MechanismError as error:
        raise ModelFileError(str(error)) from None
    read, tasks = OsimText(name), _inside(root, "IKTaskSet")
    holder = tasks.first("objects") if tasks is not None else None
    if holder is None:
        read.fail(root, "there is no <IKTaskSet>")
    weights: dict[str, float] = {}
    for tag in holder.inner:
        weight = read.number(tag, "weight", 1.0)
        if read.text(tag, "apply", "true").lower() == "false" or weight == 0.0:
            continue
        if tag.name != "IKMarkerTask":
            read.fail(
                tag,
                f"<{tag.name}> '{read.name_of(tag)}' is not read; fit_markers has coordinate_weights for coordinates",
            )
        if weight < 0.0:
            read.fail(tag, f"marker '{read.name_of(tag)}': a weight is zero or more, not {weight:g}")
        weights[read.name_of(tag)] = weight
    if not weights:
        read.fail(holder, "no marker has a weight")
    return weights


def _inside(tag: Tag, name: str) -> Tag | None:
    """The first tag of a name, wherever it is."""
    if tag.name == name:
        return tag
    return next((deeper for one in tag.inner if (deeper := _inside(one, name)) is not None), None)
