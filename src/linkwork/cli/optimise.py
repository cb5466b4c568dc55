"""`linkwork optimise`: the parameters that make a response least, and a model file that has them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwork.base.errors import AnalysisError
from linkwork.cli.figures import prepare_figures
from linkwork.cli.guard import bad_input, finish, guarded, print_json, show
from linkwork.cli.model import (
    Analysis,
    AsJson,
    Changes,
    Model,
    Points,
    Until,
    announce_compiling,
    check_folder,
    read_model,
)
from linkwork.cli.options import asked_analysis

if TYPE_CHECKING:
    from linkwork.design.optimise.optimum import Optimum


@guarded
def optimise(
    model: Model,
    minimise: Annotated[
        str | None, typer.Option(metavar="RESPONSE", help="What is to be least, as in 'max(A.force)'.")
    ] = None,
    maximise: Annotated[str | None, typer.Option(metavar="RESPONSE", help="What is to be largest, instead.")] = None,
    free: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=LOW:HIGH", help="A parameter to be found, between bounds; several times."),
    ] = None,
    subject_to: Annotated[
        list[str] | None,
        typer.Option("--subject-to", metavar="CONDITION", help="As in 'max(A.force) <= 100'; several times."),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            help="slsqp, trust-constr, ipopt, cobyqa, nelder-mead, powell, multi-start or differential-evolution."
        ),
    ] = "slsqp",
    starts: Annotated[int, typer.Option(min=1, help="Starts, or designs of a generation, of the last two.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Where their random numbers begin.")] = 1,
    analysis: Analysis = None,
    until: Until = None,
    points: Points = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the model with the best parameters, comments kept.")
    ] = None,
    history: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the criterion over the iterations: .png, .svg or .pdf.")
    ] = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Find the parameters that make a response of the model least.

    Exit code 1 says that no optimum was reached or that a condition is broken; the best that was found is told.

    \b
    Examples:
      linkwork optimise crank.yaml --minimise "peak(slider.ax)" --free "l=0.4:0.6" --out better.yaml
      linkwork optimise press.yaml --maximise "range(slide.x)" --free "r=40 mm:60 mm" --free "l=0.2:0.3" \\
               --subject-to "peak(slide.vx) <= 0.6" --until 1
      linkwork optimise arm.yaml --analysis equilibrium --minimise "(arm.angle - pi/4)^2" --free "k=100:"
    """
    if (minimise is None) == (maximise is None):
        bad_input("say what is to be least or largest, as in --minimise 'max(A.force)'")
    for path in (out, history):
        if path is not None:
            check_folder(path)
    from linkwork.analysis.verbs import with_solver

    mechanism = read_model(model, changes)
    bounds = _bounds(free or [])
    kind, end, number, options = asked_analysis(mechanism, model, analysis, until, points)
    options = with_solver(options)
    announce_compiling()
    try:
        optimum = mechanism.optimise(
            minimise,
            bounds,
            subject_to or (),
            maximise=maximise,
            method=method,
            starts=starts,
            seed=seed,
            analysis=kind,
            until=end,
            points=number,
            **options,
        )
    except AnalysisError as error:
        bad_input(str(error))
    if history is not None:
        prepare_figures()
        optimum.plot(history)
    if out is not None:
        out.write_text(_model_text(model, optimum, bool(changes)), encoding="utf-8")
    _tell(optimum, [path for path in (out, history) if path is not None], as_json)
    finish(optimum.ok)


def _bounds(texts: list[str]) -> dict[str, tuple[Any, Any]]:
    bounds: dict[str, tuple[Any, Any]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        low, colon, high = (part.strip() for part in values.partition(":"))
        if not (name.strip() and equals and colon):
            bad_input(f"--free {text}: write NAME=LOW:HIGH, as in --free 'l=2:3'; a side left empty has no bound")
        bounds[name.strip()] = (low or None, high or None)
    if not bounds:
        bad_input("name the parameters that are to be found, as in --free 'l=2:3'")
    return bounds


def _model_text(path: str, optimum: Optimum, changed: bool) -> str:
    """The model's own text with the best values; that of a model changed on the command line is written anew."""
    from linkwork.formats.changed_parameters import with_parameters
    from linkwork.formats.model_file import dumps

    if changed or path.lower().endswith(".dyn"):
        return dumps(optimum.mechanism)
    return with_parameters(Path(path).read_text(encoding="utf-8"), optimum.parameters)


def _tell(optimum: Optimum, written: list[Path], as_json: bool) -> None:
    if as_json:
        conditions = [{"text": held.text, "value": held.value, "holds": held.holds} for held in optimum.conditions]
        told = {"parameters": optimum.parameters, "criteria": optimum.values, "conditions": conditions}
        words = {"message": optimum.message, "notes": optimum.notes, "failures": optimum.failures}
        print_json({"ok": optimum.ok} | told | words)
        return
    show(optimum.text())
    for path in written:
        typer.echo(f"wrote {path}")
