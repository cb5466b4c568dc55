"""`load_urdf`: a robot as a mechanism in space."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.expression.given import public
from linkwork.formats.urdf.parts import parts_of
from linkwork.formats.urdf.reader import read_urdf
from linkwork.mechanism.spatial.robot_options import options_of

if TYPE_CHECKING:
    from linkwork.mechanism.spatial.spatial import Spatial


@public
def load_urdf(path: str | os.PathLike[str], **options: Any) -> Spatial:
    """A robot from a URDF file; a ModelFileError says what is wrong and on which line.

    Options: `base` ("fixed" to the ground or "floating"), `at` and `orientation` of the root link, `prefix` of all
    names, `values` of the joints at which the links are drawn, `stops` ({"stiffness": .., "damping": ..}) to make end
    stops of the limits, `armature` ({"shoulder": 0.2}) for the rotor inertia that joints feel, `collisions` (True makes
    solids of the collision shapes), `geometry` (False leaves out what the links look like, mesh files too). Gravity is
    not part of URDF: use `set_gravity`. What the file says is kept in `robots`, with the limits and with notes on what
    is not used.
    """
    from linkwork.mechanism.spatial.model import SpatialModel
    from linkwork.mechanism.spatial.spatial import Spatial
    from linkwork.topology.validate import validate

    file = os.fspath(path)
    chosen = options_of(options)
    robot = read_urdf(file, chosen.geometry, chosen.collisions)
    folder = os.path.dirname(file)
    try:
        data = {"linkwork": 1, "world": "space", "name": robot.name[:200], **parts_of(robot, chosen, folder)}
        mechanism = Spatial.from_model(SpatialModel.model_validate(data))
        mechanism.folder, mechanism.robots = folder, (robot,)
        validate(mechanism)
    except ModelFileError:
        raise
    except MechanismError as error:
        raise ModelFileError(f"{file}: {error}") from None
    return mechanism
