"""`linkwork animate`: a page, a video or a GIF of the motion."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.figures import prepare_figures
from linkwork.cli.guard import bad_input, finish, guarded
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
    size: Annotated[
        str | None, typer.Option(metavar="WIDTHxHEIGHT", help="Of a video or GIF, in pixels, as in 1280x720.")
    ] = None,
    view: Annotated[
        str | None, typer.Option(help="In space: iso, front, top, right, or azimuth and elevation such as 30,20.")
    ] = None,
    traces: Annotated[
        list[str] | None,
        typer.Option("--trace", metavar="POINT", help="A point whose path is drawn, such as rod.tip; repeatable."),
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
      linkwork animate crank.yaml --out crank.gif --points 60 --size 640x480
      linkwork animate arm.yaml --out arm.mp4 --view 30,20 --trace tool.tip
    """
    mechanism = read_model(model, changes)
    target = out or Path(f"{Path(model).stem}.html")
    check_folder(target)
    result = move(mechanism, model, until, points)
    if target.suffix.lower() != ".html":
        prepare_figures()
    result.animate(target, traces=traces or None, view=_view(view), speed=speed, size=size)
    tell_events(result)
    typer.echo(f"wrote {target}")
    finish(result.completed)


def _view(text: str | None) -> str | tuple[float, float] | None:
    """A view by its name, or azimuth and elevation in degrees."""
    if text is None or "," not in text:
        return text
    try:
        azimuth, elevation = (float(part) for part in text.split(","))
    except ValueError:
        bad_input(f"--view {text}: give azimuth and elevation in degrees, as in 30,20")
    return azimuth, elevation
