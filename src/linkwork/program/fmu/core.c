/* The state of an instance and what every version of the interface does with it.
   Before this file stand the program of the mechanism and the numbers LW_...; see core.py. */
#include <stdlib.h>

#define LW_AT_ONCE 6  /* changes of one law without time passing: the motion would slide on its decision */
#define LW_NO_TIME 1e-9  /* of a step */
#define LW_LITTLE 1e-6   /* of a step, over which slopes of event indicators are taken */

typedef struct {
    double t, start;
    double y[LW_Y + 1];                    /* states: positions, rates, own states */
    double u[LW_U + 1], par[LW_P + 1];
    double q[LW_Q + 1], v[LW_N + 1];       /* the same on the constraints: all is computed there */
    double dy[LW_Y + 1], out[LW_O + 1], z[LW_Z + 1];
    int known, failed;         /* whether dy, out and z belong to t, y, u, par; whether loops did not close */
    int slides, crowds;        /* the decision on which the motion would slide, or which has too many changes: from one */
} Numbers;

typedef struct {
    Numbers now;
    int model_exchange;
    void *environment;
    void (*complain)(void *environment, const char *text);
} Instance;

static void begin(Numbers *s)
{
    memset(s, 0, sizeof *s);
    memcpy(s->y, LW_START_Y, sizeof(double) * LW_Y);
    memcpy(s->u, LW_START_U, sizeof(double) * LW_U);
    memcpy(s->par, LW_START_P, sizeof(double) * LW_P);
}

static void normalise(double *e)
{
    const double length = 1.0 / sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    for (int i = 0; i < 4; i++) e[i] *= length;
}

/* rates, outputs and event indicators at the state of an instance */
static int evaluate(Numbers *s)
{
    static const int turns[] = LW_TURNS;
    double all[LW_Y + 1];
    const double *x = s->y + LW_Q + LW_N;
    if (s->known) return s->failed;
    memcpy(s->q, s->y, sizeof(double) * LW_Q);
    memcpy(s->v, s->y + LW_Q, sizeof(double) * LW_N);
    for (int i = 0; turns[i] >= 0; i++) normalise(s->q + turns[i]);
    s->failed = LW(close)(s->t, s->q, s->v, x, s->u, s->par) < 0;
    memcpy(all, s->q, sizeof(double) * LW_Q);
    memcpy(all + LW_Q, s->v, sizeof(double) * LW_N);
    memcpy(all + LW_Q + LW_N, x, sizeof(double) * LW_X);
    LW(rate)(s->t, all, s->u, s->par, s->dy);
    for (int i = 0; i < LW_Y; i++) if (!(fabs(s->dy[i]) < 1e300)) s->failed = 1;
    LW_OUTPUTS(s->t, s->q, s->v, x, s->u, s->par, s->out);
    LW_SWITCHES(s->t, s->q, s->v, x, s->u, s->par, s->z);
    s->known = 1;
    return s->failed;
}

/* one step of the classical method of Runge and Kutta, then onto the constraints; with `side` laws decide in it as these
   signs of the event indicators tell, without it as they are in every stage; `seen` is given the event indicators of the
   stages after the first */
static int advance_by(Numbers *s, double h, const double *side, double (*seen)[LW_Z + 1])
{
    static const double at[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0, 2.0, 2.0, 1.0};
    double y[LW_Y + 1], dy[LW_Y + 1], sum[LW_Y + 1];
    const double t = s->t;
    memset(sum, 0, sizeof sum);
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < LW_Y; i++) y[i] = s->y[i] + (stage > 0 ? at[stage] * h * dy[i] : 0.0);
        if (seen && stage) {
            LW_SWITCHES(t + at[stage] * h, y, y + LW_Q, y + LW_Q + LW_N, s->u, s->par, seen[stage - 1]);
        }
        if (side) LW_HELD(t + at[stage] * h, y, s->u, s->par, side, dy);
        else LW(rate)(t + at[stage] * h, y, s->u, s->par, dy);
        for (int i = 0; i < LW_Y; i++) sum[i] += weight[stage] * dy[i];
    }
    for (int i = 0; i < LW_Y; i++) s->y[i] += h / 6.0 * sum[i];
    s->t = t + h;
    s->known = 0;
    if (evaluate(s)) return 1;
    memcpy(s->y, s->q, sizeof(double) * LW_Q);  /* quaternions stay of length one, and loops closed */
    memcpy(s->y + LW_Q, s->v, sizeof(double) * LW_N);
    return 0;
}

