"""Errors and exit codes of the commands: one clear message, never a traceback for what the user can mend."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Callable
from typing import Any, NoReturn, ParamSpec, TypeVar

import typer

from linkwork.errors import AnalysisError, LinkworkError

PROBLEM, BAD_INPUT, INTERRUPTED = 1, 2, 130

P = ParamSpec("P")
R = TypeVar("R")


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """A command whose errors become a message and an exit code."""

    @functools.wraps(command)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        as_json = bool(kwargs.get("as_json"))
        try:
            return command(*args, **kwargs)
        except AnalysisError as error:
            _stop(str(error), PROBLEM, as_json)
        except LinkworkError as error:
            _stop(str(error), BAD_INPUT, as_json)
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            _stop(f"{name}{error.strerror or error}", BAD_INPUT, as_json)
        except KeyboardInterrupt:
            _stop("interrupted", INTERRUPTED, as_json)

    return wrapper


def _stop(message: str, code: int, as_json: bool) -> NoReturn:
    if as_json:
        print_json({"ok": False, "error": message})
    typer.secho(f"error: {message}", fg=typer.colors.RED, err=True)
    raise typer.Exit(code)


def bad_input(message: str) -> NoReturn:
    """Refuse what the user asked for."""
    raise LinkworkError(message)


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
