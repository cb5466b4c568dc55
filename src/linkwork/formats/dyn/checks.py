"""What a file says that cannot be meant: masses, springs, contacts that start apart, loops that do not close."""

from __future__ import annotations

import math

from linkwork.formats.dyn.assembly import Assembly
from linkwork.formats.dyn.data import Link, Loop, Pair, PairRecord
from linkwork.formats.dyn.frames import Pose, keeps_plane, pose
from linkwork.formats.dyn.nearest import gap_near, nearest
from linkwork.formats.dyn.outline import wrapped

_NO_GAP = 1e-6
_OPPOSED = 1e-3
_EXACT = 1e-9


def check(assembly: Assembly) -> None:
    """Tell all that the file itself shows to be inconsistent or left open."""
    for link in assembly.file.links:
        if link.name != assembly.fixed:
            _check_inertia(assembly, link)
    for pair in assembly.joints:
        _check_spring(assembly, assembly.records[pair.name])
    for contact in assembly.contacts:
        _check_contact(assembly, contact.name)
    for loop in assembly.file.loops:
        _check_loop(assembly, loop)
    _check_header(assembly)


def _check_inertia(assembly: Assembly, link: Link) -> None:
    """Refuse or tell inertia matrices that no body has."""
    report, j = assembly.report, link.inertia
    name = f"LINK '{link.name}'"
    mass, turning = j[3][3], j[0][0] + j[1][1]
    scale = max(abs(value) for row in j for value in row)
    if any(abs(j[a][b] - j[b][a]) > 1e-9 * scale for a in range(4) for b in range(a)):
        report.conflict(link.line, f"{name}: MASS is not symmetric; its last column is taken")
    if min(mass, j[0][0], j[1][1], j[2][2]) < 0.0:
        report.fail(link.line, f"{name}: MASS has a negative number on its diagonal")
    if mass == 0.0:
        if j[0][3] or j[1][3]:
            report.fail(link.line, f"{name}: MASS has no mass J44, but first moments J14, J24")
        report.conflict(link.line, f"{name}: it moves and has no mass")
    sizes = [outline.size() for (owner, _), outline in assembly.outlines.items() if owner == link.name]
    gyration = math.sqrt(turning / mass) if mass > 0.0 else 0.0
    if sizes and gyration > max(sizes):
        report.conflict(
            link.line,
            f"{name}: mass {mass:g} and inertia {turning:g} make a radius of gyration of {gyration:.4g}, more than the "
            f"{max(sizes):.4g} that its curves reach; the numbers are taken as they are",
        )


def _check_spring(assembly: Assembly, record: PairRecord) -> None:
    """Tell springs and start values that cannot be meant."""
    report, name = assembly.report, f"OCPA '{record.name}'"
    if record.stiffness > 0.0:
        report.conflict(
            record.line,
            f"{name}: STIFF {record.stiffness:g} is positive: the force STIFF*(q - LENGTH) drives the joint away from "
            "LENGTH; a real spring has a negative one",
        )
    if record.stiffness == 0.0 and record.length != 0.0:
        report.unused(record.line, f"{name}: LENGTH {record.length:g} plays no part, because STIFF is 0")
    if any(record.position[1:]) or any(record.velocity[1:]) or any(record.independent[1:]):
        report.unused(record.line, f"{name}: the joint has one variable; what is given for others plays no part")
    if record.active is not None or record.restitution is not None:
        report.unused(record.line, f"{name}: CONTACT ACTIF and RESTITUTION play no part in a joint that is no contact")


def _check_contact(assembly: Assembly, name: str) -> None:
    """Tell what a contact leaves open; refuse what cannot act in it."""
    report, record = assembly.report, assembly.records[name]
    title = f"OCPA '{record.name}'"
    if record.stiffness or record.force:
        report.fail(record.line, f"{title}: FORCE and STIFF cannot act in a contact; put them into a joint")
    if record.active is None:
        report.assumed(record.line, f"{title}: CONTACT ACTIF is missing; whether it is closed follows from the gap")
    if record.restitution is None:
        report.assumed(record.line, f"{title}: RESTITUTION is missing; 0 is taken")
    elif not 0.0 <= record.restitution <= 1.0:
        report.fail(record.line, f"{title}: RESTITUTION must be from 0 to 1; found {record.restitution:g}")
    if any(record.velocity) or any(record.independent):
        report.unused(
            record.line, f"{title}: velocities and independent variables of a contact follow from the joints; not used"
        )
    if record.active:
        _check_start_gap(assembly, name)
        if assembly.file.gravity == 0.0 and not any(r.stiffness or r.force for r in assembly.records.values()):
            report.conflict(
                record.line, f"{title}: it is active, but no spring, force or gravity of the file presses it"
            )


