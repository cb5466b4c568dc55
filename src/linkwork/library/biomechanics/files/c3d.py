"""Recordings of motion laboratories (C3D): markers, analog channels, force plates, in metres with y upwards."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import ModelFileError
from linkwork.expression.given import FilePath, public, publicly_made
from linkwork.library.biomechanics.files.c3d_sections import Sections, read_sections
from linkwork.library.biomechanics.plates import AXES, Plate
from linkwork.library.biomechanics.tables import FAR, UNITS, Markers, Table

LITTLE = 5.0
"""A force in N below which a plate is not stepped on: its point of action is not known."""
MOST_PLATES = 255
MOMENTS = {"nmm": 1e-3, "ncm": 1e-2, "nm": 1.0}
WIDE = {1: 6, 2: 6, 3: 8, 4: 6}
"""Channels of plates by their type: force, point and free torque; force and moment; eight of four sensors; six that a
matrix makes force and moment."""
BY_EIGHT, CALIBRATED = 3, 4
TURNED = {
    "x": ((0, 1, 0), (1, 0, 0), (0, 0, -1)),
    "y": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "z": ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
}
"""Rows: x, y (upwards) and z of ours in the axes of the file, for each of its axes that points upwards."""


@public
@publicly_made
@dataclass(frozen=True)
class Recording:
    """What a C3D file holds: `markers` in m, `analog` channels scaled, `plates` with force, point and free torque.

    Axes are ours, y upwards. What was left out stands in `left_out`.
    """

    markers: Markers
    analog: Table | None
    plates: tuple[Table, ...]
    left_out: tuple[str, ...] = ()

    def plate(self, number: int, body: str) -> Plate:
        """A force plate, counted from 1, as what acts on a body."""
        if not 1 <= number <= len(self.plates):
            raise ModelFileError(f"{self.markers.source}: there is no plate {number}; there are {len(self.plates)}")
        return Plate(body, self.plates[number - 1], "force_", "point_", "torque_")


@public
def read_c3d(path: FilePath, up: str = "") -> Recording:
    """Read a C3D file; `up` is the axis of it that points upwards (x, y or z), if the file does not say so: z."""
    raw = read_sections(path)
    if up not in ("", "x", "y", "z"):
        raise ModelFileError(f"{raw.name}: up is x, y or z, not '{up}'")
    turn = np.array(TURNED[up or _upwards(raw)], dtype=float)
    left: list[str] = []
    unit = (raw.words("POINT:UNITS") or [""])[0].lower()
    if not unit:
        left.append("the unit of markers, which POINT:UNITS does not say: mm is taken")
        unit = "mm"
    if unit not in UNITS:
        raise ModelFileError(f"{raw.name}: the unit '{unit}' is not known; units are: {', '.join(UNITS)}")
    seen = (raw.points[:, :, 3] >= 0) & ~np.isnan(raw.points[:, :, :3]).any(axis=2)
    held = np.clip(raw.points[:, :, :3], -1e30, 1e30)  # what is infinite is far away
    places = UNITS[unit] * np.where(seen[:, :, None], held, 0.0) @ turn.T
    places[~seen] = np.nan
    labels = raw.words("POINT:LABELS")
    names = tuple(labels[k] if k < len(labels) and labels[k] else f"point_{k + 1}" for k in range(places.shape[1]))
    time = (raw.first - 1 + np.arange(len(places))) / raw.rate
    for frame, marker, _ in np.argwhere(np.abs(places) > FAR)[:1]:
        away = np.nanmax(np.abs(places[frame, marker]))
        raise ModelFileError(
            f"{raw.name}: frame {frame + 1}: marker '{names[marker]}' lies {away:.3g} m away: "
            f"the unit '{unit}' is wrong"
        )
    markers = Markers(time, _once(names), places, raw.name)
    analog = _analog(raw)
    plates = _plates(raw, analog, turn, UNITS[unit], left) if analog is not None else ()
    return Recording(markers, analog, plates, tuple(left))


def _upwards(raw: Sections) -> str:
    """The vertical axis: what the file calls the screen's y."""
    given = (raw.words("POINT:Y_SCREEN") or [""])[0].lower()
    word = given.lstrip("+-")
    if word in ("x", "y", "z") and "-" in given:
        raise ModelFileError(
            f"{raw.name}: POINT:Y_SCREEN is '{given}': no axis of the file points upwards by it; give the one that does"
            " as up="
        )
    return word if word in ("x", "y", "z") else "z"


