/* The control unit in C: the same operations in the same order as monitoring.py and unit.py, so that its numbers are
   the same to the last bit. Before this file stand its sizes and thresholds, U_..., which exported.py takes from there. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize ("-ffp-contract=off")  /* a product and a sum are rounded one after the other, as in Python */
#else
#pragma STDC FP_CONTRACT OFF
#endif
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRONT_LEFT, FRONT_RIGHT, REAR_LEFT, REAR_RIGHT, YAW_RATE, LATERAL, STEERING, SIGNALS, WHEELS = YAW_RATE };
enum { GOOD, ELECTRICAL, SIGNAL, MODEL, LAYERS };  /* what a line is: good, or failed by a layer */
enum { ABS, TRACTION, YAW_CONTROL, FUNCTIONS };
enum { LW_U = SIGNALS + 1, LW_O = WHEELS + 1 + 2 * FUNCTIONS + 6, LW_Y = 0, LW_Z = 0 };

typedef struct {
    double t, start;                              /* of the master; that of the unit is its `origin` and so many `beats` */
    double u[LW_U], out[LW_O], y[1], dy[1], z[1];
    double origin, beats, speed, throttle, allowed[WHEELS], last[SIGNALS];
    int loose[WHEELS], acting[FUNCTIONS], line[SIGNALS], counts[SIGNALS][LAYERS], told_before[SIGNALS];
    int braked, begun, known;
} Numbers;

typedef struct {
    Numbers now;
    int model_exchange;
    void *environment;
    void (*complain)(void *environment, const char *text);
} Instance;

static double larger(double a, double b) { return b > a ? b : a; }
static double smaller(double a, double b) { return b < a ? b : a; }

static void begin(Numbers *s)
{
    memset(s, 0, sizeof *s);
    s->speed = -1.0;
    s->throttle = 1.0;
    for (int i = 0; i < WHEELS; i++) s->allowed[i] = U_MOST;
}

static int evaluate(Numbers *s) { (void)s; return 0; }

static void count(Numbers *s, int name, int layer, int off, int enough)
{
    if (s->line[name]) return;
    s->counts[name][layer] = off ? s->counts[name][layer] + 1 : 0;
    if (s->counts[name][layer] >= enough) s->line[name] = layer;
}

static void watch_lines(Numbers *s)
{
    static const double least[] = U_LEAST, most[] = U_MOST_OF, rate[] = U_RATES;
    for (int i = 0; i < SIGNALS; i++) {
        const double value = s->u[i], size = larger(fabs(least[i]), fabs(most[i])), beyond = (U_BEYOND - 1) * size;
        int off = fabs(value) >= U_NO_SIGNAL;
        double jump;
        if (s->line[i]) continue;
        if (!off) off = !(least[i] - beyond <= value && value <= most[i] + beyond);
        count(s, i, ELECTRICAL, off, U_SOON);
        if (off) continue;
        jump = fabs(value - (s->told_before[i] ? s->last[i] : value)) / U_PERIOD;
        count(s, i, SIGNAL, jump > rate[i], 1);
        s->last[i] = value;
        s->told_before[i] = 1;
    }
}

static double median(const double *values, int n)
{
    double sorted[4];
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && sorted[at - 1] > values[i]; at--) sorted[at] = sorted[at - 1];
        sorted[at] = values[i];
    }
    return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

static double yaw_from_steering(double speed, double angle)
{
    const double ratio = speed / U_CHARACTERISTIC;
    return speed * angle / (U_WHEELBASE * (1.0 + ratio * ratio));
}

/* the inverse: the angle of the wheels for a yaw rate */
static double steering_from_yaw(double speed, double rate)
{
    const double ratio = speed / U_CHARACTERISTIC;
    return rate * U_WHEELBASE * (1.0 + ratio * ratio) / larger(speed, U_SLOW);
}

/* the yaw rate by every signal that is trusted: the names of the signals, WHEELS - 1 standing for the rear wheels */
static int yaw_rates(const Numbers *s, const double *heard, int *name, double *rate)
{
    int n = 0;
    if (!s->line[YAW_RATE]) { name[n] = YAW_RATE; rate[n++] = heard[YAW_RATE]; }
    if (s->speed > U_SLOW) {
        if (!s->line[STEERING]) { name[n] = STEERING; rate[n++] = yaw_from_steering(s->speed, heard[STEERING]); }
        if (!s->line[LATERAL]) { name[n] = LATERAL; rate[n++] = heard[LATERAL] / s->speed; }
        if (!s->braked && !s->line[REAR_LEFT] && !s->line[REAR_RIGHT]) {
            name[n] = REAR_RIGHT;
            rate[n++] = (heard[REAR_RIGHT] - heard[REAR_LEFT]) * U_RADIUS / U_TRACK;
        }
    }
    return n;
}

