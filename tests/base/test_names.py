"""What is said about a name that is not known."""

from __future__ import annotations

import pytest

import linkwork as lw
from fuzz.hostile import Odd
from linkwork.base.names import suggestion


def test_a_name_like_another_is_suggested() -> None:
    assert suggestion("crnk", ["crank", "rod"], "bodies") == "; did you mean 'crank'?"


@pytest.mark.parametrize("name", [3, None, Odd()], ids=["number", "nothing", "odd"])
def test_what_is_no_text_is_no_name(name: object) -> None:
    assert suggestion(name, ["crank", "rod"], "bodies") == "; bodies are: crank, rod"


def test_a_parameter_without_words_is_refused_in_words() -> None:
    m = lw.Planar("pendulum")
    m.parameters(l=0.1)
    with pytest.raises(lw.LinkworkError, match="something of type Odd is not defined; parameters are: l"):
        m.sensitivity("bob.x", [Odd()], until=0.1)


@pytest.mark.parametrize("at", [10**30 * -(10**80), float("inf"), 10**400])
def test_a_time_that_no_clock_shows_is_refused_in_words(at: float) -> None:
    m = lw.Planar("pendulum")
    bob = m.body("bob", (0, 0, 0))
    m.mass(bob, mass=1.0, center=(0.1, 0), inertia=0.1)
    m.revolute("A", m.ground.at(0, 0), bob.at(0, 0))
    with pytest.raises(lw.LinkworkError):
        m.linearise(at)
