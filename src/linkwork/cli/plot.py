"""`linkwork plot`: a figure of channels."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwork.cli.figures import prepare_figures
from linkwork.cli.guard import bad_input, finish, guarded
from linkwork.cli.model import (
    Besides,
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
    typer.Argument(
        metavar="CHANNEL...", help="Channels, such as slider.x, or one text 'y over x'.", show_default=False
    ),
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
    beside: Besides = None,
    axes: Annotated[
        list[str] | None,
        typer.Option("--axis", metavar="CHANNEL=LOW:HIGH", help="Fixed ends of an axis: slider.x=0:0.3; repeatable."),
    ] = None,
    until: Until = None,
    points: Points = None,
    changes: Changes = None,
) -> None:
    """Plot channels over time or over another, or contacts.

    \b
    Examples:
      linkwork plot crank.yaml slider.x slider.vx
      linkwork plot linkage.yaml "coupler.tracer.y over coupler.tracer.x" --out curve.svg
      linkwork plot crank.yaml slider.x --beside rig.csv --beside other.yaml --axis slider.x=0:0.3
      linkwork plot bouncing-block.yaml --contacts
    """
    from linkwork.report.pictures import over

    mechanism, channels = read_model(model, changes), channels or []
    if bool(channels) == contacts:
        bad_input("name the channels to plot, such as slider.x, or ask for --contacts")
    if cross and len(channels) != 2:
        bad_input(f"--cross takes two channels, x and y; {len(channels)} given")
    pair = over(channels)
    if pair is not None and not cross:
        cross, channels = True, [pair[1], pair[0]]
    check_folder(out)
    ends = _ends(axes or []) or None
    result = move(mechanism, model, until, points)
    check_channels(result, channels)
    prepare_figures()
    if contacts:
        result.plot_contacts(path=out)
    elif cross:
        result.cross_plot(channels[0], channels[1], path=out, beside=beside or None, axes=ends)
    else:
        result.plot(*channels, path=out, beside=beside or None, axes=ends)
    tell_events(result)
    typer.echo(f"wrote {out}")
    finish(result.completed)


def _ends(given: list[str]) -> dict[str, tuple[str, str]]:
    """Fixed ends of axes, given as CHANNEL=LOW:HIGH."""
    ends_of = {}
    for text in given:
        name, equals, ends = text.rpartition("=")
        low, colon, high = ends.partition(":")
        if not (equals and colon and name.strip() and low.strip() and high.strip()):
            bad_input(f"--axis {text}: expected a channel and two ends, as in slider.x=0:0.3")
        ends_of[name.strip()] = (low.strip(), high.strip())
    return ends_of