/* the sides of zero on which what the laws decide by lies */
static void sides_of(const Numbers *s, double *side)
{
    for (int i = 0; i < LW_Z; i++) side[i] = (s->z[i] > 0.0) - (s->z[i] < 0.0);
}

/* the decision of a law that is another at another state, from one on */
static int changed(const Numbers *before, const Numbers *after)
{
    double one[LW_Z + 1], other[LW_Z + 1];
    sides_of(before, one);
    sides_of(after, other);
    for (int i = 0; i < LW_Z; i++) {
        if ((one[i] > 0.0) != (other[i] > 0.0) || (LW_EXACT(i) && one[i] != other[i])) return i + 1;
    }
    return 0;
}

/* to a time between a state and a later one at which a law has changed: on to where it first does, by halving to the
   rounding of the time; `last`, where it is asked for, is the last state before; 1: there is no such state */
static int halve(const Numbers *begun, Numbers *s, const double *side, Numbers *last)
{
    const double rounding = 4e-16 * fabs(s->t);
    double low = 0.0, high = s->t - begun->t;
    while (high - low > rounding) {
        const double middle = 0.5 * (low + high);
        Numbers trial = *begun;
        if (middle <= low || middle >= high) break;
        if (advance_by(&trial, middle, side, NULL)) return 1;
        if (changed(begun, &trial)) { high = middle; *s = trial; }
        else { low = middle; if (last) *last = trial; }
    }
    return 0;
}

/* how fast the event indicators change at a state, as the motion goes on from there */
static void slopes_of(const Numbers *s, double h, double *slope)
{
    double y[LW_Y + 1], z[LW_Z + 1];
    const double little = LW_LITTLE * h;
    for (int i = 0; i < LW_Y; i++) y[i] = s->y[i] + little * s->dy[i];
    (void)y; /* without laws that change nobody reads it */
    LW_SWITCHES(s->t + little, y, y + LW_Q, y + LW_Q + LW_N, s->u, s->par, z);
    for (int i = 0; i < LW_Z; i++) slope[i] = (z[i] - s->z[i]) / little;
}

/* whether an event indicator that goes towards zero at one state, and away from it at a later one with the same sign,
   passes zero there and back between them: looked for where the tangents of both ends meet, until they meet on this side
   of zero; then `s` is a state between; -1: there is no such state */
static int dips(const Numbers *begun, const Numbers *later, int i, const double *side, double slope_begun,
                double slope_later, Numbers *s)
{
    const double whole = later->t - begun->t, sign = begun->z[i] > 0.0 ? 1.0 : -1.0;
    double slope[LW_Z + 1];
    double low = 0.0, high = whole, f0 = sign * begun->z[i], f1 = sign * later->z[i];
    double d0 = sign * slope_begun, d1 = sign * slope_later;
    while (d0 < 0.0 && d1 > 0.0 && high - low > LW_LITTLE * whole) {
        const double wide = high - low, meet = (f1 - f0 - d1 * wide) / (d0 - d1);
        const double at = low + fmin(fmax(meet, 0.1 * wide), 0.9 * wide);
        if (f0 + d0 * meet > 0.0) return 0;
        *s = *begun;
        if (advance_by(s, at, side, NULL)) return -1;
        if (changed(begun, s)) return 1;
        slopes_of(s, whole, slope);
        if (sign * slope[i] > 0.0) { high = at; f1 = sign * s->z[i]; d1 = sign * slope[i]; }
        else { low = at; f0 = sign * s->z[i]; d0 = sign * slope[i]; }
    }
    return 0;
}

/* to the end, or to where a law first changes; 1: there is no such state */
static int advance_to_change(Numbers *s, double end, const double *side)
{
    const Numbers begun = *s;
    Numbers last = begun, between;
    double slope_begun[LW_Z + 1], slope_last[LW_Z + 1];
    if (advance_by(s, end - begun.t, side, NULL)) return 1;
    s->t = end;
    if (!changed(&begun, s)) last = *s;
    else if (halve(&begun, s, side, &last)) return 1;
    if (LW_Z == 0 || last.t <= begun.t) return 0;
    slopes_of(&begun, last.t - begun.t, slope_begun);
    slopes_of(&last, last.t - begun.t, slope_last);
    for (int i = 0; i < LW_Z && last.t > begun.t; i++) {
        const int passes = dips(&begun, &last, i, side, slope_begun[i], slope_last[i], &between);
        if (passes < 0) return 1;
        if (passes == 0) continue;
        *s = between;
        last = begun;
        if (halve(&begun, s, side, &last)) return 1;
        slopes_of(&last, last.t - begun.t, slope_last);
    }
    return 0;
}

