"""Errors and exit codes of the commands: one clear message, never a traceback for what the user can mend."""

from __future__ import annotations

import contextlib
import functools
import json
import math
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, ParamSpec, TypeVar

import typer

from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.cli.interrupt import Interrupts

PROBLEM, BAD_INPUT, INTERNAL, INTERRUPTED, BROKEN_PIPE = 1, 2, 3, 130, 141

P = ParamSpec("P")
R = TypeVar("R")


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """A command whose errors become a message and an exit code."""

    @functools.wraps(command)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        with Interrupts() as interrupts, warnings.catch_warnings():
            if not _debugging():
                warnings.simplefilter("ignore")
            try:
                return command(*args, **kwargs)
            except (Exception, KeyboardInterrupt) as error:
                if isinstance(error, typer.Exit | typer.Abort) and not interrupts.seen:
                    raise
                if isinstance(error, BrokenPipeError):
                    _leave_pipe()
                message, code = ("interrupted", INTERRUPTED) if interrupts.caused(error) else _words(error)
                if _debugging():
                    traceback.print_exc()
                _stop(message, code, bool(kwargs.get("as_json")))

    return wrapper


def _debugging() -> bool:
    return os.environ.get("LINKWORK_DEBUG", "") not in ("", "0")


def _words(error: BaseException) -> tuple[str, int]:
    """The message and the exit code of an error."""
    if isinstance(error, LinkworkError):
        return str(error), PROBLEM if isinstance(error, AnalysisError) else BAD_INPUT
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{error.strerror or error}", BAD_INPUT
    if isinstance(error, MemoryError):
        return "there is not enough memory; ask for fewer time points", PROBLEM
    text = " ".join(str(error).split())
    return f"internal error: {type(error).__name__}{f': {text}' if text else ''}; please report it", INTERNAL


def _leave_pipe() -> NoReturn:
    """Nobody reads on (`linkwork check crank.yaml | head -1`): end without a word."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(BROKEN_PIPE)


def _stop(message: str, code: int, as_json: bool) -> NoReturn:
    if as_json:
        print_json({"ok": False, "error": message})
    prefix = "" if code == INTERNAL else "error: "
    typer.secho(f"{prefix}{message}", fg=typer.colors.RED, err=True)
    raise typer.Exit(code)


def bad_input(message: str) -> NoReturn:
    """Refuse what the user asked for."""
    raise LinkworkError(message)


@contextlib.contextmanager
def input_is_asked() -> Iterator[None]:
    """What cannot be done in here is the fault of what was given, not something that an analysis found."""
    try:
        yield
    except AnalysisError as error:
        bad_input(str(error))


def finish(ok: bool) -> None:
    """End the command: 0 when all is well, 1 when the analysis found a problem."""
    if not ok:
        raise typer.Exit(PROBLEM)


def show(text: str) -> None:
    """Print a report: its title bold, warnings yellow, what fails red."""
    for number, line in enumerate(text.splitlines()):
        colour = typer.colors.YELLOW if line.startswith(("warning:", "redundant:", "note:")) else None
        colour = typer.colors.RED if "stays open" in line or "cannot be assembled" in line else colour
        typer.secho(line, fg=colour, bold=number == 0 or line.startswith("what to do:") or None)


def print_json(data: Any) -> None:
    """Print data for machines; what is not a finite number is null."""
    typer.echo(json.dumps(_finite(data), indent=2, allow_nan=False))


def _finite(data: Any) -> Any:
    if isinstance(data, dict):
        return {str(key): _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data