/* whether there is a reference, and it; signals that stay away from the others are put down */
static int watch_models(Numbers *s, const int *name, const double *rate, int n, double *reference)
{
    static const int judged[] = {YAW_RATE, STEERING, LATERAL};
    double middle;
    *reference = 0.0;
    if (n == 0) return 0;
    middle = *reference = median(rate, n);
    for (int j = 0; j < 3; j++) {
        double others[4], own = 0.0, centre = 0.0;
        int rest = 0, there = 0, near = 0, follows, away;
        for (int i = 0; i < n; i++) {
            if (name[i] == judged[j]) { own = rate[i]; there = 1; }
            else others[rest++] = rate[i];
        }
        if (rest > 0) centre = median(others, rest);
        for (int i = 0; i < rest; i++) near += fabs(others[i] - centre) < U_AGREE;
        follows = judged[j] != STEERING || fabs(middle) * s->speed < U_LINEAR;
        away = there && near >= 2 && follows && fabs(own - centre) > U_AWAY;
        count(s, judged[j], MODEL, away, U_LATER);
    }
    return 1;
}

static void estimate(Numbers *s, const double *speeds, double demand)
{
    const int all = demand > 0.0 || s->braked, names = all ? WHEELS : REAR_LEFT;
    double greatest = 0.0, sum = 0.0, seen;
    int there = 0;
    for (int i = 0; i < names; i++) {
        if (s->line[i]) continue;
        greatest = there ? larger(greatest, speeds[i]) : speeds[i];
        sum += speeds[i];
        there++;
    }
    if (!there) {
        greatest = speeds[0];
        for (int i = 1; i < WHEELS; i++) greatest = larger(greatest, speeds[i]);
        sum = greatest;
        there = 1;
    }
    seen = all ? greatest : sum / there;
    s->speed = s->speed < 0.0 ? seen : larger(seen, s->speed - U_SLOWS * U_PERIOD);
}

static void turn(Numbers *s, double *torques, double asked, double rate)
{
    double most, side, more, push;
    int left;
    if (s->speed < U_STILL) return;
    most = U_GRIP / larger(s->speed, U_STILL);
    asked = smaller(larger(asked, -most), most);
    side = copysign(1.0, fabs(rate) > fabs(asked) ? rate : asked);
    more = side * (rate - asked);
    push = U_YAW_GAIN * (fabs(more) - U_FREE);
    if (push <= 0.0) return;
    left = side > 0.0;  /* to the left: its outer wheels are the right ones */
    torques[more > 0.0 ? (left ? FRONT_RIGHT : FRONT_LEFT) : (left ? REAR_LEFT : REAR_RIGHT)] += push;
    s->acting[YAW_CONTROL] = 1;
}

static void hold(Numbers *s, double *torques, const double *speeds)
{
    for (int i = 0; i < WHEELS; i++) {
        double over, change;
        if (s->speed < U_STILL || torques[i] <= 0.0) {
            s->allowed[i] = U_MOST;
            s->loose[i] = 0;
            continue;
        }
        over = U_SLIP - (1.0 - speeds[i] / s->speed);
        if (!s->loose[i] && over > 0.0) continue;
        if (!s->loose[i]) {
            s->loose[i] = 1;
            s->allowed[i] = smaller(s->allowed[i], torques[i]);
        }
        change = smaller(larger(U_RATE * over, -U_DOWN), U_UP);
        s->allowed[i] = smaller(larger(s->allowed[i] + change * U_PERIOD, 0.0), U_MOST);
        if (s->allowed[i] < torques[i]) {
            torques[i] = s->allowed[i];
            s->acting[ABS] = 1;
        }
    }
}

static double drive(Numbers *s, const double *speeds)
{
    const double driven = larger(speeds[REAR_LEFT], speeds[REAR_RIGHT]);
    const int spins = s->speed > U_STILL && driven / s->speed - 1.0 > U_SPINS;
    s->acting[TRACTION] = spins;
    return smaller(larger(s->throttle + (spins ? -U_BACK : U_ON) * U_PERIOD, 0.0), 1.0);
}