/* a step that ends, and goes on, where a law changes; up to there the laws decide as at its start, so that it is the
   step of a smooth system, unless they have no value on the other side: then they decide in every stage; 1: there is no
   such state, or a law would change to and fro for ever, or too often */
static int advance_over(Numbers *s, double h)
{
    const double end = s->t + h, rounding = 1e-15 * fabs(end);
    const double no_time = LW_NO_TIME * h > rounding ? LW_NO_TIME * h : rounding;
    int at_once[LW_Z + 1] = {0}, which = 0;
    if (evaluate(s)) return 1;
    for (int left = LW_CHANGES; s->t < end; left--) {
        const Numbers begun = *s;
        double side[LW_Z + 1];
        if (left == 0) { s->crowds = which; return 1; }
        sides_of(&begun, side);
        if (advance_to_change(s, end, side)) {
            *s = begun;
            if (advance_to_change(s, end, NULL)) return 1;
        }
        if (s->t >= end) break;
        which = changed(&begun, s);
        if (s->t - begun.t >= no_time) memset(at_once, 0, sizeof at_once);  /* time passes: none of them slides */
        else if (which && ++at_once[which - 1] == LW_AT_ONCE) { s->slides = which; return 1; }
    }
    return 0;
}

/* to a later time, in equal steps not longer than the step of the model */
static int advance_to(Numbers *s, double end)
{
    const double length = end - s->t, begun = s->t;
    const int count = length > 0.0 ? (int)ceil(length / LW_STEP - 1e-6) : 0;
    for (int i = 0; i < count; i++) {
        if (advance_over(s, begun + length * (i + 1) / count - s->t)) return 1;
    }
    if (count) s->t = end;
    return 0;
}

/* why a step could not be made */
static const char *why_not(const Numbers *s)
{
    if (s->slides) return LW_SLIDES[s->slides - 1];
    return s->crowds ? LW_CROWDS[s->crowds - 1] : "the loops of the mechanism cannot be closed in this step";
}

/* where the value of a reference lies: time, states, their rates, inputs, parameters, outputs, event indicators */
static double *place_of(Numbers *s, unsigned reference)
{
    int at = (int)reference;
    if (at == 0) return &s->t;
    at -= 1;
    if (at < LW_Y) return s->y + at;
    at -= LW_Y;
    if (at < LW_Y) return s->dy + at;
    at -= LW_Y;
    if (at < LW_U) return s->u + at;
    at -= LW_U;
    if (at < LW_P) return s->par + at;
    at -= LW_P;
    if (at < LW_O) return s->out + at;
    at -= LW_O;
    return at < LW_Z ? s->z + at : NULL;
}

static int is_computed(unsigned reference)
{
    return (reference > LW_Y && reference <= 2 * LW_Y) || reference > 2 * LW_Y + LW_U + LW_P;
}

static int get_numbers(Instance *instance, const unsigned *references, size_t count, double *values)
{
    for (size_t i = 0; i < count; i++) {
        const double *place = place_of(&instance->now, references[i]);
        if (place == NULL) { instance->complain(instance->environment, "there is no variable of this reference"); return 1; }
        if (is_computed(references[i]) && evaluate(&instance->now)) {
            instance->complain(instance->environment, "the loops of the mechanism cannot be closed at this state");
            return 1;
        }
        values[i] = *place;
    }
    return 0;
}

static int set_numbers(Instance *instance, const unsigned *references, size_t count, const double *values)
{
    for (size_t i = 0; i < count; i++) {
        double *place = place_of(&instance->now, references[i]);
        if (place == NULL || references[i] == 0 || is_computed(references[i])) {
            instance->complain(instance->environment, "this variable cannot be set");
            return 1;
        }
        *place = values[i];
    }
    instance->now.known = 0;
    return 0;
}