def _check_start_gap(assembly: Assembly, name: str) -> None:
    """An active contact starts where its two coordinates put it; both points must be one, with opposite directions."""
    pair = next(pair for pair in assembly.contacts if pair.name == name)
    record = assembly.records[name]
    points, directions, poses = [], [], []
    for number, (link, surface) in enumerate(
        ((pair.first_link, pair.first_surface), (pair.second_link, pair.second_surface))
    ):
        place = assembly.places[link]
        if not keeps_plane(place):
            return
        at = pose(place)
        poses.append(at)
        point, direction = assembly.outlines[link, surface].at(record.position[number])
        points.append(at.point(*point))
        directions.append(direction + at.angle)
    off = math.dist(*points)
    size = max(1.0, *(abs(value) for point in points for value in point))
    turned = abs(wrapped(directions[0] - directions[1] - math.pi))
    if off > _NO_GAP * size or turned > _OPPOSED:
        q, r = record.position[:2]
        assembly.report.conflict(
            record.line,
            f"OCPA '{record.name}': the contact is active at the coordinates {q:g} and {r:g}, but with the initial "
            f"positions of the joints these points are {off:.4g} apart and their tangents "
            f"{math.degrees(turned):.4g} deg; "
            "the positions of the joints are taken",
        )
    _check_gap(assembly, record, pair, poses)


def _check_gap(assembly: Assembly, record: PairRecord, pair: Pair, poses: list[Pose]) -> None:
    """Tell that the curves of an active contact overlap or are apart at the start."""
    first = assembly.outlines[pair.first_link, pair.first_surface]
    second = assembly.outlines[pair.second_link, pair.second_surface]
    q, r, _ = nearest(first, poses[0], second, poses[1])
    gap = gap_near(first, poses[0], second, poses[1], q, r)
    if gap is not None and abs(gap) > _EXACT * max(first.size(), second.size()):
        words = f"overlap by {-gap:.4g}" if gap < 0.0 else f"are {gap:.4g} apart"
        assembly.report.conflict(
            record.line,
            f"OCPA '{record.name}': the contact is active, but with the initial positions of the joints its curves "
            f"{words}",
        )


def _check_loop(assembly: Assembly, loop: Loop) -> None:
    """A loop must be a walk through its joints; a closed one must come back."""
    pairs = {pair.name: pair for pair in assembly.file.pairs}
    at = begin = None
    for forward, name in loop.joints:
        if name not in pairs:
            assembly.report.conflict(loop.line, f"LOOP '{loop.name}': there is no pair '{name}'; the loop is not used")
            return
        ends = pairs[name].first_link, pairs[name].second_link
        start, end = ends if forward else ends[::-1]
        if at is not None and at != start:
            assembly.report.conflict(
                loop.line, f"LOOP '{loop.name}': pair '{name}' does not begin at '{at}'; the loop is found anew"
            )
            return
        begin, at = begin or start, end
    if loop.closed and at != begin:
        assembly.report.conflict(loop.line, f"LOOP '{loop.name}': it says closed, but ends at '{at}'; it is found anew")


def _check_header(assembly: Assembly) -> None:
    """Tell what the header leaves open."""
    file, report = assembly.file, assembly.report
    report.assumed(
        file.line,
        "the file gives no units; its numbers are taken as they are: one system of units, seconds, radians",
    )
    steps = file.time / file.step
    if steps < 1.0:
        report.fail(file.line, f"STEP {file.step:g} is longer than TIME {file.time:g}")
    if abs(steps - round(steps)) > 1e-6 * steps:
        report.conflict(file.line, f"TIME {file.time:g} is no multiple of STEP {file.step:g}; the step is made to fit")
    report.assumed(
        file.line, "STEP is taken as the distance of the points of the result; the program finds its own steps"
    )
