"""Loads from outside, such as those of force plates: which columns of a table act on which body."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError, ModelFileError
from linkwork.base.local_file import in_folder, read_bytes
from linkwork.expression.given import FilePath, public, publicly_made
from linkwork.formats.urdf.xml_tree import read_xml
from linkwork.library.biomechanics.osim_text import OsimText
from linkwork.library.biomechanics.tables import FAR, Table, read_table

if TYPE_CHECKING:
    from linkwork.library.biomechanics.motion import Motion

LARGEST = 1024 * 1024
AXES = "xyz"


@public
@publicly_made
@dataclass(frozen=True)
class Plate:
    """Force (N), point (m) and free torque (N m) in the axes of space that act on a body; columns are these names with
    x, y and z after them."""

    body: str
    table: Table
    force: str
    point: str
    torque: str = ""

    def at(self, times: Array) -> Array:
        """Force and moment about the origin of space at given times, 6 numbers each; nothing before and after."""
        force, point = self._columns(self.force, times), self._columns(self.point, times)
        moment = np.cross(point, force)
        if self.torque:
            moment += self._columns(self.torque, times)
        return np.hstack([force, moment])

    def points(self, times: Array) -> Array:
        """Where the force acts in space at given times."""
        return self._columns(self.point, times)

    def _columns(self, name: str, times: Array) -> Array:
        known = self.table.time
        columns = [np.interp(times, known, self.table[f"{name}{axis}"], left=0.0, right=0.0) for axis in AXES]
        return np.column_stack(columns)

    def covers(self, times: Array) -> bool:
        """Whether the table has all these times, to a thousandth of a second."""
        return bool(self.table.time[0] <= times[0] + 1e-3 and times[-1] - 1e-3 <= self.table.time[-1])


@public
def read_plates(path: FilePath, table: Table | None = None) -> tuple[Plate, ...]:
    """The loads of an OpenSim set-up (`ExternalLoads`); its data file lies beside it, unless a table is given."""
    name = os.fspath(path)
    try:
        root = read_xml(read_bytes(name, LARGEST, "a set-up of external loads (.xml)"), name)
    except MechanismError as error:
        raise ModelFileError(str(error)) from None
    read = OsimText(name)
    loads = root.first("ExternalLoads")
    if loads is None:
        read.fail(root, "there is no <ExternalLoads>")
    if table is None:
        table = read_table(in_folder(os.path.dirname(name), read.text(loads, "datafile")))
    plates = []
    inner = loads.first("objects")
    for tag in inner.all("ExternalForce") if inner else ():
        off, on = read.text(tag, "isDisabled", "false"), read.text(tag, "appliesForce", "true")
        if off.lower() == "true" or on.lower() == "false":
            continue
        for socket in ("force_expressed_in_body", "point_expressed_in_body"):
            if read.text(tag, socket, "ground").rsplit("/", 1)[-1] != "ground":
                read.fail(tag, f"'{read.name_of(tag)}' is not expressed in ground; only that is read")
        plate = Plate(
            read.text(tag, "applied_to_body").rsplit("/", 1)[-1], table, read.text(tag, "force_identifier"),
            read.text(tag, "point_identifier"), read.text(tag, "torque_identifier", ""),
        )  # fmt: skip
        try:
            plate.at(table.time[:1])
        except AnalysisError as error:
            read.fail(tag, str(error))
        plates.append(plate)
    if not plates:
        read.fail(loads, "there is no <ExternalForce> that acts")
    return tuple(plates)


def outer_loads(motion: Motion, plates: tuple[Plate, ...]) -> Array:
    """Wrenches about the origin of space on every body in every frame."""
    skeleton = motion.skeleton
    loads = np.zeros((len(motion.time), len(skeleton.ordered), 6))
    for plate in plates:
        try:
            body = skeleton.index("body", plate.body)
        except AnalysisError as error:
            raise AnalysisError(f"{plate.table.source}: the load of '{plate.force}': {error}") from None
        if not plate.covers(motion.time):
            known = plate.table.time
            raise AnalysisError(
                f"{plate.table.source}: the load on '{plate.body}' is known from {known[0]:g} to {known[-1]:g} s, the "
                f"motion goes from {motion.time[0]:g} to {motion.time[-1]:g} s"
            )
        times = np.clip(motion.time, plate.table.time[0], plate.table.time[-1])
        far = np.flatnonzero(np.abs(plate.points(times)).max(axis=1, initial=0.0) > FAR)
        if len(far):
            away = float(np.abs(plate.points(times[far[:1]])).max())
            raise AnalysisError(
                f"{plate.table.source}: frame {far[0] + 1}: the load '{plate.force}' on '{plate.body}' acts "
                f"{away:.3g} m away; points are in m, are these in mm?"
            )
        loads[:, body] += plate.at(times)
    if not np.isfinite(loads).all():
        raise AnalysisError(f"frame {np.argwhere(~np.isfinite(loads))[0][0] + 1}: the load of a plate is not a number")
    return loads
