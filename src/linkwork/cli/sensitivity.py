"""`linkwork sensitivity`: which parameters matter most, and by how much."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwork.base.errors import AnalysisError
from linkwork.cli.figures import prepare_figures
from linkwork.cli.guard import bad_input, finish, guarded, print_json, show
from linkwork.cli.model import AsJson, Changes, Model, Points, Until, announce_compiling, check_folder, read_model
from linkwork.cli.options import asked_analysis


@guarded
def sensitivity(
    model: Model,
    of: Annotated[
        list[str] | None,
        typer.Option("--of", metavar="RESPONSE", help="What changes: a channel, or a number such as max(A.force)."),
    ] = None,
    to: Annotated[
        list[str] | None,
        typer.Option("--to", metavar="PARAMETER", help="What it changes with; all numbers of the model if left out."),
    ] = None,
    analysis: Annotated[
        str | None,
        typer.Option(
            help="kinematics, inverse_dynamics, simulate, equilibrium, linearise or assembly; else the model's.",
            show_default=False,
        ),
    ] = None,
    method: Annotated[str, typer.Option(help="auto, direct, adjoint, complex or differences.")] = "auto",
    until: Until = None,
    points: Points = None,
    tornado: Annotated[
        Path | None, typer.Option(help="Write bars of what one percent more does: .png, .svg or .pdf.")
    ] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Find which parameters matter most.

    Prints the derivative of each response by each parameter, and what one percent more of the parameter does. --of and
    --to may be given several times.

    \b
    Examples:
      linkwork sensitivity crank.yaml --of "max(slider.vx)" --of "final(slider.x)"
      linkwork sensitivity crank.yaml --of slider.x --to l --until 0.5 --tornado bars.png
      linkwork sensitivity press.yaml --analysis linearise --of "frequency(1)" --json
    """
    from linkwork.analysis.verbs import with_solver

    mechanism = read_model(model, changes)
    if not of:
        bad_input("name what changes, as in --of 'max(slider.vx)'")
    if tornado is not None:
        check_folder(tornado)
    usual = "equilibrium" if mechanism.analysis.equilibrium else "kinematics"
    kind, end, number, options = asked_analysis(mechanism, model, analysis, until, points, usual)
    given = {"analysis": kind, "until": end, "points": number} | with_solver(options)
    announce_compiling()
    try:
        sensitivity = mechanism.sensitivity(of, to or None, method=method, **given)
    except AnalysisError as error:
        bad_input(str(error))
    if tornado is not None:
        prepare_figures()
        sensitivity.tornado(path=tornado)
    if as_json:
        print_json(sensitivity.to_dict())
    else:
        show(sensitivity.table())
        if tornado is not None:
            typer.echo(f"wrote {tornado}")
    finish(True)
