"""`linkwork export`: the equations of a mechanism as a program in another language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from linkwork.base.errors import AnalysisError, MechanismError, shown
from linkwork.base.names import suggestion
from linkwork.cli.guard import finish, guarded, print_json
from linkwork.cli.model import AsJson, Changes, Model, check_folder, placed, read_model

_SUBJECT = re.compile(r"\b(?:contact|friction|clearance|signal|force|event) '[^']*'")


@guarded
def export(
    model: Model,
    to: Annotated[
        str,
        typer.Option(
            metavar="LANGUAGE", help="c, python, numpy, sympy, casadi, javascript, matlab, latex, fmu or runner."
        ),
    ] = "c",
    out: Annotated[Path | None, typer.Option(help="The file; printed when left out.", show_default=False)] = None,
    parameter: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Keep this parameter as a symbol; several, too.")
    ] = None,
    coordinates: Annotated[
        str | None,
        typer.Option(metavar="WHOSE", help="Of the bodies or of the joints (usual in FMUs).", show_default=False),
    ] = None,
    output: Annotated[
        list[str] | None, typer.Option(metavar="CHANNEL", help="A number that the program gives; several, too.")
    ] = None,
    small: Annotated[
        list[str] | None,
        typer.Option(metavar="COORDINATE", help="Linearise the equations in this coordinate; several, too."),
    ] = None,
    linear: Annotated[bool, typer.Option("--linear", help="The matrices A, B, C, D, too.")] = False,
    fmi: Annotated[str, typer.Option(metavar="VERSION", help="Of an FMU: 2.0 or 3.0.")] = "2.0",
    binary: Annotated[
        bool | None,
        typer.Option(
            "--binary/--sources",
            help="Of an FMU: with a library, which needs a C compiler, or sources alone; a library where it can be.",
            show_default=False,
        ),
    ] = None,
    step: Annotated[float, typer.Option(help="Of an FMU the longest step, of a runner the step, in s.")] = 1e-3,
    beside: Annotated[
        list[Path] | None, typer.Option(metavar="MODEL", help="Count this model, too; several, side by side.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Count operations instead of writing.")] = False,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Write the equations of motion as a program of one mechanism.

    Mass matrix, forces, constraints and their rows, accelerations; one file without dependencies.

    \b
    Examples:
      linkwork export crank.yaml --to c --out crank.c
      linkwork export crank.yaml --to python --parameter l
      linkwork export crank.yaml --coordinates joints --output slider.x --out crank.c
      linkwork export crank.yaml --to fmu --out crank.fmu --output slider.x
      linkwork export crank.yaml --count
    """
    mechanism = read_model(model, changes)
    if out is not None:
        check_folder(out)
    _refuse_unknown(to)
    try:
        if to in ("fmu", "runner") and not count:
            _refuse_unused(to, small, linear)
            _write_stepped(
                to, mechanism, out, fmi, step, parameter or (), output or (), coordinates or "joints", binary
            )
            typer.echo(f"wrote {out}{_what_is_in(out) if to == 'fmu' else ''}")
            return
        options: dict[str, Any] = {"linear": linear, "small": small or (), **_start(mechanism)}
        program = mechanism.program(parameter or (), coordinates or "bodies", output or (), **options)
        text = program.source(to) if out is None and not count else ""
        if out is not None and not count:
            program.write(out, to)
    except AnalysisError as error:  # nothing was analysed: what was asked for cannot be written
        raise MechanismError(_with_line(model, str(error))) from None
    if count and beside:
        _compare(program, [read_model(str(path)) for path in beside], coordinates or "bodies", as_json)
    elif count:
        if as_json:
            print_json({"ok": True, **{name: program.count(name) for name in program.results}, "all": program.count()})
        else:
            for name in program.results:
                typer.echo(f"{name:12s} {_counted(program.count(name))}")
            typer.echo(f"{'all':12s} {_counted(program.count())}")
            eliminated = program.count("rates", "accelerations", "state_rates")
            typer.echo(f"{'right side':12s} {_counted(eliminated)}")
            typer.echo(f"{'by full LU':12s} {_counted(program.count_with_lu())}")
    elif out is None:
        typer.echo(text)
    else:
        typer.echo(f"wrote {out}")
    finish(True)


