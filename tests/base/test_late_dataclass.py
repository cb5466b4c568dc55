"""Dataclasses that are finished when first used: everything that Python's own do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, asdict, field, fields, is_dataclass, replace
from typing import Any

import pytest

from linkwork.base.late_dataclass import dataclass, finish


@dataclass(frozen=True)
class Place:
    """A frozen one with a list that does not count."""

    x: int
    seen: list[int] = field(default_factory=list, compare=False)


@dataclass(frozen=True)
class Named(Place):
    """Made from another."""

    name: str = "a"


@dataclass
class Open:
    """One that may be changed, with a text of its own."""

    p: float

    def __repr__(self) -> str:
        return "mine"


class Half(Open):
    """A plain class made from one."""

    def __init__(self) -> None:
        super().__init__(0.5)


@dataclass(frozen=True)
class Unpickled:
    """One of which the first object comes from elsewhere."""

    x: int


def test_objects_are_made_compared_shown_and_kept_as_they_are() -> None:
    one = Named(1)
    assert repr(one) == "Named(x=1, seen=[], name='a')"
    assert one == Named(1, [2]) and one != Named(2) and one != Place(1)
    assert hash(one) == hash(Named(1, [3]))
    with pytest.raises(FrozenInstanceError):
        one.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del one.x
    assert replace(one, name="b").name == "b"
    assert asdict(one) == {"x": 1, "seen": [], "name": "a"}
    assert copy.copy(one) == one and pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Place()  # type: ignore[call-arg]


def test_a_class_may_say_what_it_says_itself() -> None:
    half = Half()
    assert repr(half) == "mine" and half.p == 0.5 and half == Half()
    half.p = 2.0
    assert half.p == 2.0
    with pytest.raises(TypeError, match="unhashable"):
        hash(half)


@pytest.mark.parametrize("ask", [fields, is_dataclass, inspect.signature, finish])
def test_whoever_asks_for_its_fields_has_it_finished(ask: Any) -> None:
    @dataclass(frozen=True, kw_only=True)
    class Asked:
        """Made for this test."""

        x: int = 1

    ask(Asked)
    assert "x" in inspect.signature(Asked).parameters
    assert [each.name for each in fields(Asked)] == ["x"]
    assert Asked(x=2).x == 2


def test_an_object_that_was_not_made_by_the_constructor_is_whole() -> None:
    first, second = (object.__new__(Unpickled) for _ in range(2))
    vars(first)["x"] = vars(second)["x"] = 3
    assert first == second and repr(first) == "Unpickled(x=3)"
    with pytest.raises(FrozenInstanceError):
        first.x = 4  # type: ignore[misc]


def test_a_class_of_pythons_own_may_be_made_from_one() -> None:
    @dataclass
    class Base:
        """Not finished yet."""

        x: int

    @dataclasses.dataclass
    class Derived(Base):
        """Python's own."""

        y: int = 2

    assert Derived(1) == Derived(1, 2) and repr(Derived(1)).endswith("Derived(x=1, y=2)")


def test_threads_may_make_the_first_object_together() -> None:
    for _ in range(20):

        @dataclass
        class Shared:
            """Made by several threads at once."""

            a: int
            b: int = 2

        with ThreadPoolExecutor(8) as pool:
            made = list(pool.map(Shared, range(16)))
        assert [each.a for each in made] == list(range(16)) and {each.b for each in made} == {2}