static void make_step(Numbers *s)
{
    const double demand = s->u[SIGNALS];
    double heard[SIGNALS], speeds[WHEELS], torques[WHEELS], rate[4], status = 0.0, place = 1.0, middle, *out = s->out;
    int name[4], n, reference, suspects = 0, wheels = 1, all = 1, failures = 0, works[FUNCTIONS];
    watch_lines(s);
    for (int i = 0; i < SIGNALS; i++) heard[i] = isfinite(s->u[i]) && fabs(s->u[i]) < U_NO_SIGNAL ? s->u[i] : 0.0;
    for (int i = 0; i < WHEELS; i++) { speeds[i] = heard[i] * U_RADIUS; torques[i] = demand; }
    estimate(s, speeds, demand);
    n = yaw_rates(s, heard, name, rate);
    reference = watch_models(s, name, rate, n, &middle);
    for (int i = 0; i < SIGNALS; i++) {
        suspects |= s->counts[i][MODEL] > 0;
        if (!s->line[i]) continue;
        failures++;
        all = 0;
        if (i < WHEELS) wheels = 0;
    }
    works[ABS] = works[TRACTION] = wheels;
    works[YAW_CONTROL] = wheels && all;
    memset(s->acting, 0, sizeof s->acting);
    if (works[YAW_CONTROL] && reference && !suspects)
        turn(s, torques, yaw_from_steering(s->speed, heard[STEERING]), heard[YAW_RATE]);
    if (works[ABS]) hold(s, torques, speeds);
    s->throttle = works[TRACTION] ? drive(s, speeds) : 1.0;
    s->braked = 0;
    for (int i = 0; i < WHEELS; i++) if (torques[i] > 0.0) s->braked = 1;
    s->beats += 1.0;
    for (int i = 0; i < WHEELS; i++) *out++ = smaller(larger(torques[i], 0.0), U_MOST);
    *out++ = s->throttle;
    for (int i = 0; i < FUNCTIONS; i++) {
        *out++ = works[i];
        *out++ = s->acting[i];
        status += works[i] * place + s->acting[i] * place * 2.0;
        place *= 4.0;
    }
    for (int i = 0; i < SIGNALS; i++, place *= LAYERS) status += s->line[i] * place;
    *out++ = !(works[ABS] && works[TRACTION] && works[YAW_CONTROL]);
    *out++ = failures;
    *out++ = status;
    *out++ = middle;
    *out++ = steering_from_yaw(s->speed, middle);
    *out++ = middle * s->speed;
}

/* to a later time: a step at every beat of the unit's own clock until then. Beats are counted, not added up, and
   a master that adds up its own times may be off by a thousandth of a period */
static int advance_to(Numbers *s, double end)
{
    if (!s->begun) {
        s->origin = s->t;
        s->begun = 1;
    }
    while (s->origin + s->beats * U_PERIOD < end - 1e-3 * U_PERIOD) make_step(s);
    s->t = end;
    return 0;
}

/* why a step could not be made, which the interface asks for; those of a unit always can */
static const char *why_not(const Numbers *s)
{
    (void)s;
    return "the unit makes every step";
}

/* references: 0 is the time, then what goes in, then what comes out */
static double *place_of(Numbers *s, unsigned reference)
{
    if (reference == 0) return &s->t;
    if (reference <= LW_U) return s->u + reference - 1;
    return reference <= LW_U + LW_O ? s->out + reference - 1 - LW_U : NULL;
}

static int get_numbers(Instance *instance, const unsigned *references, size_t count, double *values)
{
    for (size_t i = 0; i < count; i++) {
        const double *place = place_of(&instance->now, references[i]);
        if (place == NULL) { instance->complain(instance->environment, "there is no variable of this reference"); return 1; }
        values[i] = *place;
    }
    return 0;
}

static int set_numbers(Instance *instance, const unsigned *references, size_t count, const double *values)
{
    for (size_t i = 0; i < count; i++) {
        if (references[i] == 0 || references[i] > LW_U) {
            instance->complain(instance->environment, "this variable cannot be set");
            return 1;
        }
        *place_of(&instance->now, references[i]) = values[i];
    }
    return 0;
}

static int directional(Instance *instance, const unsigned *wanted, size_t wants, const unsigned *known, size_t knows,
                       const double *seed, double *answer)
{
    (void)wanted; (void)wants; (void)known; (void)knows; (void)seed; (void)answer;
    instance->complain(instance->environment, "a control unit has no derivatives");
    return 1;
}
