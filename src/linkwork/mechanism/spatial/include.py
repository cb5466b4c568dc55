"""Which other files a model file in space includes, as data; `formats/include.py` reads them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from linkwork.bodies.bodies import Plane
from linkwork.mechanism.spatial.robot_options import RobotOptions
from linkwork.places.spatial.orientation import Vector3

_FILES = ("urdf", "model", "planar")
_PLACING = ("origin", "x", "y")
_PLANE = Plane()


class Include(RobotOptions):
    """A robot from a URDF file, a model file in space, or a planar one placed in a plane of space."""

    urdf: str | None = Field(
        default=None, min_length=1, description="name of a URDF file; its folder counts from that of the model file"
    )
    model: str | None = Field(
        default=None, min_length=1, description="name of a model file in space, instead of a URDF file"
    )
    planar: str | None = Field(
        default=None, min_length=1, description="name of a planar model file, instead of a URDF file"
    )
    origin: Vector3 = Field(default=_PLANE.origin, description="origin of the plane of the planar model in space")
    x: Vector3 = Field(default=_PLANE.x, description="direction of the plane's x axis in space")
    y: Vector3 = Field(default=_PLANE.y, description="direction of the plane's y axis in space")

    @model_validator(mode="after")
    def _one_file(self) -> Include:
        files = [name for name in _FILES if getattr(self, name) is not None]
        if len(files) != 1:
            raise ValueError("give one file: urdf: robot.urdf, model: other.yaml, or planar: four-bar.yaml")
        more = sorted(self.model_fields_set - {*_FILES})
        placing = [name for name in more if name in _PLACING]
        robot = [name for name in more if name not in _PLACING]
        if self.urdf is None and robot:
            raise ValueError(f"'{robot[0]}' is for robots; a model file is included as it is")
        if self.planar is None and placing:
            raise ValueError(f"'{placing[0]}' says where the plane of a planar model is; give 'planar'")
        return self


def _listed(value: Any) -> Any:
    """One file as a list of one; a name alone does not say what kind of file it is."""
    files = [value] if isinstance(value, dict | str) else value
    name = next((file for file in files if isinstance(file, str)), None) if isinstance(files, list | tuple) else None
    if name is not None:
        kind = "urdf" if name.lower().endswith(".urdf") else "model"
        raise ValueError(f"say what kind of file it is: {{{kind}: {name}}}; the kinds are {', '.join(_FILES)}")
    return files


Includes = Annotated[
    tuple[Include, ...], BeforeValidator(_listed, json_schema_input_type=Include | tuple[Include, ...])
]
