"""Diagrams of circuits: what is drawn is joined as it was described, for any circuit, and says what the run has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.networks.catalogue import EveryPart
from linkwork.networks.domains import ELECTRICAL, REFERENCE
from linkwork.view.circuits.diagram import circuits_of, diagram_of
from linkwork.view.circuits.ends import Facet
from linkwork.view.circuits.figure import scaled
from linkwork.view.circuits.rows import Drawn, Placed, row_of
from linkwork.view.circuits.symbols import letters_of, symbol_of

Point = tuple[float, float]
Segment = tuple[Point, Point]


def random_facets(seed: int) -> list[Facet]:
    """Parts with two to four ends among a few nodes, some of them to ground."""
    rng = np.random.default_rng(seed)
    nodes = [f"n{number}" for number in range(int(rng.integers(2, 8)))]
    facets = []
    for number in range(int(rng.integers(3, 14))):
        count = int(rng.choice([2, 2, 2, 3, 4]))
        ends = list(rng.choice([*nodes, REFERENCE], size=min(count, len(nodes)), replace=False))
        named = [end for end in ends if end != REFERENCE]
        if len(named) == 2 and REFERENCE in ends:
            ends = [*named, REFERENCE]
        if not named:
            ends = [nodes[0], REFERENCE]
        if len(ends) > 1:
            facets.append(Facet(f"p{number}", "resistor", ELECTRICAL, tuple(map(str, ends)), "", True))
    return facets


def segments(drawn: Drawn, node: str) -> list[Segment]:
    return [pair for owner, path in drawn.wires if owner == node for pair in pairwise(path)]


def on(point: Point, segment: Segment) -> bool:
    (ax, ay), (bx, by) = segment
    x, y = point
    inside = min(ax, bx) - 1e-9 <= x <= max(ax, bx) + 1e-9 and min(ay, by) - 1e-9 <= y <= max(ay, by) + 1e-9
    return inside and abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < 1e-9


def ends_of(drawn: Drawn, node: str) -> Iterator[Point]:
    """Where parts hold on to a node."""
    for placed in drawn.parts:
        if placed.box is None:
            for name, point in zip(placed.facet.nodes, (placed.first, placed.second), strict=True):
                if name == node:
                    yield point
        elif node in placed.facet.nodes:
            low, bottom = placed.box[0], placed.box[1]
            pins = [path[-1] for owner, path in drawn.wires if owner == node]
            yield next(pin for pin in pins if pin[1] == bottom and low <= pin[0] <= placed.box[2])


def in_one_piece(points: list[Point], wires: list[Segment]) -> bool:
    """Whether all points hang together by wires that touch each other."""
    groups: list[set[int]] = [{number} for number in range(len(points) + len(wires))]

    def join(one: int, other: int) -> None:
        first, second = (next(group for group in groups if member in group) for member in (one, other))
        if first is not second:
            groups.remove(second)
            first |= second

    for (i, p), (j, q) in combinations(enumerate(points), 2):
        if np.hypot(p[0] - q[0], p[1] - q[1]) < 1e-9:
            join(i, j)
    for j, wire in enumerate(wires, len(points)):
        for i, point in enumerate(points):
            if on(point, wire):
                join(i, j)
        for k, other in enumerate(wires, len(points)):
            if k != j and any(on(end, wire) for end in other):
                join(j, k)
    return sum(1 for group in groups if any(member < len(points) for member in group)) <= 1


@pytest.mark.parametrize("seed", range(60))
def test_what_is_drawn_is_joined_as_described(seed: int) -> None:
    facets = random_facets(seed)
    drawn = row_of(facets)
    assert len(drawn.parts) == len(facets)
    nodes = dict.fromkeys(node for facet in facets for node in facet.nodes if node != REFERENCE)
    for node in nodes:
        assert in_one_piece(list(ends_of(drawn, node)), segments(drawn, node)), node
    for one, other in combinations(nodes, 2):
        own = segments(drawn, one)
        theirs = [*(end for wire in segments(drawn, other) for end in wire), *ends_of(drawn, other)]
        assert not [point for point in theirs if any(on(point, wire) for wire in own)], (one, other)


def frame(placed: Placed) -> tuple[float, float, float, float]:
    """The place that a part takes."""
    if placed.box:
        return placed.box
    (ax, ay), (bx, by) = placed.first, placed.second
    x, y = 0.5 * (ax + bx), 0.5 * (ay + by)
    return (x - 0.8, y - 1.0, x + 0.8, y + 1.0) if ax == bx else (x - 1.0, y - 0.8, x + 1.0, y + 0.8)


@pytest.mark.parametrize("seed", range(60))
def test_parts_lie_beside_each_other(seed: int) -> None:
    frames = [frame(placed) for placed in row_of(random_facets(seed)).parts]
    for (a, b, c, d), (e, f, g, h) in combinations(frames, 2):
        assert c <= e + 1e-9 or g <= a + 1e-9 or d <= f + 1e-9 or h <= b + 1e-9


def test_every_kind_of_part_has_a_symbol_or_letters() -> None:
    for kind in EveryPart.__args__:
        name = kind.model_fields["type"].default
        symbol = symbol_of(name)
        points = np.array([point for stroke in symbol.strokes for point in stroke.points])
        assert (points.min(axis=0) >= (-1e-9, -1.1)).all() and (points.max(axis=0) <= (4.0 + 1e-9, 1.1)).all(), name
        assert letters_of(name)


def divider() -> lw.Run:
    m = lw.Planar("divider")
    net = m.circuit("net")
    net.voltage_source("V", "a", "ground", "12*cos(t)")
    net.resistor("R1", "a", "b", 1000)
    net.resistor("R2", "b", "ground", 2000)
    net.capacitor("C", "b", "ground", 1e-6)
    return m.simulate(until=0.01, points=11)


def test_values_in_a_diagram_are_those_of_the_run() -> None:
    run = divider()
    (diagram,) = circuits_of(run, [0, 5, 10])
    assert diagram["series"]["net.b.voltage"] == pytest.approx(run["net.b.voltage"][[0, 5, 10]])
    assert diagram["series"]["net.R1.current"] == pytest.approx(run["net.R1.current"][[0, 5, 10]])
    assert diagram["units"]["net.R1.current"] == "A"
    assert {part["label"]: part["ends"] for part in diagram["parts"]}["R1"] == ["a", "b"]


def test_a_machine_shows_a_ring_in_its_other_domain() -> None:
    m = lw.Planar("drive")
    net = m.circuit("net")
    net.voltage_source("V", "a", "ground", 12)
    net.dc_motor("M", "a", "ground", constant=0.1, resistance=1, shaft="s")
    net.inertia("J", "s", 1e-3)
    parts = [(part["label"], part["domain"]) for part in diagram_of(m, "net")["parts"]]
    assert parts == [("V", "electrical"), ("M", "electrical"), ("M", "rotational"), ("J", "rotational")]


def test_figures_of_circuits() -> None:
    run = divider()
    words = [text.get_text() for text in run.draw_circuit("net", at=0.0).axes[0].texts]
    assert {"R1", "R2", "C", "a", "12 V"} <= set(words)
    with pytest.raises(AnalysisError, match=r"there is no circuit 'nett'.*net"):
        run.draw_circuit("nett")


def test_numbers_get_prefixes_by_the_largest_of_their_series() -> None:
    assert scaled(1.5e6, "Pa", 2e6) == "1.5 MPa"
    assert scaled(1.2e-4, "m^3/s", 2e-4) == "7.2 l/min"
    assert scaled(-0.004, "A", 0.02) == "\N{MINUS SIGN}4 mA"
    assert scaled(293.15, "K", 300.0) == "293 K"
