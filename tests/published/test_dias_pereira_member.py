"""Dias and Pereira 2005: the S-shaped member, with the tubes rigid between hinges and numbers of ours.

Of the twenty designs of Table 7 at least 80 % lie in the first two ranks of (deformation, VCSI), as a front asks. Those
of Table 6 do so in (mass, VCSI) when VCSI is the mean over the first 3 ms at a soft wall, a reading sought for it that
hangs on wall and time: with another wall, or over 3.5 ms, they do not. Over the whole crash they do not, either: in our
model the car goes on through all of them, and the heaviest is dominated; contact, damping and the time over which VCSI
is the mean are not printed. The least width of the middle tube is best there, as printed.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.crash import HollowSquare, SMember, energy_by_part, vcsi
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "Dias and Pereira, S-shaped member"
TABLE_7 = """
0.1402 0.1321 0.0980; 0.1638 0.0253 0.1891; 0.1623 0.0230 0.1944; 0.1345 0.1232 0.1199; 0.0893 0.1326 0.1187;
0.0640 0.1317 0.0985; 0.1586 0.0218 0.1944; 0.1623 0.0230 0.1944; 0.1651 0.0214 0.1923; 0.0902 0.1294 0.1188;
0.1586 0.0218 0.1944; 0.1343 0.0257 0.0672; 0.0925 0.1326 0.1188; 0.0925 0.1326 0.1187; 0.0661 0.1361 0.1979;
0.0596 0.1365 0.1887; 0.1409 0.1307 0.0973; 0.0647 0.1231 0.1195; 0.0756 0.1318 0.1041; 0.1358 0.1231 0.1199
"""
TABLE_6 = """
0.0661 0.0100 0.0788; 0.0661 0.0100 0.0779; 0.0661 0.0100 0.0816; 0.0661 0.0100 0.0797; 0.0669 0.0100 0.0724;
0.0667 0.0100 0.0764; 0.0661 0.0100 0.0790; 0.0670 0.0101 0.0740; 0.0661 0.0100 0.0775; 0.0670 0.0101 0.0740;
0.0661 0.0100 0.0809; 0.0673 0.0101 0.0731; 0.0661 0.0100 0.0794; 0.0669 0.0100 0.0729; 0.0669 0.0100 0.0721;
0.0638 0.0100 0.0689; 0.0638 0.0100 0.0689; 0.0667 0.0100 0.0764; 0.0661 0.0100 0.0764; 0.0664 0.0100 0.0806
"""
FIRST_BLOW = 3e-3  # s: a time of the mean with which the designs of Table 6 are a front, sought for that
MEMBER = SMember()
FOLD = MEMBER.scenario(points=301)


@cache
def crash(*widths: float) -> tuple[float, float]:
    """Largest shortening in m and VCSI in m^2/s^4."""
    FOLD.mechanism.set(**dict(zip(("H2", "H3", "H4"), widths, strict=True)))
    run = FOLD.run()
    apart = run["plate.y"] - run["car.y"]
    return float(apart[0] - apart.min()), vcsi(run, "car.ay")


def cases() -> list[Case]:
    """Masses and moments of designs that Dias and Pereira (2005) print, by their formulas, 19/54 as printed."""
    found = []
    for widths, mass, moments in (
        ((0.0661, 0.0100, 0.0788), 12.333, (30.485, 0.106, 51.649)),
        ((0.1402, 0.1321, 0.0980), 64.370, (290.888, 243.327, 99.348)),
    ):
        found.append(
            Case(f"{SOURCE}, Tables 6 and 7", f"mass of {widths} (kg)", mass, lambda w=widths: MEMBER.mass(w), 6e-4)
        )
        for width, moment in zip(widths, moments, strict=True):
            found.append(
                Case(
                    f"{SOURCE}, Eq. (17) as printed",
                    f"plastic moment of H = {width} in {widths} (kN m)",
                    moment,
                    lambda w=width: HollowSquare(w).plastic_moment(as_printed=True) / 1000,
                    6e-4,
                )
            )
    angle = np.degrees(HollowSquare(0.0661).plastic_angle(MEMBER.outer, as_printed=True))
    found.append(Case(f"{SOURCE}, Eq. (18) as printed", "angle at yield, H = 0.0661 (deg)", 0.549, lambda: angle, 6e-4))
    return found


test_cases = checks_of(cases)


def ranks(values: np.ndarray) -> np.ndarray:
    """1 where no other is better in all, 2 where only those are, and so on."""
    found = np.zeros(len(values), int)
    while np.any(found == 0):
        left = np.flatnonzero(found == 0)
        better = [any(np.all(values[j] <= values[i]) and np.any(values[j] < values[i]) for j in left) for i in left]
        found[left[~np.array(better)]] = found.max() + 1
    return found


def test_designs_of_table_7_are_nearly_a_front() -> None:
    designs = [tuple(float(width) for width in row.split()) for row in TABLE_7.split(";")]
    found = ranks(np.array([crash(*design) for design in designs]))
    assert np.mean(found <= 2) >= 0.8


@pytest.mark.parametrize("as_printed", [False, True])
def test_designs_of_table_6_are_no_front_over_the_whole_crash(as_printed: bool) -> None:
    """Mass and VCSI rise together among them, with either plastic moment: the lightest is best in both.

    So it is with the whole car for its half, and with means over 20 or 30 ms; contact, damping and that time, which
    the chapter does not print, must have decided otherwise, or its conditions on the places of the bodies.
    """
    member = SMember(as_printed=as_printed)
    fold = member.scenario(points=301)
    designs = sorted({tuple(float(width) for width in row.split()) for row in TABLE_6.split(";")})
    values = []
    for design in designs:
        fold.mechanism.set(**dict(zip(("H2", "H3", "H4"), design, strict=True)))
        values.append((member.mass(design), vcsi(fold.run(), "car.ay")))
    table = np.array(values)
    assert np.corrcoef(table.T)[0, 1] > 0.97
    assert np.argmin(table[:, 0]) == np.argmin(table[:, 1])
    assert np.mean(ranks(table) <= 2) < 0.3


def share_and_trend(as_printed: bool, wall: float, until: float) -> tuple[float, float]:
    """Of Table 6: how many designs lie in the first two ranks of (mass, VCSI), and how the two go together."""
    member = SMember(as_printed=as_printed, wall_stiffness=wall, wall_damping=2e3)
    fold = member.scenario(until=until, points=151)
    designs = [tuple(float(width) for width in row.split()) for row in TABLE_6.split(";")]
    values = {}
    for design in set(designs):
        fold.mechanism.set(**dict(zip(("H2", "H3", "H4"), design, strict=True)))
        values[design] = member.mass(design), vcsi(fold.run(), "car.ay")
    table = np.array([values[design] for design in designs])
    return float(np.mean(ranks(table) <= 2)), float(np.corrcoef(table.T)[0, 1])


@pytest.mark.parametrize(("as_printed", "wall"), [(False, 2e6), (True, 2e6), (True, 3e6)])
def test_designs_of_table_6_are_a_front_in_the_first_milliseconds(as_printed: bool, wall: float) -> None:
    """Mass and VCSI go against each other there, at a wall softer and less damped than ours.

    Wall, damping and the time of the mean are not printed; these were sought so that the table is a front. It is a
    narrow reading, no proof of what the chapter did: the next test has neighbours with which it is none.
    """
    share, trend = share_and_trend(as_printed, wall, FIRST_BLOW)
    assert share >= 0.8
    assert trend < -0.9


@pytest.mark.parametrize(
    ("as_printed", "wall", "until", "most", "least"),
    [(False, 3e6, FIRST_BLOW, 0.2, 0.55), (True, 2e6, 3.5e-3, 0.15, 0.99)],
)
def test_that_front_is_gone_at_another_wall_or_half_a_millisecond_later(
    as_printed: bool, wall: float, until: float, most: float, least: float
) -> None:
    """At 3 MN/m with the right plastic moment 20 % are left in the first two ranks, with a mean over 3.5 ms 15 %."""
    share, trend = share_and_trend(as_printed, wall, until)
    assert share == pytest.approx(most)
    assert trend > least


def test_a_thin_middle_tube_is_lighter_and_easier_on_the_car() -> None:
    thin, thick = crash(0.0661, 0.01, 0.0788), crash(0.0661, 0.03, 0.0788)
    assert thin[1] < thick[1]


def test_the_energy_of_the_crash_adds_up() -> None:
    FOLD.mechanism.set(H2=0.0893, H3=0.1326, H4=0.1187)
    run = FOLD.run()
    assert np.max(np.abs(run["energy.balance"])) < 1e-5 * run["energy.kinetic"][0]
    assert run["car.vy"][0] == pytest.approx(50 / 3.6)


def test_tubes_that_bend_fold_as_rigid_ones_with_their_bending_in_the_hinges() -> None:
    """Three flexible bodies of 4 beam elements and 4 modes, hinges between their ends, as the chapter has it."""
    widths = 0.07, 0.06, 0.075
    bends = MEMBER.flexible_scenario(widths, points=121)
    run = bends.mechanism.simulate(progress=False, rtol=1e-6, atol=1e-9, **bends.options)
    FOLD.mechanism.set(H2=widths[0], H3=widths[1], H4=widths[2])
    taken, wanted = energy_by_part(bends.mechanism, run), energy_by_part(FOLD.mechanism, FOLD.run())
    assert taken == pytest.approx(wanted, rel=0.05)
    assert np.max(np.abs(run["energy.balance"])) < 1e-5 * run["energy.kinetic"][0]
    assert np.max(run["b3.deflection"]) > 1e-4  # it bends, too
    weakest = HollowSquare(0.06).plastic_moment()
    for name in ("hinge b4-b3", "hinge b3-b2"):
        assert np.max(np.abs(run[f"{name}.strength"])) == pytest.approx(weakest)
    with pytest.raises(MechanismError, match="three widths; 2 were given"):
        MEMBER.flexible_scenario((0.07, 0.06))


def test_rayleigh_damping_has_the_ratios_that_it_is_given_at_two_frequencies() -> None:
    """Eq. (9), C = alpha K + beta M: of every mode (alpha w + beta / w) / 2, one percent at the first two."""

    def modes(**damping: float) -> np.ndarray:
        m = lw.Planar("free tube")
        m.flexible(
            "tube",
            shape={"type": "beam", "length": 0.5, "section": {"height": 0.02, "width": 0.02}, "elements": 4},
            material={"youngs_modulus": 219e9, "density": 7850},
            interfaces={"low": {"at": (0, 0)}, "high": {"at": (0.5, 0)}},
            modes=4,
            estimate=(0, 0, 0),
            damping=damping,
        )
        found = m.linearise(at=0.0).eigenvalues
        found = found[found.imag > 1.0]
        return found[np.argsort(np.abs(found))]

    w = np.abs(modes(stiffness_share=1e-12))
    alpha = 2 * 0.01 / (w[0] + w[1])
    beta = alpha * w[0] * w[1]
    damped = modes(stiffness_share=alpha, mass_share=beta)
    ratios = -damped.real / np.abs(damped)
    assert ratios == pytest.approx((alpha * w + beta / w) / 2, rel=1e-6)
    assert ratios[:2] == pytest.approx([0.01, 0.01], rel=1e-6) and np.all(ratios[2:] > 0.01)
