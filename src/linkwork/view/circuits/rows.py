"""Where a circuit is drawn: nodes of a domain side by side on a line, parts to ground below, all others above.

A part between neighbours lies on the line itself; further ones, and those beside it, lie on tracks above, the longer
the higher, with leads that go down to the line. Parts with more than two ends are boxes on such tracks. Lengths are in
units of the drawing: a part with its leads is four long.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from linkwork.networks.domains import REFERENCE
from linkwork.view.circuits.ends import Facet

Point = tuple[float, float]
LONG = 4.0  # of a part with two ends
BELOW = 5.2  # from one part to ground to the next
LEAD = 1.3  # from one lead of a node to the next
TRACK = 3.6  # from one track to the next
IN_LINE = 6.6  # between nodes with a part on the line
APART = 2.4  # of nodes between which no part lies on the line
PIN = 1.1  # between the ends of a box
MOST_ROUNDS = 40
STORES = ("volume", "accumulator", "gas_chamber", "heat_capacity", "inertia")  # their other end is never drawn


@dataclass
class Placed:
    """A part in its place: a symbol from `first` to `second`, or a box with its ends along the bottom."""

    facet: Facet
    first: Point
    second: Point
    box: tuple[float, float, float, float] | None = None


@dataclass
class Drawn:
    """A domain of a circuit: parts, wires of nodes, dots where wires meet, references, names of nodes, and its size.

    A name stands in the middle over its place, or ends there where a lead goes up beside it.
    """

    parts: list[Placed] = field(default_factory=list)
    wires: list[tuple[str, list[Point]]] = field(default_factory=list)
    dots: list[tuple[str, Point]] = field(default_factory=list)
    grounds: list[Point] = field(default_factory=list)
    names: list[tuple[str, Point, bool]] = field(default_factory=list)
    low: float = 0.0
    high: float = 0.0
    wide: float = 0.0


def row_of(facets: list[Facet]) -> Drawn:
    """The drawing of all parts of one domain."""
    return _Row(facets).drawn


def ordered(facets: list[Facet]) -> list[str]:
    """Nodes from left to right: those of sources first, and parts as short as neighbours can be exchanged for."""
    order = list(dict.fromkeys(node for facet in facets for node in facet.nodes if node != REFERENCE))
    spans = [[node for node in facet.nodes if node != REFERENCE] for facet in facets]
    spans = [nodes for nodes in spans if len(nodes) > 1]

    def cost() -> float:
        at = {node: number for number, node in enumerate(order)}
        return sum(max(at[node] for node in nodes) - min(at[node] for node in nodes) for nodes in spans)

    best = cost()
    for _ in range(MOST_ROUNDS):
        before = best
        for here in range(1, len(order)):
            for there in range(1, len(order)):
                if here == there:
                    continue
                order.insert(there, order.pop(here))
                now = cost()
                if now < best:
                    best = now
                else:
                    order.insert(here, order.pop(there))
        if best == before:
            break
    return order


class _Row:
    """Work in progress of one row."""

    def __init__(self, facets: list[Facet]) -> None:
        self.drawn = Drawn()
        self.order = ordered(facets)
        self.at = {node: number for number, node in enumerate(self.order)}
        self.shunts: dict[str, list[Facet]] = {node: [] for node in self.order}
        self.in_line: dict[tuple[int, int], Facet] = {}
        self.above: list[Facet] = []
        for facet in facets:
            self._sort(facet)
        self.above.sort(key=self._span)
        self.leads: dict[tuple[int, int], float] = {}
        self._lay_nodes()
        self._lay_shunts()
        self._lay_line()
        self._lay_tracks()

    def _sort(self, facet: Facet) -> None:
        named = [node for node in facet.nodes if node != REFERENCE]
        if len(facet.nodes) == 2 and len(named) == 1:
            self.shunts[named[0]].append(facet)
            return
        if len(facet.nodes) == 2:
            low, high = sorted(self.at[node] for node in named)
            if high == low + 1 and (low, high) not in self.in_line:
                self.in_line[low, high] = facet
                return
        self.above.append(facet)

    def _ends_of(self, facet: Facet) -> list[int]:
        return [self.at[node] for node in facet.nodes if node != REFERENCE]

    def _span(self, facet: Facet) -> tuple[int, int]:
        ends = self._ends_of(facet)
        return max(ends) - min(ends), len(ends)

    # ------------------------------------------------------------------ the line of nodes

    def _lay_nodes(self) -> None:
        """How far every node reaches, with a place for each lead that goes up and each part that goes down."""
        x, self.reach = 0.0, dict[str, tuple[float, float]]()
        for number, node in enumerate(self.order):
            up = self._leads_of(number)
            wide = max(LEAD * max(len(up) - 1, 0), BELOW * max(len(self.shunts[node]) - 1, 0))
            self.reach[node] = (x, x + wide)
            first = x + 0.5 * (wide - LEAD * max(len(up) - 1, 0))
            self.leads |= {(number, facet): first + LEAD * place for place, facet in enumerate(up)}
            shunts = self.shunts[node]
            if shunts and (number, number + 1) not in self.in_line:
                x += 2.4  # room for the name of the last part to ground
            x += wide + (IN_LINE if (number, number + 1) in self.in_line else APART)
        self.drawn.wide = max((right for _, right in self.reach.values()), default=0.0)

    def _leads_of(self, number: int) -> list[int]:
        """Parts above that end at a node, from left to right so that their leads cross no track of another."""
        left: list[int] = []
        right: list[int] = []
        for index, facet in enumerate(self.above):
            ends = self._ends_of(facet)
            if number in ends:
                to_left = min(ends) < number if len(ends) == 2 else number >= sum(ends) / len(ends)
                (left if to_left else right).append(index)
        return left + right[::-1]

    def _lay_shunts(self) -> None:
        for node, facets in self.shunts.items():
            left, right = self.reach[node]
            first = 0.5 * (left + right) - 0.5 * BELOW * (len(facets) - 1)
            for number, facet in enumerate(facets):
                x = first + BELOW * number
                top, bottom = (x, 0.0), (x, -LONG)
                ends = (top, bottom) if facet.nodes[0] != REFERENCE else (bottom, top)
                self.drawn.parts.append(Placed(facet, *ends))
                if facet.kind not in STORES:
                    self.drawn.grounds.append(bottom)
                self.drawn.low = min(self.drawn.low, -LONG - 1.0)

    def _lay_line(self) -> None:
        for (low, high), facet in self.in_line.items():
            begin, end = (self.reach[self.order[low]][1], 0.0), (self.reach[self.order[high]][0], 0.0)
            ends = (begin, end) if facet.nodes[0] == self.order[low] else (end, begin)
            self.drawn.parts.append(Placed(facet, *ends))
        for number, node in enumerate(self.order):
            left, right = self.reach[node]
            if right > left:
                self.drawn.wires.append((node, [(left, 0.0), (right, 0.0)]))
            self._dots(number, node)
            up = [x for (owner, _), x in self.leads.items() if owner == number]
            self.drawn.names.append((node, (min(up) - 0.2 if up else 0.5 * (left + right), 0.0), bool(up)))

    def _dots(self, number: int, node: str) -> None:
        """A dot wherever three or more wires meet on the line."""
        left, right = self.reach[node]
        places = [placed for part in self.drawn.parts for placed in (part.first, part.second) if placed[1] == 0.0]
        places += [(x, 0.0) for (owner, _), x in self.leads.items() if owner == number]
        if right > left:
            places += [(left, 0.0), (right, 0.0)]
        inside = [x for x, _ in places if left - 1e-9 <= x <= right + 1e-9]
        for x in sorted(set(inside)):
            ways = inside.count(x) + (2 if left < x < right else 0)
            if ways > 2:
                self.drawn.dots.append((node, (x, 0.0)))

    # ------------------------------------------------------------------ tracks above it

    def _lay_tracks(self) -> None:
        tracks: list[list[tuple[float, float]]] = []
        heights: list[float] = []
        base = 1.7 if self.in_line else 0.6
        centres, levels = [], []
        for index, facet in enumerate(self.above):
            xs = [self.leads[number, index] for number in self._ends_of(facet)]
            half = 0.5 * LONG if len(facet.nodes) == 2 else 0.5 * PIN * (len(facet.nodes) - 1) + 0.7
            centre = self._clear(index, min(xs), max(xs), half, len(facet.nodes) == 2)
            low, high = min(*xs, centre - half) - 0.4, max(*xs, centre + half) + 0.4
            level = next(
                (n for n, taken in enumerate(tracks) if all(high < a or low > b for a, b in taken)), len(tracks)
            )
            if level == len(tracks):
                tracks.append([])
                heights.append(0.0)
            tracks[level].append((low, high))
            own = 0.5 * len(facet.nodes) + (4.4 if REFERENCE in facet.nodes else 3.6) if len(facet.nodes) > 2 else TRACK
            heights[level] = max(heights[level], own)
            centres.append(centre)
            levels.append(level)
        for index, facet in enumerate(self.above):
            low = base + sum(heights[: levels[index]])
            lay = self._track if len(facet.nodes) == 2 else self._box
            lay(index, facet, low, centres[index])
        self.drawn.high = sum(heights) + base + 0.2

    def _clear(self, index: int, low: float, high: float, half: float, inside: bool) -> float:
        """The middle of a part above: as near to that of its ends as leads of others, which may pass, leave room."""
        others = np.array([x for (_, owner), x in self.leads.items() if owner != index])
        middle, reach = 0.5 * (low + high), max(0.5 * (high - low) - half, 0.0) + (0.0 if inside else 12.0)
        places = np.concatenate([[middle], np.linspace(middle - reach, middle + reach, 121)])
        if not len(others):
            return middle
        room = np.abs(places[:, None] - others).min(axis=1) - half
        score = np.minimum(room, 0.3) - 1e-3 * np.abs(places - middle)
        return float(places[int(np.argmax(score))])

    def _track(self, index: int, facet: Facet, base: float, centre: float) -> None:
        y = base + TRACK - 2.0
        ends = [(self.leads[self.at[node], index], y) for node in facet.nodes]
        for node, (x, _) in zip(facet.nodes, ends, strict=True):
            self.drawn.wires.append((node, [(x, 0.0), (x, y)]))
        way = 1.0 if ends[1][0] > ends[0][0] else -1.0
        inner = [(centre - way * 0.5 * LONG, y), (centre + way * 0.5 * LONG, y)]
        for node, end, start in zip(facet.nodes, ends, inner, strict=True):
            if end != start:
                self.drawn.wires.append((node, [end, start]))
        self.drawn.parts.append(Placed(facet, inner[0], inner[1]))

    def _box(self, index: int, facet: Facet, base: float, centre: float) -> None:
        """A box; its leads come from below, each on a height of its own so that none lie on each other."""
        named = sorted((node for node in facet.nodes if node != REFERENCE), key=lambda node: self.at[node])
        xs = {node: self.leads[self.at[node], index] for node in named}
        ends = [*named, *([REFERENCE] if REFERENCE in facet.nodes else [])]
        pins = [centre + PIN * (number - 0.5 * (len(ends) - 1)) for number in range(len(ends))]
        below = 0.9 if REFERENCE in ends else 0.0
        bottom = base + 0.5 * len(ends) + 0.5 + below
        left = [node for node, pin in zip(ends, pins, strict=True) if node in xs and xs[node] <= pin]
        for number, (node, pin) in enumerate(zip(ends, pins, strict=True)):
            if node == REFERENCE:
                self.drawn.wires.append((REFERENCE, [(pin, bottom), (pin, bottom - 0.5)]))
                self.drawn.grounds.append((pin, bottom - 0.5))
                continue
            turn = len(left) - 1 - number if node in left else number - len(left)
            y = bottom - 0.45 - 0.5 * turn - below
            path = [(xs[node], 0.0), (xs[node], y), (pin, y), (pin, bottom)]
            self.drawn.wires.append((node, [a for a, b in pairwise([*path, (np.inf, np.inf)]) if a != b]))
        box = (pins[0] - 0.7, bottom, pins[-1] + 0.7, bottom + 1.8)
        self.drawn.parts.append(Placed(facet, (centre, bottom), (centre, bottom + 1.8), box))
