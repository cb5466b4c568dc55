"""`linkwork report`: all about a mechanism and its motion in one file."""

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
    announce_compiling,
    channels_in,
    check_channels,
    read_model,
    tell_events,
)


@guarded
def report(
    model: Model,
    out: Annotated[Path | None, typer.Option(help="The report (.html or .pdf); otherwise MODEL-report.html.")] = None,
    until: Until = None,
    points: Points = None,
    plots: Annotated[
        list[str] | None,
        typer.Option(
            "--plot", metavar="CHANNELS", help="One plot: slider.x,slider.vx over time, or 'y over x'; repeatable."
        ),
    ] = None,
    beside: Besides = None,
    author: Annotated[str, typer.Option(help="Who made it.")] = "",
    company: Annotated[str, typer.Option(help="For whom, or where.")] = "",
    logo: Annotated[str, typer.Option(metavar="FILE", help="A picture beside the title, .png or .jpg.")] = "",
    verify: Annotated[str, typer.Option(help="Compare formulations and methods: short, full or none.")] = "short",
    changes: Changes = None,
) -> None:
    """Write a report: everything in one file, HTML or PDF.

    Drawing, data, mobility, the motion to watch (HTML) or its positions (PDF), plots, events, reactions with their
    peaks, driver torques, energy, a comparison of formulations, the model file. The HTML file opens from disk and needs
    no network. A mechanism that locks up or cannot be assembled gets its report, too: it says so at the top.

    \b
    Examples:
      linkwork report crank.yaml
      linkwork report crank.yaml --out crank.pdf --plot slider.x,slider.vx --plot A.force
      linkwork report crank.yaml --plot "slider.vx over slider.x" --beside rig.csv --author "A. Smith"
      linkwork report crank.yaml --until 2 --verify none
    """
    from linkwork.base.file_text import read_text
    from linkwork.report.gather import head_of
    from linkwork.report.pictures import OVER, over
    from linkwork.report.subject import VERIFY, of_mechanism
    from linkwork.report.write import check_target, write_report

    mechanism = read_model(model, changes)
    head = head_of(mechanism, author, company, logo)
    target = check_target(out or Path(f"{Path(model).stem}-report.html"))
    if verify not in VERIFY:
        bad_input(f"--verify {verify}: write one of {', '.join(VERIFY)}")
    announce_compiling()
    source = read_text(model) if not changes and model.lower().endswith((".yaml", ".yml")) else ""
    subject = of_mechanism(mechanism, until, points, verify, source)
    subject.head, subject.beside = head, beside or None
    groups = [[group] if OVER in group else channels_in(group) for group in plots or []]
    if subject.run is not None:
        check_channels(subject.run, [name for group in groups for name in (over(group) or group)])
    prepare_figures()
    content = write_report(subject, target, groups)
    if subject.run is not None:
        tell_events(subject.run)
    elif content.verdict.level == "error":
        typer.secho(content.verdict.text, fg=typer.colors.RED, err=True)
    typer.echo(f"wrote {target}")
    finish(content.verdict.level != "error")
