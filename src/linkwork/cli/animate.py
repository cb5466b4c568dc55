"""`linkwork animate`: a page or a GIF of the motion."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.guard import finish, guarded
from linkwork.cli.model import Changes, Model, Points, Until, check_folder, move, read_model, tell_events


@guarded
def animate(
    model: Model,
    out: Annotated[Path | None, typer.Option(help="The page (.html) or GIF (.gif); otherwise MODEL.html.")] = None,
    until: Until = None,
    points: Points = None,
    changes: Changes = None,
) -> None:
    """Write an animation, a page or a GIF.

    \b
    Examples:
      linkwork animate crank.yaml
      linkwork animate crank.yaml --out crank.gif --points 60
    """
    mechanism = read_model(model, changes)
    target = out or Path(f"{Path(model).stem}.html")
    check_folder(target)
    result = move(mechanism, model, until, points)
    result.animate(target, traces=mechanism.output.traces)
    tell_events(result)
    typer.echo(f"wrote {target}")
    finish(result.completed)
