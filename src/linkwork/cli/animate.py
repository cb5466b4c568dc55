"""`linkwork animate`: a page, a video or a GIF of the motion."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.guard import finish, guarded
from linkwork.cli.model import Changes, Model, Points, Until, check_folder, move, read_model, tell_events


@guarded
def animate(
    model: Model,
    out: Annotated[
        Path | None, typer.Option(help="The page (.html), video (.mp4) or GIF (.gif); otherwise MODEL.html.")
    ] = None,
    speed: Annotated[
        float | None, typer.Option(help="Of a video: 1 is real time, 0.1 ten times slower; otherwise 4 to 20 s long.")
    ] = None,
    until: Until = None,
    points: Points = None,
    changes: Changes = None,
) -> None:
    """Write an animation, a page, a video or a GIF.

    \b
    Examples:
      linkwork animate crank.yaml
      linkwork animate crank.yaml --out crank.mp4 --speed 0.2
      linkwork animate crank.yaml --out crank.gif --points 60
    """
    mechanism = read_model(model, changes)
    target = out or Path(f"{Path(model).stem}.html")
    check_folder(target)
    result = move(mechanism, model, until, points)
    result.animate(target, traces=mechanism.output.traces, speed=speed)
    tell_events(result)
    typer.echo(f"wrote {target}")
    finish(result.completed)