def _once(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names that are there once; others get a number."""
    once: list[str] = []
    for name in names:
        number, new = 2, name
        while new in once:
            number, new = number + 1, f"{name}_{number}"
        once.append(new)
    return tuple(once)


def _analog(raw: Sections) -> Table | None:
    many = raw.analog.shape[1]
    if not many:
        return None
    general = raw.numbers("ANALOG:GEN_SCALE", (1.0,))[0]
    scale = np.array((raw.numbers("ANALOG:SCALE") + [1.0] * many)[:many])
    offset = np.array((raw.numbers("ANALOG:OFFSET") + [0.0] * many)[:many])
    if raw.unsigned:
        offset %= 65536
    labels = raw.words("ANALOG:LABELS")
    names = tuple(labels[k] if k < len(labels) and labels[k] else f"channel_{k + 1}" for k in range(many))
    rate = raw.rate * raw.samples
    time = (raw.first - 1) / raw.rate + np.arange(len(raw.analog)) / rate
    return Table(time, _once(names), (raw.analog - offset) * scale * general, False, raw.name)


def _plates(raw: Sections, analog: Table, turn: Array, unit: float, left: list[str]) -> tuple[Table, ...]:
    many = (raw.whole("FORCE_PLATFORM:USED") or [0])[0]
    if not 0 <= many <= MOST_PLATES:
        raise ModelFileError(f"{raw.name}: FORCE_PLATFORM:USED is {many}; it lies from 0 to {MOST_PLATES}")
    kinds = raw.whole("FORCE_PLATFORM:TYPE")
    corners = np.array(raw.numbers("FORCE_PLATFORM:CORNERS"))
    origins = np.array(raw.numbers("FORCE_PLATFORM:ORIGIN"))
    channels, sizes = raw.whole("FORCE_PLATFORM:CHANNEL"), raw.sizes.get("FORCE_PLATFORM:CHANNEL", ())
    # there may be more plates than those that are used
    wide = sizes[0] if len(sizes) > 1 else len(channels) // max(1, len(kinds))
    plates = []
    for k in range(many):
        kind = kinds[k] if k < len(kinds) else 0
        if kind not in WIDE:
            left.append(f"force plate {k + 1} of type {kind or '?'}")
            continue
        own = [one - 1 for one in channels[wide * k : wide * k + min(WIDE[kind], wide)]]
        there = len(own) == WIDE[kind] and min(own) >= 0 and max(own) < analog.values.shape[1]
        if not there or len(corners) < 12 * (k + 1):
            left.append(f"force plate {k + 1}: its channels or corners are not all there")
            continue
        edges = corners[12 * k : 12 * k + 12].reshape(4, 3) * unit
        origin = origins[3 * k : 3 * k + 3] * unit if len(origins) >= 3 * k + 3 else np.zeros(3)
        columns, units = analog.values[:, own], (unit, unit)
        if kind == BY_EIGHT:
            if not (origin[0] and origin[1]):
                left.append(f"force plate {k + 1}: FORCE_PLATFORM:ORIGIN does not say where its eight sensors are")
                continue
            columns, units = _of_sensors(columns, origin), (unit, 1.0)
            origin = np.array([0.0, 0.0, origin[2]])
            if np.any(raw.numbers("FORCE_PLATFORM:FPCOPPOLY")[12 * k : 12 * k + 12]):
                left.append(f"force plate {k + 1}: FPCOPPOLY, which shifts its points of action a little")
        elif kind == CALIBRATED:
            matrix = np.array(raw.numbers("FORCE_PLATFORM:CAL_MATRIX")[36 * k : 36 * k + 36])
            if len(matrix) < 36:
                left.append(f"force plate {k + 1}: FORCE_PLATFORM:CAL_MATRIX does not have its 36 numbers")
                continue
            columns = columns @ matrix.reshape(6, 6)  # stored column by column: this is its transpose
        else:
            units = _units_of(raw, own, kind, unit, k + 1, left)
        plates.append(_plate(analog, columns, edges, origin, kind, turn, raw.name, units))
    return tuple(plates)


def _units_of(
    raw: Sections, own: list[int], kind: int, unit: float, number: int, left: list[str]
) -> tuple[float, float]:
    """Units of the points and moments of a plate by the units of its channels."""
    words = raw.words("ANALOG:UNITS")
    of_point, of_moment = (words[own[at]] if own[at] < len(words) else "" for at in (3, 5 if kind == 1 else 3))
    letters = re.sub("[^a-z]", "", of_moment.lower())
    if letters and letters not in MOMENTS:
        left.append(f"unit '{of_moment}' of the moments of force plate {number}: N times the unit of points is taken")
    return UNITS.get(of_point.lower(), unit), MOMENTS.get(letters, unit)


def _of_sensors(columns: Array, origin: Array) -> Array:
    """Force and moment by the eight channels of a plate on four sensors, which stand at (a, b), (-a, b), (-a, -b) and
    (a, -b): x of 1 and 2, of 3 and 4, y of 1 and 4, of 2 and 3, z of each."""
    a, b = origin[0], origin[1]
    x12, x34, y14, y23, z1, z2, z3, z4 = columns.T
    force = (x12 + x34, y14 + y23, z1 + z2 + z3 + z4)
    moment = (b * (z1 + z2 - z3 - z4), a * (z2 + z3 - z1 - z4), b * (x34 - x12) + a * (y14 - y23))
    return np.column_stack([*force, *moment])


def _plate(
    analog: Table,
    columns: Array,
    edges: Array,
    origin: Array,
    kind: int,
    turn: Array,
    name: str,
    units: tuple[float, float],
) -> Table:
    """Force on the one who stands there, point on the plate, free torque, in our axes.

    x of a plate leads from its second corner to the first, y from the fourth to the first. Moments are about
    a point below the surface; type 1 gives the point itself. The ground can only push upwards: that decides the sign.
    """
    x, y = edges[0] - edges[1], edges[0] - edges[3]
    x, z = x / np.linalg.norm(x), np.cross(x, y)
    z /= np.linalg.norm(z)
    axes = np.column_stack([x, np.cross(z, x), z])
    force = columns[:, :3]
    loaded = np.abs(force[:, 2]) > LITTLE
    down = np.where(loaded, force[:, 2], 1.0)
    if kind == 1:
        point = np.column_stack([columns[:, 3:5] * units[0], np.zeros(len(force))])
        free = columns[:, 5] * units[1]
    else:
        sunk = origin if origin[2] <= 0 else -origin
        moment = columns[:, 3:6] * units[1] + np.cross(force, sunk)
        point = np.column_stack([-moment[:, 1] / down, moment[:, 0] / down, np.zeros(len(force))])
        free = moment[:, 2] - (point[:, 0] * force[:, 1] - point[:, 1] * force[:, 0])
    force, point, free = np.where(loaded[:, None], force, 0.0), np.where(loaded[:, None], point, 0.0), free * loaded
    in_space = force @ axes.T @ turn.T
    sign = 1.0 if in_space[:, 1].sum() >= 0 else -1.0
    torque = (free[:, None] * z) @ turn.T
    place = (edges.mean(axis=0) + point @ axes.T) @ turn.T
    names = [f"{what}_{axis}" for what in ("force", "point", "torque") for axis in AXES]
    values = np.hstack([sign * in_space, place, sign * torque])
    return Table(analog.time, tuple(names), values, False, name)
