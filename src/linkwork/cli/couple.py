"""`linkwork couple`: subsystems glued at their interfaces, as a file says."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from linkwork.cli.guard import INTERRUPTED, bad_input, finish, guarded, print_json
from linkwork.cli.interrupt import keeping_results
from linkwork.cli.model import AsJson, announce_compiling

Model = Annotated[Path, typer.Argument(help="File of a coupled model.", show_default=False)]


@guarded
def couple(
    model: Model,
    out: Annotated[Path | None, typer.Option(help="Table of the results; otherwise named after the model.")] = None,
    until: Annotated[float | None, typer.Option(help="End of the run in s, instead of the model's.")] = None,
    step: Annotated[float | None, typer.Option(help="Length of a step in s, instead of the model's.")] = None,
    design: Annotated[
        list[str] | None, typer.Option(help="Another design of a part, as in left=light; may be repeated.")
    ] = None,
    plot: Annotated[str | None, typer.Option(help="Channels to draw, as in left.x,C.gap.", show_default=False)] = None,
    page: Annotated[Path | None, typer.Option(help="A page (.html) of the run.", show_default=False)] = None,
    code: Annotated[bool, typer.Option("--code", help="Start the FMUs and programs that the file names.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Say what it is and whether it fits; run nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Step coupled subsystems together.

    The file names parts (mechanisms, matrices, FMUs, programs, other coupled models), how they are connected and how
    they are stepped. Writes a table of everything exchanged. FMUs and programs are code: they start only with --code.
    Ctrl-C keeps what was computed.

    \b
    Examples:
      linkwork couple truck.yaml --check
      linkwork couple truck.yaml --plot cabin.x,C.gap --page truck.html
      linkwork couple truck.yaml --design cabin=light --code
    """
    from linkwork.exchange.file.check import checked
    from linkwork.exchange.file.reader import load_coupled, read_coupled

    chosen = _designs(design)
    if check:
        system = checked(model, chosen)
        if as_json:
            print_json(system.to_dict())
        else:
            typer.echo(system.text())
        finish(system.ok)
        return
    asked = read_coupled(model).simulation
    options: dict[str, Any] = {} if asked is None else asked.model_dump()
    options |= {name: value for name, value in (("until", until), ("step", step)) if value is not None}
    if not {"until", "step"} <= set(options):
        bad_input(f"{model}: it does not say until when and in which steps; give --until and --step")
    announce_compiling()
    coupled = load_coupled(model, code=code, designs=chosen)
    try:
        with keeping_results() as interrupted:
            run = coupled.run(**options, progress=not as_json)
    finally:
        for part in coupled.parts.values():
            part.subsystem.close()
    files = [run.to_csv(out or Path(f"{model.stem}.csv"))]
    if plot:
        files.append(files[0].with_suffix(".png"))
        run.plot(*(name.strip() for name in plot.split(",")), path=files[-1])
    if page:
        files.append(run.page(page))
    if as_json:
        print_json({"ok": run.completed, "notes": run.notes, "files": [str(file) for file in files]} | run.statistics)
    else:
        typer.echo(f"{run}; wrote {', '.join(map(str, files))}")
        for note in run.notes:
            typer.echo(f"note: {note}")
    if interrupted():
        raise typer.Exit(INTERRUPTED)
    finish(run.completed)


def _designs(given: list[str] | None) -> dict[str, str]:
    designs = {}
    for each in given or []:
        part, equals, name = each.partition("=")
        if not equals:
            bad_input(f"--design: expected part=design, as in left=light; found '{each}'")
        designs[part.strip()] = name.strip()
    return designs
