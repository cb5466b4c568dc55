"""Six-bars for pairs of angles: a known one is among all that are found; counts, refusals, the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.design.synthesis.exact.six_bar import generic_case
from linkwork.design.synthesis.exact.six_bar_equations import (
    KINDS,
    generic_six_bar,
    given_vectors,
    six_bar_family,
    turning_family,
    turns_of,
)
from linkwork.numerics.homotopy.certify import certify, sharpened
from linkwork.synthesis import six_bar_exact_function

KNOWN = {
    "stephenson": {"c": 0.2 + 0.1j, "b": 0.6 - 0.4j, "d": 0.5 + 0.1j, "h": 0.3 + 0.4j, "g": -0.1 + 0.5j},
    "watt": {"c": 0.1 + 0.3j, "b": 0.5 - 0.1j, "d": -0.1 + 0.45j, "h": 0.2 + 0.4j, "g": 0.05 + 0.5j},
}

LAST_CRANK = {("stephenson", 7): 1.6, ("watt", 7): -1.6}
"""Where seven pairs lie so near together that equations are ill-conditioned, most of the time goes into many digits."""


def pairs_of(kind: str, count: int) -> list[tuple[float, float]]:
    """Angles of crank and follower of a six-bar that is known, by steps along its motion."""
    v = KNOWN[kind]
    e = s = 1.0 + 0j
    pairs = []

    def closed(turn: complex, way: complex, arm: complex, kept: float) -> complex:
        for _ in range(50):  # |way + arm z| = kept, z of length 1, by Newton's method in its angle
            far = way + arm * turn
            slope = (np.conj(far) * 1j * arm * turn).real / abs(far)
            turn *= np.exp(-1j * (abs(far) - kept) / slope)
        return complex(turn)

    for crank in np.linspace(0.0, LAST_CRANK.get((kind, count), 0.8), count):
        c = v["c"] * np.exp(1j * crank)
        root, root_first, end, end_first = (c, v["c"], v["b"], v["b"]) if kind == "stephenson" else (
            v["b"], v["b"], c, v["c"])  # fmt: skip
        e = closed(e, root - end, v["d"], abs(root_first - end_first + v["d"]))
        far = root + v["h"] * e - 1.0
        s = closed(s, far, -v["g"], abs(root_first + v["h"] - 1.0 - v["g"]))
        pairs.append((float(crank), float(np.angle(s))))
    return pairs


def test_equations_hold_for_the_generic_six_bars_and_turns_follow_from_vectors() -> None:
    for kind in KINDS:
        for count in (5, 7, 9, 11):
            x, p = generic_six_bar(kind, count, np.random.default_rng(1))
            assert max(abs(equation.at(x, p)) for equation in six_bar_family(kind, count).equations) < 1e-11
            turns = count - 1
            free = {name: x[2 * turns + 2 * i :][:2] for i, name in enumerate("dhgbc"[: turns // 2])}
            given = {name: p[4 * turns + 2 * i :][:2] for i, name in enumerate(given_vectors(count))}
            again = turns_of(kind, free | given, p[: 2 * turns], p[2 * turns : 4 * turns])
            assert again == pytest.approx(x[: 2 * turns], rel=1e-10)


@pytest.mark.parametrize("count", [5, 7])
@pytest.mark.parametrize("kind", KINDS)
def test_a_known_six_bar_is_among_all(kind: str, count: int) -> None:
    v = KNOWN[kind]
    crank, pivot, follower = ((z.real, z.imag) for z in (v["c"], v["b"], 1 + v["g"]))
    given = {"follower": follower} if count == 5 else {}
    linkages = six_bar_exact_function(pairs_of(kind, count), crank, pivot, **given, kind=kind, checked=0)
    assert linkages.verdict == "numerically complete" and "found by monodromy" in linkages.counted
    wanted = [v["d"].real, v["d"].imag, v["h"].real, v["h"].imag, abs(v["g"])]
    off = [
        max(abs(one.parameters[key] - value) for key, value in zip(("dx", "dy", "hx", "hy", "l6"), wanted, strict=True))
        for one in linkages
    ]
    assert min(off) < 1e-9
    assert max(one.largest for one in linkages) < 1e-9


@pytest.mark.parametrize(
    ("count", "most"), [(5, {"stephenson": 36, "watt": 35}), (7, {"stephenson": 1286, "watt": 953})]
)
def test_generic_cases_are_solved_where_the_files_digits_end(count: int, most: dict[str, int]) -> None:
    """As many as are shipped, each a solution of its own to all digits after Newton's method, and in the family."""
    for kind in KINDS:
        solutions, given = generic_case(kind, count)
        system = six_bar_family(kind, count).at(given)
        sharp = sharpened(system, solutions)
        assert len(sharp) == most[kind] and np.all(certify(system, sharp).certified)
        apart = np.min([np.sort(np.max(np.abs(sharp - one), axis=1))[1] for one in sharp])
        assert apart > 1e-7
        turning = turning_family(kind, count)
        assert max(np.max(np.abs(row.at(sharp, given))) for row in turning.equations) < 1e-6


def test_the_mechanism_turns_as_asked(tmp_path: Path) -> None:
    v, pairs = KNOWN["stephenson"], pairs_of("stephenson", 5)
    linkages = six_bar_exact_function(
        pairs, (v["c"].real, v["c"].imag), (v["b"].real, v["b"].imag), (1 + v["g"].real, v["g"].imag), checked=2
    )
    one = min(linkages, key=lambda linkage: abs(linkage.parameters["dx"] - v["d"].real))
    run = one.mechanism.kinematics(until=pairs[-1][0] / (2 * np.pi), points=5)
    turned = run["follower.angle"] - run["follower.angle"][0]
    assert turned == pytest.approx([pair[1] for pair in pairs], abs=1e-9)
    linkages.page(tmp_path / "all.html", most=2)
    text = (tmp_path / "all.html").read_text(encoding="utf-8")
    assert text.count("<section>") == 2 and "http-equiv" not in text and 'src="' not in text


def test_bad_input_is_told_in_one_line() -> None:
    pairs = pairs_of("watt", 5)
    for call, words in (
        (lambda: six_bar_exact_function(pairs[:4], (0.3, 0), (0.5, 0), (1, 0.4)), "give five or seven pairs"),
        (lambda: six_bar_exact_function([*pairs[:4], pairs[0]], (0.3, 0), (0.5, 0), (1, 0.4)), "pairs 1 and 5"),
        (lambda: six_bar_exact_function(pairs, (0, 0), (0.5, 0), (1, 0.4)), "coincide"),
        (lambda: six_bar_exact_function(pairs, (0.3, 0), (0.5, 0)), "5 pairs: give the follower's pin"),
        (
            lambda: six_bar_exact_function(pairs_of("watt", 7), (0.3, 0), (0.5, 0), (1, 0.4)),
            "7 pairs: the follower's pin is not given",
        ),
    ):
        with pytest.raises(lw.AnalysisError, match=words):
            call()
