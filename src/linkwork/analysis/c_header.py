"""The C header that goes with the compiled functions of a mechanism, and its structure seen from Python."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Mapping, Sequence

_POINTERS = ("rate", "correct", "observe", "solve", "plain", "step", "k", "p", "w", "z", "s", "t", "y", "h")


class Model(ctypes.Structure):
    """`linkwork_model` of the header."""

    _fields_ = [
        *((name, ctypes.c_void_p) for name in _POINTERS),
        ("states", ctypes.c_int64),
        ("observed", ctypes.c_int64),
    ]


_HEADER = """\
/* {name}: compiled equations of motion, to be called from C in the process that made them. */
#ifndef LINKWORK_MODEL_H
#define LINKWORK_MODEL_H
#include <stdint.h>

/* One part of the equations: out is the rate of y, y on the constraints, what is seen of y, or that in plain numbers. */
typedef void (*linkwork_part)(const int64_t *k, const double *p, double *w, double t, const double *y, double *out);

/* Steps of the length *h; 0 when all is well, 2 step too small, 3 not finite, 4 not converged, 5 constraints broken. */
typedef int64_t (*linkwork_steps)(int64_t count, const int64_t *k, const double *p, double *w, double *z, int64_t *s);

typedef struct {{
    linkwork_part rate, correct, observe, solve, plain;
    linkwork_steps step;
    const int64_t *k; /* tables of the mechanism */
    const double *p;
    double *w; /* workspace, with the inputs */
    double *z; /* state of the integration */
    int64_t *s;
    const double *t; /* present time */
    const double *y; /* present state of the formulation */
    double *h;       /* length of a step */
    int64_t states;   /* numbers in y */
    int64_t observed; /* numbers that observe writes */
}} linkwork_model;

static inline int64_t linkwork_step(linkwork_model *m, int64_t count) {{
    return m->step(count, m->k, m->p, m->w, m->z, m->s);
}}

static inline void linkwork_observe(linkwork_model *m, double *out) {{
    m->observe(m->k, m->p, m->w, *m->t, m->y, out);
    m->plain(m->k, m->p, m->w, *m->t, out, out);
}}

/* Inputs: places in w that may be written between steps. */
{inputs}
/* Observed numbers: places in what linkwork_observe writes. */
{names}
#endif
"""


def header(name: str, names: Sequence[str], inputs: Mapping[str, int]) -> str:
    """The text of the header."""
    return _HEADER.format(
        name=name.replace("*/", ""),
        inputs=_defined("INPUT", inputs),
        names=_defined("OBSERVED", {each: number for number, each in enumerate(names)}),
    )


def _defined(kind: str, places: Mapping[str, int]) -> str:
    """One definition a name; characters that C does not allow become underscores."""
    lines, taken = [], set()
    for name, place in places.items():
        word = re.sub(r"\W", "_", name, flags=re.ASCII).upper()
        while word in taken:
            word += "_"
        taken.add(word)
        lines.append(f"#define LINKWORK_{kind}_{word} {place}\n")
    return "".join(lines)
