"""How a process begins and ends: quickly, with nothing lost, and nothing changed for others."""

from __future__ import annotations

import subprocess
import sys

import pytest

DESCRIBE = "import linkwork as lw; m = lw.Planar('m'); m.revolute('O', m.ground, m.body('b'))\n"


def told(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("first", ["", "import pydantic\n"], ids=["alone", "after pydantic"])
def test_schemas_are_plain_dictionaries_and_those_of_others_stay_typed(first: str) -> None:
    """Typed dictionaries of users and of pydantic itself are what they were."""
    code = (
        first
        + DESCRIBE
        + (
            "import typing_extensions, typing\n"
            "from pydantic import TypeAdapter, BaseModel\n"
            "from pydantic_core import ErrorDetails, core_schema\n"
            "class Mine(typing_extensions.TypedDict, total=False):\n    x: int\n"
            "class Yours(typing.TypedDict):\n    x: int\n"
            "class Model(BaseModel):\n    mine: Mine\n"
            "print(Model(mine={'x': '1'}).mine, typing_extensions.is_typeddict(Mine), typing.is_typeddict(Yours))\n"
            "print(TypeAdapter(ErrorDetails).json_schema()['type'], type(core_schema.CoreConfig(title='t')).__name__)\n"
        )
    )
    assert told(code) == "{'x': 1} True True\nobject dict\n"


def test_only_what_is_described_is_imported() -> None:
    code = DESCRIBE + "import sys; print([n for n in sys.modules if 'gear' in n or 'bushing' in n or 'catalogue' in n])"
    assert told(code) == "[]\n"


def test_what_has_something_to_do_at_its_end_does_it() -> None:
    code = DESCRIBE + (
        "import os\n"
        "class Holder:\n    def __del__(self, write=os.write): write(1, b'done')\n"
        "a = Holder(); a.me = a; del a\n"
    )
    assert told(code) == "done"


@pytest.mark.parametrize(
    ("code", "free"),
    [
        ("", True),
        ("class A:\n    def __del__(self): pass\na = A()\n", False),
        ("def g():\n    yield\na = g(); next(a)\n", False),
        ("class A: pass\nA.__module__ = 'somebody.elses'\na = A()\n", False),
        ("a = open('/dev/null', 'w')\n", False),
        ("class M(type):\n    __module__ = 3\nclass A(metaclass=M): pass\n", False),
    ],
    ids=["nothing", "a __del__", "a generator", "another package", "an open file", "a class without a module"],
)
def test_what_may_have_an_end_is_seen(code: str, free: bool) -> None:
    said = told(DESCRIBE + code + "from linkwork.base.leaving import nothing_to_do; print(nothing_to_do())")
    assert said == f"{free}\n"
