"""A face of any form under pressure, as a force on a frame that moves along one line.

Tension of 1 Pa pulls node i by F_i, the integral of its shape function and the normal; in modes u = S q its generalised
forces are S' F. The sum R of all F_i and their moment are those on the body as a whole. A frame that moves by
e (F . u) / s takes them all with the force s e if R = s e and it sits on the line in which R acts; what is left of the
moment is a torque along that line. In a cavity, where R is nothing, s is the area, so that the frame moves by the mean
deflection along the normals, and -s e acts on a second frame beside it, which does not move with the modes.
The normals are those of the face without load, turned with the body.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.faces import Face
from linkwork.bodies.flexible.structure import Structure

_CLOSED = 1e-6
"""Of the area: below that the sum of the normals is nothing."""
_ROUNDING = 1e-9
"""Of area and size: moments below that are none."""


@dataclass(frozen=True)
class Pushed:
    """What a unit of tension on a face is: the force `size * along` and `torque` on a frame at a place.

    In a cavity the force is none on the body as a whole: the frame at rest beside it takes it back.
    """

    at: Floats
    along: Floats
    size: float
    torque: Floats
    closed: bool
    vectors: Floats

    def rows(self, structure: Structure, nodes: Any) -> Any:
        """Motion of the frame from all freedoms (sparse): along its line, without turning."""
        from scipy.sparse import csr_matrix

        d, each = structure.dimension, len(structure.freedoms)
        columns = (each * nodes[:, None] + np.arange(d)).ravel()
        values = np.outer(self.along, self.vectors.ravel() / self.size)
        at = (np.repeat(np.arange(d), len(columns)), np.tile(columns, d))
        return csr_matrix((values.ravel(), at), (d + structure.turns, structure.count))


def pushed_face(points: Floats, face: Face) -> Pushed:
    """The force of a unit of tension on a face, by its nodes."""
    if not face.area:
        raise MechanismError("its nodes make no face of the mesh; take all nodes of one")
    d = points.shape[1]
    centre = face.shares @ points / face.area
    moment = _moment(points - centre, face.vectors).sum(axis=0)
    size = float(np.linalg.norm(face.normal))
    reach = float(np.abs(points - centre).max())
    closed = size <= _CLOSED * face.area
    if closed:
        return Pushed(centre, np.eye(d)[0], face.area, _clean(moment, face.area * reach), True, face.vectors)
    along = face.normal / size
    arm = np.array([along[1], -along[0]]) * moment[0] if d == 2 else np.cross(along, moment)
    torque = 0.0 * moment if d == 2 else along * (along @ moment)
    return Pushed(centre + arm / size, along, size, _clean(torque, face.area * reach), False, face.vectors)


def _moment(arms: Floats, forces: Floats) -> Floats:
    """Of every force; in the plane a column of one."""
    if arms.shape[1] == 2:
        return (arms[:, :1] * forces[:, 1:]) - (arms[:, 1:] * forces[:, :1])
    return np.cross(arms, forces)


def _clean(moment: Floats, size: float) -> Floats:
    return np.where(np.abs(moment) <= _ROUNDING * size, 0.0, moment)
