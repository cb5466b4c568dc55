"""Solutions of a polynomial system: what the ends of paths are, what is proven of them, and how complete they are."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.certify import Certificates, certify, derivatives, distinct, sharpened
from linkwork.numerics.homotopy.layout_kernel import AWAY, BY_CIRCLES, LOST
from linkwork.numerics.homotopy.paths import Ends, alike, canonical
from linkwork.numerics.homotopy.precise import certify_precisely, has_flint
from linkwork.numerics.homotopy.system import PolynomialSystem

INFINITE = 1e-7  # homogeneous unknown of a regular end that is none
_INFINITE_SINGULAR = 1e-4  # of a singular one, which is known to fewer digits
_BLURRED = 1e-4
_NEAR = 1e-5
COMPLETE, NUMERICALLY, INCOMPLETE = "complete", "numerically complete", "incomplete"
VERDICTS = (INCOMPLETE, NUMERICALLY, COMPLETE)
"""What is known of a list of solutions, the least first."""


@dataclass
class Singular:
    """A singular end: as many paths end there as `multiplicity` says; one alone lies on a set of some dimension.

    `smooth` is an end into which its path ran smoothly, but so ill-conditioned that nothing could be proven of it.
    """

    point: Array
    multiplicity: int
    smooth: bool = False
    corank: int = 0  # independent directions in which the equations do not change at first order

    @property
    def isolated(self) -> bool:
        """Whether it may be a single point: a singular end of a single path lies on a curve or surface of solutions."""
        return self.multiplicity > 1


@dataclass
class Solutions:
    """Simple solutions with their certificates, singular ones, and how all paths ended."""

    system: PolynomialSystem
    certificates: Certificates
    singular: list[Singular]
    paths: int
    at_infinity: int
    lost: int
    bound: int
    distinct: bool = True
    notes: list[str] = field(default_factory=list)

    @property
    def points(self) -> Array:
        """All simple solutions, one in a row."""
        return self.certificates.points

    @property
    def real(self) -> Array:
        """Those that are proven to be real."""
        real = self.certificates.points[self.certificates.real]
        return real.real if list(self.system.mirror) == list(range(self.system.unknowns)) else real

    @property
    def count(self) -> int:
        """Simple solutions, complex ones included."""
        return len(self.certificates.points)

    @property
    def certified(self) -> bool:
        """Whether all are proven to exist, to be simple, distinct, and real or not."""
        proven = self.certificates
        return bool(self.distinct and np.all(proven.certified) and np.all(proven.real | proven.not_real))

    @property
    def verdict(self) -> str:
        """`complete` where the certified solutions are as many as there can be, else what is known."""
        if self.lost or not self.distinct:
            return INCOMPLETE
        if self.certified and self.count == self.bound:
            return COMPLETE
        return NUMERICALLY

    def text(self) -> str:
        """Counts in words, such as `8 real of 16, complete`."""
        said = [f"{len(self.real)} real of {self.count}, {self.verdict}"]
        if self.singular:
            points = sorted(one.multiplicity for one in self.singular if one.isolated)
            of = ", ".join(map(str, points))
            said += [f"{len(points)} singular, of multiplicity {of}"] if points else []
            smooth = sum(one.smooth and not one.isolated for one in self.singular)
            said += [f"{smooth} ill-conditioned and not certified"] if smooth else []
            on_sets = [one.corank for one in self.singular if not one.isolated and not one.smooth]
            of = ", ".join(map(str, sorted(set(on_sets))))
            told = f"on sets of solutions of dimension {of} at most by the rank there, or ill-conditioned"
            said += [f"{len(on_sets)} {told}"] if on_sets else []
        if self.at_infinity:
            said.append(f"{self.at_infinity} of {self.paths} paths went to infinity")
        if self.lost:
            said.append(f"{self.lost} of {self.paths} paths were lost")
        return "; ".join([*said, *self.notes])


def solutions_of(system: PolynomialSystem, ends: Ends, bound: int) -> Solutions:
    """What the ends of paths are; the system has no parameters."""
    group = np.array(system.group_of)
    points = canonical(ends.points, group)
    ones = np.min(np.abs(points[:, system.unknowns :]), axis=1)
    lost = ends.ended == LOST
    by_circles = ends.ended == BY_CIRCLES
    finite = ~lost & (ends.ended != AWAY) & (ones > np.where(by_circles, _INFINITE_SINGULAR, INFINITE))
    regular = np.flatnonzero(finite & ~by_circles)
    by_circle = np.flatnonzero(finite & by_circles)
    simple = _simple(system, points, by_circle)
    regular, doubtful = np.append(regular, by_circle[simple]), list(by_circle[~simple])
    x = system.without_ones(points[regular])
    proofs = certify(system, sharpened(system, x))
    proofs.points[~proofs.certified] = x[~proofs.certified]  # doubles may lead an ill-conditioned one astray
    kept = []
    apart = alike(canonical(system.with_ones(proofs.points), group), 1e-10) if len(x) else []
    jumped = 0
    for members in apart:
        first = members[0]
        if proofs.certified[first] or (not by_circles[regular[first]] and certified_precisely(system, proofs, first)):
            kept.append(first)
            jumped += len(members) - 1
        else:
            doubtful += [regular[number] for number in members]
    kept.sort()
    proven = Certificates(
        proofs.points[kept], proofs.radii[kept], proofs.certified[kept], proofs.real[kept], proofs.not_real[kept]
    )
    singular = []
    if doubtful:
        places = canonical(points[doubtful], group)
        for members in alike(places, _BLURRED):
            first = doubtful[members[0]]
            point = system.without_ones(points[first])
            singular.append(Singular(point, len(members), not by_circles[first], corank(system, point)))
    away = int(np.sum(~finite & ~lost))
    lost_ones = int(np.sum(lost)) + jumped
    notes = []
    if not has_flint() and (np.any(lost) or any(one.smooth and not one.isolated for one in singular)):
        notes.append("with python-flint installed, these are looked at with more digits")
    return Solutions(system, proven, singular, len(points), away, lost_ones, bound, distinct(proven), notes)


def certified_precisely(system: PolynomialSystem, proofs: Certificates, number: int) -> bool:
    """Whether a solution can be certified with many digits; it is then filled in."""
    if not has_flint():
        return False
    point, radii, proven, real, not_real = certify_precisely(system, proofs.points[number])
    if proven:
        proofs.points[number], proofs.radii[number], proofs.certified[number] = point, radii, True
        proofs.real[number], proofs.not_real[number] = real, not_real
    return proven


def corank(system: PolynomialSystem, point: Array) -> int:
    """Dimension of the set of solutions through a singular one, at most: unknowns that the equations leave free there.

    Singular ends are known to fewer digits, and so are the singular values.
    """
    with np.errstate(all="ignore"):
        rows = derivatives(system, point[None])[0]
        if not np.all(np.isfinite(rows)):
            return 0
        sizes = np.linalg.svd(rows * (1.0 + np.abs(point)), compute_uv=False)
    return int(np.sum(sizes < _BLURRED * sizes[0]))


def _simple(system: PolynomialSystem, points: Array, ends: Array) -> Array:
    """Which singular ends turn out to be simple solutions that lie close to others: certified, and where they ended."""
    if not len(ends):
        return np.zeros(0, bool)
    before = system.without_ones(points[ends])
    after = sharpened(system, before, 6)
    near = np.max(np.abs(after - before), axis=1) < _NEAR * (1.0 + np.max(np.abs(before), axis=1))
    return np.asarray(near & certify(system, after).certified)
