"""What a page shows as lines of Python: the file, the values that were moved, the analysis, the plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.analysis.verbs import OVER_TIME
from linkwork.serve.request import Asked, Wish


def as_python(
    path: str | None,
    changed: Mapping[str, str],
    asked: Asked | None,
    wish: Wish,
    plots: Sequence[Sequence[str]],
    over: Sequence[tuple[str, str]],
    moved: bool,
) -> str:
    """The lines; `changed` are values that the file does not say, `moved` whether a start was chosen by hand.

    `plots` are channels over time, a list a plot, `over` plots of one channel over another, as x and y.
    Without a path the page is open on a mechanism in Python, which has the values that were moved.
    """
    lines = ["import linkwork as lw", "", f"m = lw.load({path!r})"]
    if path is None:
        lines, changed = ["# m is the mechanism that the page was opened on by m.view()"], {}
    if moved:
        hint = "" if path is None else "; save it to the file first"
        lines.append(f"# the start that was dragged is not in these lines{hint}")
    lines += [f"m.set({_given(changed)})"] if changed else []
    over_time = asked is not None and asked.kind in OVER_TIME
    if asked is None or (over_time and wish == Wish()):
        lines.append("run = m.run()")
    elif asked.kind in OVER_TIME:
        options: dict[str, Any] = {"until": asked.until, "points": asked.points}
        options |= {"start": asked.start} if asked.start else {}
        options |= {name: value for name, value in asked.options.items() if _plain(value)}
        lines.append(f"run = m.{asked.kind}({', '.join(f'{name}={value!r}' for name, value in options.items())})")
    else:
        verb = "equilibrium" if asked.kind == "equilibrium" else "assemble"
        lines.append(f"position = m.{verb}()")
    if over_time:
        lines += [f"run.plot({', '.join(map(repr, names))})" for names in plots]
        lines += [f"run.cross_plot({x!r}, {y!r})" for x, y in over]
    return "\n".join(lines) + "\n"


def _given(values: Mapping[str, str]) -> str:
    """Values as arguments; names that Python cannot write so stand in a mapping."""
    if all(name.isidentifier() for name in values):
        return ", ".join(f"{name}={text!r}" for name, text in values.items())
    return "**" + repr(dict(values))


def _plain(value: Any) -> bool:
    """Whether a value can be written down and is worth it."""
    if value is None or value == {}:
        return False
    if isinstance(value, Mapping):
        return all(isinstance(each, str | float | int) for each in value.values())
    return isinstance(value, str | float | int | bool)
