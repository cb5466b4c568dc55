"""What a call is given is checked in one way: the sentence names call, parameter, what was expected and what came."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from malformed_calls import arm

import linkwork as lw
from linkwork.expression.given import FilePath, Numbers, Unbounded, public


def test_what_the_fuzzers_found_is_refused() -> None:
    m = arm()
    with pytest.raises(lw.LinkworkError, match="equilibria: seed: expected a whole number, 0 or more; found -1"):
        m.equilibria(seed=-1)
    with pytest.raises(lw.LinkworkError, match="sensitivity: parameter array"):
        m.sensitivity("b.angle", np.array(1.0), until=0.1, points=3)
    with pytest.raises(lw.LinkworkError, match="stiffness: body: expected a text or a body; found"):
        m.stiffness(m.check())
    with pytest.raises(lw.LinkworkError, match="draw: ghosts: expected how many faint positions to add, 0 or more"):
        m.simulate(0.1, 3, progress=False).draw(ghosts=-1)


@public
def asked(
    name: str,
    at: float = 0.0,
    count: int = 1,
    flag: bool = False,
    near: Mapping[str, float] | None = None,
    names: Sequence[str] = (),
    path: FilePath | None = None,
    pair: tuple[float, float] = (0.0, 0.0),
    many: Numbers = 0.0,
    far: Unbounded = math.inf,
) -> dict[str, Any]:
    return dict(locals())


GOOD: dict[str, tuple[dict[str, Any], Any]] = {
    "text for a number": ({"at": "250 ms"}, 0.25),
    "formula": ({"at": "2*pi"}, 2 * math.pi),
    "number of numpy": ({"at": np.float64(2)}, 2.0),
    "array of one": ({"at": np.array(2.0)}, 2.0),
    "large whole number": ({"at": 2**70}, float(2**70)),
    "text for a whole number": ({"count": "12"}, 12),
    "mapping of texts": ({"near": {"x": "1 mm"}}, {"x": 1e-3}),
    "pair as a list": ({"pair": ["1 mm", 2]}, [1e-3, 2]),
    "pair as an array": ({"pair": np.array([1.0, 2.0])}, [1.0, 2.0]),
    "angles": ({"many": ["90 deg", 0]}, [math.pi / 2, 0]),
    "infinity where it is the rule": ({"far": math.inf}, math.inf),
    "nothing where that is allowed": ({"near": None}, None),
}


@pytest.mark.parametrize(("given", "taken"), GOOD.values(), ids=GOOD)
def test_what_fits_is_taken(given: dict[str, Any], taken: Any) -> None:
    (name,) = given
    found = asked("x", **given)[name]
    assert np.array_equal(found, taken) if isinstance(taken, list) else found == taken


BAD: dict[str, tuple[Callable[[], Any], str]] = {
    "no text": (lambda: asked(5), "asked: name: expected a text; found 5"),  # type: ignore[arg-type]
    "nan": (lambda: asked("x", math.nan), "asked: at: expected a number; found nan"),
    "true for a number": (lambda: asked("x", True), "asked: at: expected a number; found True"),
    "infinity": (lambda: asked("x", at=math.inf), "asked: at: expected a number; found inf"),
    "text without a value": (lambda: asked("x", at="q"), "asked: at: expected a number; found 'q' (expression 'q'"),  # type: ignore[arg-type]
    "half": (lambda: asked("x", count=2.5), "asked: count: expected a whole number; found 2.5"),  # type: ignore[arg-type]
    "one for true": (lambda: asked("x", flag=1), "asked: flag: expected True or False; found 1"),
    "list for a mapping": (lambda: asked("x", near=[1]), "near: expected a mapping of names to numbers; found [1]"),  # type: ignore[arg-type]
    "numbers for names": (lambda: asked("x", names=[1]), "names: expected a list of texts; found [1]"),  # type: ignore[list-item]
    "text for names": (lambda: asked("x", names=5), "names: expected a list of texts; found 5"),  # type: ignore[arg-type]
    "three for two": (lambda: asked("x", pair=(1, 2, 3)), "pair: expected a pair of numbers; found (1, 2, 3)"),  # type: ignore[arg-type]
    "no file": (lambda: asked("x", path=3), "path: expected the name of a file; found 3"),  # type: ignore[arg-type]
    "uneven": (lambda: asked("x", many=[[1], [1, 2]]), "many: expected a number or a list of numbers"),
    "missing": (lambda: asked(), "asked: name is missing; the call is asked(name, at, "),  # type: ignore[call-arg]
    "unknown": (lambda: asked("x", cuont=3), "asked: there is no option 'cuont'; did you mean 'count'?"),  # type: ignore[call-arg]
    "twice": (lambda: asked("x", name="y"), "asked: name: given twice, by its place and by its name"),  # type: ignore[misc]
    "too many": (lambda: asked(*range(11)), "asked: takes 10 arguments by place"),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize(("call", "words"), BAD.values(), ids=BAD)
def test_what_does_not_fit_is_told(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(lw.LinkworkError) as refused:
        call()
    assert words in str(refused.value)
    assert isinstance(refused.value, lw.AnalysisError) and isinstance(refused.value, lw.MechanismError)


def test_formulas_know_the_parameters_of_the_mechanism() -> None:
    run = arm().simulate(until="l/10", points=3, progress=False)
    assert run.t[-1] == pytest.approx(0.1)
    longer = run.go_on(until="l/5", points=2, progress=False)
    assert longer.t[-1] == pytest.approx(0.2)


def test_more_points_than_the_memory_holds_are_refused_at_once() -> None:
    m = arm()
    for verb in ("simulate", "kinematics", "inverse_dynamics", "verify"):
        with pytest.raises(lw.LinkworkError, match=rf"^{verb}: points: 1,000,000,000,000 are too many for the memory"):
            getattr(m, verb)(until=1, points=10**12, progress=False)


@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
def test_a_strut_to_a_place_out_of_sight_is_explained() -> None:
    m = lw.Planar("far strut")
    boom = m.body("boom", estimate=(0, 0, 0.7))
    m.revolute("O", m.ground, boom)
    m.drive("lift", between=(m.ground.at(0.5, -0.5), boom.at(1, 1e100)), strut="1.8 + t/5")
    try:
        words = m.check().text()
    except lw.LinkworkError as error:
        words = str(error)
    assert "driver 'lift' stays open" in words
    assert "what to do: mend the joint that stays open" in words
    assert "remove driver" not in words


@pytest.mark.parametrize("gravity", [6.4e10, -1e30])
def test_forces_beyond_all_mechanisms_are_refused(gravity: float) -> None:
    m = arm()
    m.set_gravity(0, gravity)
    with pytest.raises(lw.MechanismError, match=r"gravity: .* is too large"):
        m.simulate(until=1, progress=False)
    m = arm()
    m.spring("s", m.ground.at(1, 1), "b", stiffness=1, damping=1e40)
    with pytest.raises(lw.MechanismError, match=r"force 's': damping of 1e\+40 is too large"):
        m.simulate(until=1, progress=False)