def _refuse_unknown(to: str) -> None:
    """What nothing can be written as."""
    from linkwork.program.languages import LANGUAGES

    known = (*LANGUAGES, "latex", "fmu", "runner")
    if to not in known:
        raise MechanismError(f"export: there is no language {shown(to)}{suggestion(to, known, 'languages')}")


def _refuse_unused(to: str, small: Sequence[str] | None, linear: bool) -> None:
    """An FMU and a runner have the whole equations, and no matrices."""
    for option, given in (("--small", small), ("--linear", linear)):
        if given:
            raise MechanismError(f"export: {option} is not for --to {to}, which has the whole equations; leave it out")


def _write_stepped(
    to: str,
    mechanism: Any,
    out: Path | None,
    fmi: str,
    step: float,
    parameters: Sequence[str],
    outputs: Sequence[str],
    coordinates: str,
    binary: bool | None,
) -> None:
    """An FMU or a runner; it starts as the model's own simulation does."""
    from linkwork.mechanism.requests import time_grid

    if out is None:
        raise MechanismError(f"export: {to} is a file: say where, such as --out model.{'fmu' if to == 'fmu' else 'c'}")
    options: dict[str, Any] = {"parameters": parameters, "outputs": outputs, "coordinates": coordinates}
    options |= _start(mechanism)
    begin = (time_grid(mechanism) or (0.0,))[0]
    if begin != 0.0 and mechanism.analysis.simulate is not None:
        raise MechanismError(
            f"{mechanism.name}: its simulation starts at {begin:g} s; "
            f"{'an FMU' if to == 'fmu' else 'a runner'} starts at 0: leave 'start' out, and let its laws begin there"
        )
    if to == "runner":
        mechanism.runner(out, step, **options)
    else:
        mechanism.fmu(out, fmi, step, binary=binary, **options)


def _what_is_in(fmu: Path | None) -> str:
    """Whether there is a library in it."""
    from zipfile import ZipFile

    with ZipFile(str(fmu)) as archive:
        made = any(name.startswith("binaries/") for name in archive.namelist())
    return "" if made else ": sources alone, without a library"


def _start(mechanism: Any) -> dict[str, Any]:
    """Rates, held values and the branch at the start of the model's own simulation."""
    request = mechanism.analysis.simulate
    if request is None:
        return {}
    return {"speeds": request.speeds, "hold": request.hold, "branch": request.branch or 0}


def _with_line(model: str, text: str) -> str:
    """A refusal with the line of the part of the model that it speaks of."""
    subject = _SUBJECT.search(text)
    if subject is None:
        return text
    place = placed(model, [subject[0]])[0].removesuffix(subject[0])
    return text if place in ("", f"{model}:1:1: ") else f"{place}{text}"


def _compare(first: Any, others: list[Any], coordinates: str, as_json: bool) -> None:
    """Operations of the right-hand sides of several models, and how they compare with the first."""
    programs = [first, *(model.program(coordinates=coordinates) for model in others)]
    counts = [program.count("rates", "accelerations", "state_rates") for program in programs]
    sums = [count["multiplications"] + count["additions"] for count in counts]
    names = [program.mechanism.name for program in programs]
    if as_json:
        rows = [{"model": name, **count} for name, count in zip(names, counts, strict=True)]
        print_json({"ok": True, "models": rows})
        return
    width = max(map(len, names))
    for name, count, total in zip(names, counts, sums, strict=True):
        typer.echo(f"{name:{width}s}  {total / max(sums[0], 1):6.3f}  {_counted(count)}")


def _counted(count: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in count.items() if number) or "nothing to compute"
