"""Writers: a program as one file without dependencies, with a head that names every number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.program.texts.c_text import c_source
from linkwork.program.texts.script_texts import javascript_source, matlab_source, python_source

if TYPE_CHECKING:
    from linkwork.program.program import Program


def written(program: Program, language: str, name: str) -> str:
    """The text of a program."""
    if language == "c":
        return c_source(program, name)
    if language == "javascript":
        return javascript_source(program, name)
    if language == "matlab":
        return matlab_source(program, name)
    return python_source(program, name, language)
