"""How a process begins and ends: quickly, with nothing lost, and nothing changed for others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from linkwork.base.short_ways import TRIED

DESCRIBE = "import linkwork as lw; m = lw.Planar('m'); m.revolute('O', m.ground, m.body('b'))\n"


def told(code: str, **environment: str) -> str:
    """What a new process prints, which keeps what it has read as byte code."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"} | environment
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
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


WAYS = """
import sys, gc, dataclasses, typing_extensions
from pydantic import BaseModel, TypeAdapter
from pydantic_core import core_schema
import annotated_types
from linkwork.base.late_dataclass import dataclass
from linkwork.base.quick_import import QuickFinder
late = dataclass is not dataclasses.dataclass
print(QuickFinder in sys.meta_path, late, type(core_schema.IntSchema).__name__ != "_TypedDictMeta")
print(annotated_types.Gt(1), annotated_types.Gt(1) == annotated_types.Gt(1), hash(annotated_types.Gt(1)) == hash((1,)))
import linkwork.mechanism.planar as planar
print(planar.__spec__.origin == planar.__file__, planar.__spec__.cached == planar.__cached__, planar.__package__)
run = m.simulate(0.1, 3, progress=False)
print(round(float(run["b.x"][-1]), 9), TypeAdapter(int).validate_python("3"))
"""
PENDULUM = DESCRIBE + "m.mass('b', mass=1, inertia=1)\n"


@pytest.mark.parametrize(("environment", "short"), [({}, True), ({"LINKWORK_PLAIN_START": "1"}, False)])
def test_plain_ways_come_to_the_same(environment: dict[str, str], short: bool) -> None:
    """The short ways are gone only where they were tried, and nothing but the time differs."""
    tried = sys.version_info[:2] in TRIED and sys.platform == "linux" and short
    lines = told(PENDULUM + WAYS, **environment).splitlines()
    assert lines[0] == f"{tried} {tried} {tried}"
    assert lines[1:] == ["Gt(gt=1) True True", "True True linkwork.mechanism", "0.0 3"]


def test_a_pydantic_that_does_not_bear_it_is_imported_as_it_always_was() -> None:
    code = (
        "import linkwork.base.quick_schema as quick\n"
        "def refused(*_, **__): raise TypeError\n"
        "quick.quick_dataclass = refused\n" + PENDULUM + "from pydantic_core import core_schema\n"
        "print(type(core_schema.IntSchema).__name__, m.simulate(0.1, 3, progress=False).completed)\n"
    )
    assert told(code) == "_TypedDictMeta True\n"


def test_a_changed_source_is_read_anew(tmp_path: Path) -> None:
    """Byte code is taken only if it is that of the source as it is."""
    package = tmp_path / "linkwork_copy"
    package.mkdir()
    (package / "__init__.py").write_text("")
    code = (
        "import sys, linkwork.base.quick_import as quick; quick._KNOWN = 'linkwork_copy.'\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "import linkwork_copy.part as part; print(part.x, type(part.__loader__).__name__)\n"
    )
    for x, loader in ((1, "SourceFileLoader"), (1, "_Loader"), (22, "SourceFileLoader")):
        (package / "part.py").write_text(f"x = {x}\n")
        os.utime(package / "part.py", (1e9, 1e9))
        assert told(code) == f"{x} {loader}\n"
    kept = next((package / "__pycache__").glob("part.*.pyc"))
    kept.write_bytes(kept.read_bytes()[:20])
    (package / "part.py").write_text("x = 4444\n")
    assert told(code) == "4444 SourceFileLoader\n"


def test_a_package_that_was_moved_tells_where_it_is(tmp_path: Path) -> None:
    package = tmp_path / "before" / "linkwork_moved"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "part.py").write_text("def f():\n    return 1\n")
    code = (
        "import sys, linkwork.base.quick_import as quick; quick._KNOWN = 'linkwork_moved.'\n"
        "sys.path.insert(0, {!r})\n"
        "import linkwork_moved.part as part; print(part.f.__code__.co_filename, type(part.__loader__).__name__)\n"
    )
    assert told(code.format(str(package.parent))) == f"{package / 'part.py'} SourceFileLoader\n"
    moved = tmp_path / "after"
    package.parent.rename(moved)
    assert told(code.format(str(moved))) == f"{moved / 'linkwork_moved' / 'part.py'} _Loader\n"


def test_plugins_are_looked_for_when_somebody_wants_them() -> None:
    code = PENDULUM + (
        "import sys; print('importlib.metadata' in sys.modules)\n"
        "from pydantic import BaseModel\n"
        "class Mine(BaseModel):\n    x: int\n"
        "print(Mine(x='1').x, type(sys.modules['pydantic.plugin._loader']).__name__)\n"
    )
    assert told(code, PYDANTIC_DISABLE_PLUGINS="") == "False\n1 module\n"


MEANWHILE = """
import dataclasses, sys, threading, typing_extensions
from linkwork.base.quick_schema import quick_schema
before = dataclasses.dataclass, typing_extensions.TypedDict, vars(dataclasses).get("_frozen_get_del_attr")
seen = []
def other():
    exec(compile(TEXT, "mine.py", "exec"), {"__name__": "mine", "seen": seen})
class Watch:
    def find_spec(self, name, path=None, target=None):
        if name in ("pydantic.fields", "pydantic_core.core_schema"):
            thread = threading.Thread(target=other)
            thread.start()
            thread.join()
sys.meta_path.insert(0, Watch())
threads = [threading.Thread(target=quick_schema) for _ in range(4)]
for each in threads: each.start()
for each in threads: each.join()
print(len(seen), set(seen))
print(before == (dataclasses.dataclass, typing_extensions.TypedDict, vars(dataclasses).get("_frozen_get_del_attr")))
"""
IN_ANOTHER_THREAD = """
import dataclasses, typing_extensions, sys
sys.modules["mine"] = sys
@dataclasses.dataclass(frozen=True)
class Mine:
    x: int
class Typed(typing_extensions.TypedDict):
    x: int
seen.append((Mine.__setattr__.__code__.co_filename, Mine.__eq__.__code__.co_filename, type(Typed).__name__))
"""


def test_another_thread_sees_what_python_has_while_pydantic_is_imported() -> None:
    plain = told(f"seen = []\n{IN_ANOTHER_THREAD}\nprint(2, set(seen))")
    assert told(f"TEXT = {IN_ANOTHER_THREAD!r}\n{MEANWHILE}") == f"{plain}True\n"


def test_fields_that_another_thread_reads_are_waited_for() -> None:
    import threading

    from linkwork.expression import late_fields
    from linkwork.expression.part import Part

    class Slow(Part):
        x: float = 2.0

    begun, known, goes_on = threading.Event(), [], threading.Event()
    waiting = Slow.__dict__[late_fields._WAITING]

    def slow(*args: object, **named: object) -> None:
        begun.set()
        goes_on.wait(10.0)
        for function, own, others in waiting:
            function(Slow, *own, **others)

    setattr(Slow, late_fields._WAITING, ((slow, (), {}),))
    first = threading.Thread(target=lambda: late_fields.finish(Slow))
    second = threading.Thread(target=lambda: known.append(list(Slow.model_fields)))
    first.start()
    begun.wait(10.0)
    second.start()
    second.join(0.2)
    assert known == []
    goes_on.set()
    first.join()
    second.join()
    assert known == [list(Slow.model_fields)] and "x" in known[0]
    assert Slow().x == 2.0
