"""`linkwork plot`: a figure of channels."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.figures import prepare_figures
from linkwork.cli.guard import bad_input, finish, guarded
from linkwork.cli.model import (
    Changes,
    Model,
    Points,
    Until,
    check_channels,
    check_folder,
    move,
    read_model,
    tell_events,
)

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="CHANNEL...", help="Channels, such as slider.x or O.angle.", show_default=False),
]


@guarded
def plot(
    model: Model,
    channels: Names = None,
    out: Annotated[Path, typer.Option(help="The figure: .png, .svg or .pdf.")] = Path("plot.png"),
    cross: Annotated[bool, typer.Option("--cross", help="Plot the second channel over the first.")] = False,
    contacts: Annotated[
        bool, typer.Option("--contacts", help="Plot when contacts are open, slide and stick, instead of channels.")
    ] = False,
    until: Until = None,
    points: Points = None,
    changes: Changes = None,
) -> None:
    """Plot channels over time or over another, or contacts.

    \b
    Examples:
      linkwork plot crank.yaml slider.x slider.vx
      linkwork plot linkage.yaml coupler.tracer.x coupler.tracer.y --cross --out curve.svg
      linkwork plot bouncing-block.yaml --contacts
    """
    mechanism, channels = read_model(model, changes), channels or []
    if bool(channels) == contacts:
        bad_input("name the channels to plot, such as slider.x, or ask for --contacts")
    if cross and len(channels) != 2:
        bad_input(f"--cross takes two channels, x and y; {len(channels)} given")
    check_folder(out)
    result = move(mechanism, model, until, points)
    check_channels(result, channels)
    prepare_figures()
    if contacts:
        result.plot_contacts(path=out)
    elif cross:
        result.cross_plot(channels[0], channels[1], path=out)
    else:
        result.plot(*channels, path=out)
    tell_events(result)
    typer.echo(f"wrote {out}")
    finish(result.completed)
