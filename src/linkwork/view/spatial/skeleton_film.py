"""A skeleton that moves as a page of the viewer, a video or a GIF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from linkwork.base.errors import LinkworkError
from linkwork.expression.given import FilePath, public
from linkwork.library.biomechanics.forward import ForwardRun
from linkwork.library.biomechanics.inverse_dynamics import NetForces
from linkwork.library.biomechanics.inverse_kinematics import MarkerFit
from linkwork.library.biomechanics.motion import Motion
from linkwork.library.biomechanics.plates import Plate
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.tables import Markers

Moved = Motion | MarkerFit | NetForces | Sharing | ForwardRun
"""All that says how a skeleton moves."""


def check_animation(path: FilePath) -> str:
    """The ending of a file to be written, before anything is computed; what is none of ours is refused."""
    ending = Path(path).suffix.lower()
    if ending not in (".html", ".htm", ".mp4", ".gif"):
        raise LinkworkError(
            f"animation '{Path(path).name}': the ending '{ending}' is not known; use .html (a page), .mp4 or .gif"
        )
    return ending


@public
def animate_body(
    of: Moved,
    path: FilePath,
    plates: Sequence[Plate] = (),
    markers: Markers | None = None,
    view: Any = None,
    speed: float | None = None,
) -> None:
    """Write a motion as a page to play in a browser (.html), a video (.mp4) or a GIF (.gif).

    Bones, muscles and ligaments (blue at rest, red when fully active, where activations are known), the markers of the
    model in green and, with `markers`, those that were measured in blue, the forces of `plates`; the page also plots
    coordinates, net forces, reserves, activations and tensions. `view` is iso, front, top, right, or azimuth and
    elevation in degrees; `speed` of a video is 1 for real time.
    """
    from linkwork.view.spatial.skeleton_scene import skeleton_scene

    name, ending = Path(path).name, check_animation(path)
    if speed is not None and ending != ".mp4":
        raise LinkworkError(f"animation '{name}': a speed is for videos (.mp4); the page has its own control")
    scene = skeleton_scene(of, tuple(plates), markers)
    if view is not None:
        from linkwork.view.spatial.camera import angles

        scene["view"] = view if isinstance(view, str) and angles(view) else list(angles(view))
    if ending == ".mp4":
        from linkwork.view.video import write_video

        write_video(scene, path, speed)
    elif ending == ".gif":
        from linkwork.view.gif import write_gif

        write_gif(scene, path)
    else:
        from linkwork.view.page import write_page

        write_page(scene, path)
