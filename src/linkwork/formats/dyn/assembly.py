"""A file before it is built: what belongs together is found by name, and all that does not fit is told."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from linkwork.formats.dyn.chain import placed
from linkwork.formats.dyn.data import Curve, DynFile, Frame, Link, Matrix, Pair, PairRecord
from linkwork.formats.dyn.findings import DynReport
from linkwork.formats.dyn.frames import IDENTITY, inverse, is_rotation, product, shifted, turned
from linkwork.formats.dyn.outline import Outline

Spans = Mapping[str, Sequence[float]]
_CLOSED = 1e-6


@dataclass
class Assembly:
    """The parts of a file by name: links, records of the pairs, curves placed, and where the links start."""

    file: DynFile
    report: DynReport
    links: dict[str, Link] = field(default_factory=dict)
    fixed: str = ""
    records: dict[str, PairRecord] = field(default_factory=dict)
    outlines: dict[tuple[str, str], Outline] = field(default_factory=dict)
    places: dict[str, Matrix] = field(default_factory=dict)
    looped: bool = False
    """Whether joints, contacts aside, close a loop."""

    def frame(self, link: str, surface: str) -> Matrix:
        """The frame of a joint on its link."""
        return next(s.shape for s in self.links[link].surfaces if s.name == surface and isinstance(s, Frame))

    def frames(self, pair: Pair) -> tuple[Matrix, Matrix]:
        """Both frames of a joint on their links."""
        return self.frame(pair.first_link, pair.first_surface), self.frame(pair.second_link, pair.second_surface)

    @property
    def joints(self) -> list[Pair]:
        """The pairs that are not contacts."""
        return [pair for pair in self.file.pairs if pair.kind != "CONTACT"]

    @property
    def contacts(self) -> list[Pair]:
        """The pairs that are contacts."""
        return [pair for pair in self.file.pairs if pair.kind == "CONTACT"]


def assembled(file: DynFile, report: DynReport, spans: Spans | None = None) -> Assembly:
    """Everything found and put in its place."""
    assembled = Assembly(file, report)
    _find_links(assembled)
    for pair in file.pairs:
        _check_pair(assembled, pair)
    _find_records(assembled)
    _place_curves(assembled, dict(spans or {}))
    place_links(assembled)
    return assembled


def _unique(report: DynReport, word: str, parts: Sequence[Link | Pair | Frame | Curve]) -> None:
    """Refuse a name that stands in the file twice."""
    seen: dict[str, int] = {}
    for part in parts:
        if part.name in seen:
            report.fail(part.line, f"{word} '{part.name}' stands in the file twice, first in line {seen[part.name]}")
        seen[part.name] = part.line


def _find_links(assembly: Assembly) -> None:
    """The links by name, their matrices checked, and the one that is fixed."""
    file, report = assembly.file, assembly.report
    _unique(report, "LINK", file.links)
    _unique(report, "PAIR", file.pairs)
    assembly.links = {link.name: link for link in file.links}
    for link in file.links:
        _unique(report, f"LINK '{link.name}': SURF", link.surfaces)
        for what, shape, line in [
            ("ARO", link.place, link.line),
            *(("SHAPE", s.shape, s.line) for s in link.surfaces if isinstance(s, Frame)),
        ]:
            if not is_rotation(shape):
                report.fail(line, f"LINK '{link.name}': the first three columns of {what} are no rotation")
    fixed = []
    for record in file.link_records:
        if record.name not in assembly.links:
            report.fail(record.line, f"OCLI '{record.name}': there is no link of this name")
        fixed += [record.name] if record.fixed else []
    for link in file.links:
        if all(record.name != link.name for record in file.link_records):
            report.assumed(link.line, f"LINK '{link.name}': it has no OCLI; it is taken as not fixed")
    if len(set(fixed)) != 1:
        names = f": {', '.join(fixed)}" if fixed else ""
        report.fail(file.line, f"one link must be fixed (OCLI, FIXED : TRUE); this file fixes {len(set(fixed))}{names}")
    assembly.fixed = fixed[0]


def _check_pair(assembly: Assembly, pair: Pair) -> None:
    """Refuse a pair of another type, or whose links and surfaces are not there."""
    report = assembly.report
    if pair.kind not in ("ROTOIDE", "PRISMATIQUE", "CONTACT"):
        report.fail(
            pair.line,
            f"PAIR '{pair.name}': a pair of type {pair.kind[:40]} is not read; in the plane there are ROTOIDE, "
            "PRISMATIQUE and CONTACT",
        )
    kind = Curve if pair.kind == "CONTACT" else Frame
    for link, surface in ((pair.first_link, pair.first_surface), (pair.second_link, pair.second_surface)):
        if link not in assembly.links:
            report.fail(pair.line, f"PAIR '{pair.name}': there is no link '{link}'")
        there = next((s for s in assembly.links[link].surfaces if s.name == surface), None)
        if there is None:
            report.fail(pair.line, f"PAIR '{pair.name}': link '{link}' has no surface '{surface}'")
        if not isinstance(there, kind):
            word = "COURBE" if kind is Curve else "REPERE"
            report.fail(pair.line, f"PAIR '{pair.name}': surface '{surface}' of '{link}' must be a {word}")
    if pair.first_link == pair.second_link:
        report.fail(pair.line, f"PAIR '{pair.name}': it joins link '{pair.first_link}' to itself")


def _find_records(assembly: Assembly) -> None:
    """The record of every pair; links that differ from those of the pair are told."""
    report = assembly.report
    pairs = {pair.name: pair for pair in assembly.file.pairs}
    for record in assembly.file.pair_records:
        pair = pairs.get(record.joint)
        if pair is None:
            report.fail(record.line, f"OCPA '{record.name}': there is no pair '{record.joint}'")
        if record.joint in assembly.records:
            report.fail(record.line, f"OCPA '{record.name}': pair '{record.joint}' has another OCPA already")
        assembly.records[record.joint] = record
        if record.name != record.joint:
            report.conflict(
                record.line, f"OCPA '{record.name}': it belongs to the joint '{record.joint}'; that is taken"
            )
        if (record.first_link, record.second_link) != (pair.first_link, pair.second_link):
            report.conflict(
                record.line,
                f"OCPA '{record.name}': its links are {record.first_link} and {record.second_link}, those of PAIR "
                f"'{pair.name}' are {pair.first_link} and {pair.second_link}; the PAIR is taken",
            )
    for pair in assembly.file.pairs:
        if pair.name not in assembly.records:
            report.assumed(pair.line, f"PAIR '{pair.name}': it has no OCPA; it starts at zero without spring or force")
            zeros = (0.0,) * 6
            ends = pair.first_link, pair.second_link
            record = PairRecord(pair.name, pair.name, 0.0, 0.0, 0.0, *ends, zeros, zeros, (False,) * 6, line=pair.line)
            assembly.records[pair.name] = record


def _place_curves(assembly: Assembly, spans: dict[str, Sequence[float]]) -> None:
    """All contact curves, placed on their links."""
    for link in assembly.file.links:
        for surface in link.surfaces:
            if isinstance(surface, Curve):
                ends = spans.pop(surface.name, ())
                assembly.outlines[link.name, surface.name] = placed(surface, assembly.report, ends)
    if spans:
        assembly.report.fail(assembly.file.line, f"spans: there is no curve '{next(iter(spans))}'")


def motion(pair: Pair, value: float) -> Matrix:
    """The motion in a joint: about z, or along z (Wang 2.3)."""
    return turned(value) if pair.kind == "ROTOIDE" else shifted(value)


def place_links(assembly: Assembly) -> None:
    """Where the links start: outwards from the fixed link through the joints; what does not close is told."""
    report = assembly.report
    assembly.places = {assembly.fixed: assembly.links[assembly.fixed].place}
    waiting, used = deque([assembly.fixed]), set[str]()
    while waiting:
        at = waiting.popleft()
        for pair in assembly.joints:
            if pair.name in used or at not in (pair.first_link, pair.second_link):
                continue
            used.add(pair.name)
            forward = pair.first_link == at
            other = pair.second_link if forward else pair.first_link
            first, second = assembly.frames(pair)
            across = product(product(first, motion(pair, assembly.records[pair.name].position[0])), inverse(second))
            place = product(assembly.places[at], across if forward else inverse(across))
            if other in assembly.places:
                assembly.looped = True
                _check_closed(assembly, pair, place, assembly.places[other])
                continue
            assembly.places[other] = place
            waiting.append(other)
    for link in assembly.file.links:
        if link.name not in assembly.places:
            assembly.places[link.name] = link.place
            report.assumed(link.line, f"LINK '{link.name}': no joint leads to it; it starts where its ARO puts it")
        elif link.name != assembly.fixed and link.place != IDENTITY:
            report.unused(link.line, f"LINK '{link.name}': ARO is not used; its place follows from the joints")


def _check_closed(assembly: Assembly, pair: Pair, one: Matrix, other: Matrix) -> None:
    """Tell that a joint does not close its loop at the start."""
    size = max(1.0, max(abs(row[3]) for row in (*one, *other)))
    off = max(abs(a - b) for p, q in zip(one, other, strict=True) for a, b in zip(p, q, strict=True))
    if off > _CLOSED * size:
        line = assembly.records[pair.name].line
        assembly.report.conflict(
            line, f"OCPA '{pair.name}': the initial positions do not close its loop, by {off:.3g}; they are estimates"
        )
