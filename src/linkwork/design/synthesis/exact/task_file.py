"""An exact synthesis as a YAML file: `exact` with `path`, `poses`, `function` or `six_bar`, in the words of Python."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable

from linkwork.base.errors import ModelFileError
from linkwork.base.file_text import read_text
from linkwork.design.synthesis.exact.guidance import four_bar_exact_function, four_bar_exact_guidance
from linkwork.design.synthesis.exact.linkages import ExactSynthesis
from linkwork.design.synthesis.exact.path import four_bar_exact_path
from linkwork.design.synthesis.exact.six_bar import six_bar_exact_function
from linkwork.formats.yaml_reader import read_tree

KINDS: dict[str, Callable[..., ExactSynthesis]] = {
    "path": four_bar_exact_path,
    "poses": four_bar_exact_guidance,
    "function": four_bar_exact_function,
    "six_bar": six_bar_exact_function,
}


def exact_task(file: str | os.PathLike[str]) -> Callable[[], ExactSynthesis]:
    """The call that a file asks for."""
    name = os.fspath(file)
    data = read_tree(read_text(file), name).plain()
    asked = data.get("exact") if isinstance(data, dict) and set(data) == {"exact"} else None
    if not isinstance(asked, dict) or len(asked) != 1 or next(iter(asked)) not in KINDS:
        raise ModelFileError(
            f"{name}: without a task, a file with 'exact' is needed, and in it one of: {', '.join(KINDS)}; "
            "else give a model and a task"
        )
    kind, fields = next(iter(asked.items()))
    known = {key: one for key, one in inspect.signature(KINDS[kind]).parameters.items() if key != "keep"}
    needed = [key for key, parameter in known.items() if parameter.default is parameter.empty]
    if not isinstance(fields, dict) or not set(needed) <= set(fields) <= set(known):
        raise ModelFileError(f"{name}: {kind} takes {', '.join(known)}; needed are: {', '.join(needed)}")
    return lambda: KINDS[kind](**fields)
