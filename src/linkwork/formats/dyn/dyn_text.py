"""The words of `.DYN` files: every key and value that the samples spell, English and French (Wang, Appendix D.1)."""

from __future__ import annotations

_SPELLINGS = {
    "ENTITY": ("ENTITE",),
    "NAME": ("NOM",),
    "GRAVITY": ("GRAVITE",),
    "TIME": ("TEMPS",),
    "STEP": ("PAS",),
    "STATE": ("STADE", "ETAT"),
    "ARO": ("AR0",),
    "MASS": ("MASSE",),
    "TYPE": ("TYPE OF SURFACE", "TYPE DE SURFACE", "TYPEPAIR", "TYPE OF PAIR", "TYPE DE LIAISON"),
    "SHAPE": ("FORME",),
    "NORMAL VECTOR": ("VECTEUR NORMAL",),
    "TYPE OF CURVE": ("TYPE OF CONTACT CURVE", "TYPE DE COURBE", "PARTIE DE COURBE"),
    "CENTRE": ("CENTER", "ORIGINAL", "ORIGI", "ORIGIN", "ORIGINE"),
    "RADIUS": ("RADIAL", "RAYON"),
    "PINIT": (),
    "PEND": (),
    "CONCAVE OR CONVEX": ("CONCAVE OU CONVEX", "CONCAVE OU CONVEXE", "CONCAVE OR CONVEXE"),
    "FIN": ("END",),
    "NUM": (),
    "COEFFI": ("COEFFICIENTS",),
    "ORDER": ("ORDRE",),
    "AO": ("A0",),
    "RO": ("R0",),
    "KO": ("K0",),
    "PINLINK": (),
    "PINSURF": (),
    "POUTLINK": (),
    "POUTSURF": (),
    "SOLID": ("SOLIDE",),
    "FIXED": ("FIXE",),
    "JOINT": ("LIAISON",),
    "FORCE": (),
    "STIFF": (),
    "LENGTH": (),
    "LINK OF INPUT PAIR": ("INLINK",),
    "LINK OF OUTPUT PAIR": ("OUTLINK",),
    "INITIAL POSITION": (),
    "INITIAL VELOCITY": ("ARVELVAR",),
    "CONTACT ACTIF": ("ACTIVE CONTACT", "CONTACT ACTIVE"),
    "RESTITUTION": ("RE",),
    "CHAIN": ("CHAINE",),
    "NUMPAIR": (),
    "RECLOOP": ("RECLLOOP",),
    **{f"ARMOTOR[{slot}]": () for slot in range(1, 7)},
}
KEYS = {spelling: key for key, others in _SPELLINGS.items() for spelling in (key, *others)}
"""Every spelling of a key, and the key."""

ENTITIES = {"MECH": "MECH", "MACH": "MECH", **{name: name for name in ("LINK", "SURF", "PAIR", "OCLI", "OCPA", "LOOP")}}
SURFACES = {"REPERE": "REPERE", "FRAME": "REPERE", "COURBE": "COURBE", "CURVE": "COURBE"}
ELEMENTS = {
    "POINT": "POINT",
    **dict.fromkeys(("SEG", "SEGMENT"), "SEGMENT"),
    "ARC": "ARC",
    **dict.fromkeys(("CIRCLE", "CERCLE"), "CIRCLE"),
    **dict.fromkeys(("POLY", "POLYLN", "POLYNOMIAL", "POLYNOME"), "POLY"),
}
PAIRS = {
    **dict.fromkeys(("ROTOIDE", "REVOLUTE"), "ROTOIDE"),
    **dict.fromkeys(("PRISMATIQUE", "PRISMATIC"), "PRISMATIQUE"),
    "CONTACT": "CONTACT",
}
TRUTH = {
    **dict.fromkeys(("TRUE", "YES", "OUI", "VRAI"), True),
    **dict.fromkeys(("FALSE", "NO", "NON", "FAUX"), False),
}
SIDES = {"CONCAVE": True, **dict.fromkeys(("CONVEX", "CONVEXE"), False)}
CHAINS = {**dict.fromkeys(("CLOSED", "FERMEE"), True), **dict.fromkeys(("OPEN", "OUVERTE"), False)}


def normal(text: str) -> str:
    """A key or a word as the tables spell it: capital letters, single spaces."""
    return " ".join(text.upper().split())
