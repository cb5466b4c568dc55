"""Curves of muscles: Ambrosio and Silva (table 7-A), Millard as in OpenSim 4.6, De Groote by formula."""

from __future__ import annotations

from linkwork.biomechanics import Millard
from linkwork.expression import parse
from linkwork.library.biomechanics.laws.rows import curve_of
from linkwork.muscles import AmbrosioSilva, DeGroote
from published.case import Case
from published.case import tests_of as checks_of

CHAPTER = "Ambrosio and Silva, Advances, chapter 7"
OPENSIM = "Millard 2012, as in OpenSim 4.6"
PAPER = "De Groote 2016"
TABLE = {
    "active": {
        0.4: 0.14053, 0.5: 0.45174, 0.6: 0.79489, 0.7: 0.97921, 0.7929: 1.01575, 0.95: 1.0, 1.0: 1.00301,
        1.1071: 1.01575, 1.2: 0.97921, 1.4: 0.45174, 1.5: 0.14053, 1.63: 0.00749,
    },
    "passive": {0.4: 0.0, 0.95: 0.0, 1.1071: 0.00983, 1.2: 0.064, 1.4: 0.512, 1.5: 1.0, 1.63: 2.00038, 1.7: 2.0},
    "speed": {
        -1.0: 0.0, -0.75: 0.04602, -0.5: 0.13333, -0.25: 0.34756, -0.1: 0.66241, 0.0: 1.0, 0.05: 1.17837,
        0.1: 1.33759, 0.15: 1.46855, 0.2: 1.57186, 0.3: 1.57186,
    },
}  # fmt: skip
MILLARD = {
    "active": {
        0.4441: 0.0, 0.580110346766: 0.38063425003, 0.671926352266: 0.697872095488, 0.742103096054: 0.818500054871,
        0.826483753981: 0.893575797783, 0.893014368619: 0.950802677733, 0.969538069285: 0.999478208665,
    },
    "tendon": {1.0: 0.0, 1.049: 1.0, 1.06: 1.0 + 0.011 * 1.375 / 0.049},
    "passive": {1.0: 0.0, 1.7: 1.0},
    "speed": {-1.0: 0.0, 0.0: 1.0, 1.0: 1.4, 2.0: 1.4},
}  # fmt: skip
SLOPES = {
    "active": {0.4441: 0.0, 0.84: 0.8616, 1.0: 0.0, 1.43115: -1 / 0.7123, 1.8123: 0.0},
    "tendon": {1.0: 0.0, 1.049: 1.375 / 0.049, 1.06: 1.375 / 0.049},
    "passive": {1.0: 0.0, 1.035: 0.2, 1.7: 2 / 0.7},
    "speed": {-1.0: 0.0, -0.9: 0.25, 0.0: 5.0, 0.9: 0.15, 1.0: 0.0},
}
DE_GROOTE = {
    "active": {0.5: 0.0537543541, 0.8: 0.8348429133, 1.0: 0.9993334763, 1.2: 0.7925220379, 1.5: 0.2242989227},
    "passive": {1.0: 0.0, 1.2: 0.0521224686, 1.5: 0.5043387669},
    "speed": {-1.0: 0.0120816781, -0.5: 0.2438336294, 0.0: 1.0023206225, 0.5: 1.5850003903, 1.0: 1.7889099603},
    "tendon": {1.0: -0.0117507567, 1.02: 0.2297750588, 1.049: 1.0738737362},
}
EXACT = {
    "active": {1.0: 1.0},
    "speed": {-1.0: 0.0, 0.0: 1.0},
    "tendon": {1.0: 0.0, 1.049: 1.0},
    "passive": {0.2: 0.0, 1.0: 0.01822882382, 1.6: 1.0},
}


def _formula(text: str, x: float) -> float:
    return float(parse(text).value({"x": x}))


def cases() -> list[Case]:
    chapter = [
        Case(CHAPTER, f"{c} at {x:g}", value, lambda c=c, x=x: _formula(getattr(AmbrosioSilva(), c)("x"), x), 1e-5)
        for c, values in TABLE.items()
        for x, value in values.items()
    ]
    knots = [
        Case(OPENSIM, f"{c} at {x:g}", value, lambda c=c, x=x: float(getattr(Millard(), c)(x)), 1e-9)
        for c, values in MILLARD.items()
        for x, value in values.items()
    ]
    slopes = [
        Case(OPENSIM, f"slope of {c} at {x:g}", value, lambda c=c, x=x: float(curve_of(Millard(), c, [x])[1][0]), 1e-9)
        for c, values in SLOPES.items()
        for x, value in values.items()
    ]
    paper = [
        Case(PAPER, f"{c} at {x:g}", value, lambda c=c, x=x: _formula(getattr(DeGroote(), c)("x"), x), 1e-9)
        for c, values in DE_GROOTE.items()
        for x, value in values.items()
    ]
    exact = [
        Case(
            f"{PAPER}, as in OpenSim 4",
            f"{c} at {x:g}",
            value,
            lambda c=c, x=x: _formula(getattr(DeGroote.as_opensim(), c)("x"), x),
            1e-9,
        )
        for c, values in EXACT.items()
        for x, value in values.items()
    ]
    return chapter + knots + slopes + paper + exact


test_cases = checks_of(cases)
