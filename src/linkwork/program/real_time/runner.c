/* Fixed steps with a port for inputs and outputs. Before this file stand the program, its numbers LW_... and core.c.
   In process: linkwork_run with a function of the caller. As a program: main, below. */
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <netinet/in.h>
#include <arpa/inet.h>

enum { BINS = 24 };  /* of the histogram: up to 1, 2, 4 ... microseconds */

/* times in s, and how many of them fell into the bins */
typedef struct {
    double worst, mean;
    int64_t histogram[BINS];
} Times;

/* whole: by the clock on the wall, with what else the machine did meanwhile; busy: of the processor, for this thread
   alone; late: how much after its time a paced step began to run */
typedef struct {
    int64_t steps, overruns, missed, failed;
    Times whole, busy, late;
} Monitor;

/* of every law: the steps in which it came to decide otherwise, and those of them in which a decision changed more than
   once, or had changed in one of the two steps before: so near to each other changes are not told apart by the steps */
typedef struct { int64_t steps, close; } Changes;

enum { LOOKED = 5, NEAR = 2 };  /* states of a step: start, three stages, end; steps */

static Changes changes[LW_LAWS + 1];

/* with the event indicators of a step, and how many steps ago each of them passed zero */
static void note_changes(double (*seen)[LW_Z + 1], int *ago)
{
    char some[LW_LAWS + 1] = {0}, close[LW_LAWS + 1] = {0};
    for (int i = 0; i < LW_Z; i++) {
        int count = 0;
        for (int at = 1; at < LOOKED; at++) count += (seen[at][i] > 0.0) != (seen[at - 1][i] > 0.0);
        if (count) some[LW_LAW_OF[i]] = 1;
        if (count > 1 || (count && ago[i] < NEAR)) close[LW_LAW_OF[i]] = 1;
        ago[i] = count ? 0 : ago[i] + (ago[i] < NEAR);
    }
    for (int i = 0; i < LW_LAWS; i++) {
        changes[i].steps += some[i];
        changes[i].close += close[i];
    }
}

/* how often a law, counted from zero, decided otherwise; NULL: there is no such law */
const char *linkwork_changes(int law, int64_t *steps, int64_t *close)
{
    if (law < 0 || law >= LW_LAWS) return NULL;
    *steps = changes[law].steps;
    *close = changes[law].close;
    return LW_LAW[law];
}

enum { CAME, MISSED, ENDED };  /* what an exchange tells: inputs came, did not come, or the run is to end */

/* what a controller is given and gives: outputs of a step, inputs of the next */
typedef int (*Exchange)(void *port, int64_t sequence, double t, const double *out, double *in);

static double clock_of(clockid_t kind)
{
    struct timespec now;
    clock_gettime(kind, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double clock_now(void) { return clock_of(CLOCK_MONOTONIC); }

static void note(Times *times, double spent, int64_t before)
{
    int bin = 0;
    if (spent > times->worst) times->worst = spent;
    times->mean += (spent - times->mean) / (double)(before + 1);
    while (bin < BINS - 1 && 1e6 * spent > (double)((int64_t)1 << bin)) bin++;
    times->histogram[bin]++;
}

/* (I - h J) d = h f, J by differences, Gaussian elimination with exchange of rows */
static int advance_implicitly(Numbers *s, double h)
{
    static double matrix[LW_Y + 1][LW_Y + 2];
    double f[LW_Y + 1], moved[LW_Y + 1], y[LW_Y + 1];
    LW(rate)(s->t, s->y, s->u, s->par, f);
    for (int j = 0; j < LW_Y; j++) {
        const double size = fabs(s->y[j]) > 1.0 ? fabs(s->y[j]) : 1.0, d = 1e-7 * size;
        memcpy(y, s->y, sizeof y);
        y[j] += d;
        LW(rate)(s->t + h, y, s->u, s->par, moved);
        for (int i = 0; i < LW_Y; i++) matrix[i][j] = (i == j) - h * (moved[i] - f[i]) / d;
    }
    for (int i = 0; i < LW_Y; i++) matrix[i][LW_Y] = h * f[i];
    for (int k = 0; k < LW_Y; k++) {
        int best = k;
        for (int i = k + 1; i < LW_Y; i++) if (fabs(matrix[i][k]) > fabs(matrix[best][k])) best = i;
        if (!(fabs(matrix[best][k]) > 0.0)) return 1;
        for (int j = k; j <= LW_Y; j++) {
            const double kept = matrix[k][j];
            matrix[k][j] = matrix[best][j];
            matrix[best][j] = kept;
        }
        for (int i = k + 1; i < LW_Y; i++) {
            const double factor = matrix[i][k] / matrix[k][k];
            for (int j = k; j <= LW_Y; j++) matrix[i][j] -= factor * matrix[k][j];
        }
    }
    for (int i = LW_Y - 1; i >= 0; i--) {
        for (int j = i + 1; j < LW_Y; j++) matrix[i][LW_Y] -= matrix[i][j] * matrix[j][LW_Y];
        matrix[i][LW_Y] /= matrix[i][i];
    }
    for (int i = 0; i < LW_Y; i++) s->y[i] += matrix[i][LW_Y];
    s->t += h;
    s->known = 0;
    if (evaluate(s)) return 1;
    memcpy(s->y, s->q, sizeof(double) * LW_Q);
    memcpy(s->y + LW_Q, s->v, sizeof(double) * LW_N);
    return 0;
}

static void wait_until(double when)
{
    const double left = when - clock_now();
    if (left > 0.0) {
        struct timespec pause = {(time_t)left, (long)(1e9 * (left - (double)(time_t)left))};
        nanosleep(&pause, NULL);
    }
}

/* One step of a copy before the first: what it needs of memory and of the processor's stores is there when time counts.
   The memory of a program of its own then stays where it is, as far as the system allows that. */
static void warm_up(const Numbers *s, int implicit)
{
    static Numbers copy;
    copy = *s;
    copy.known = 0;
    if (!evaluate(&copy)) (void)(implicit ? advance_implicitly(&copy, LW_STEP) : advance_by(&copy, LW_STEP, NULL, NULL));
#ifndef LINKWORK_LIBRARY
    (void)mlockall(MCL_CURRENT);
#endif
}

static const double *first_inputs = NULL;  /* until others come; NULL: those of the model */

/* so many steps: outputs go out, inputs come in, a step is made; rows of t, inputs, outputs are recorded */
int linkwork_run(int64_t steps, int implicit, int paced, Exchange exchange, void *port, FILE *record, Monitor *monitor)
{
    static Numbers s;
    static double seen[LOOKED][LW_Z + 1];
    static int ago[LW_Z + 1];
    double row[1 + LW_U + LW_O];
    begin(&s);
    for (int i = 0; i < LW_Z; i++) ago[i] = NEAR;
    memset(changes, 0, sizeof changes);
    if (first_inputs) memcpy(s.u, first_inputs, sizeof(double) * LW_U);
    memset(monitor, 0, sizeof *monitor);
    if (evaluate(&s)) { monitor->failed = 1; return 1; }
    warm_up(&s, implicit);
    const double first = clock_now();
    for (int64_t n = 0; n < steps; n++) {
        double in[LW_U + 1], begun, busy;
        int told = CAME;
        if (paced) {
            const double due = first + (double)n * LW_STEP;
            const int waited = clock_now() < due;
            wait_until(due);
            note(&monitor->late, waited ? clock_now() - due : 0.0, n);
        }
        memcpy(in, s.u, sizeof in);
        if (exchange) told = exchange(port, n, s.t, s.out, in);
        if (told == ENDED) break;
        if (told == MISSED) monitor->missed++;
        begun = clock_now();
        busy = clock_of(CLOCK_THREAD_CPUTIME_ID);
        memcpy(s.u, in, sizeof(double) * LW_U);
        s.known = 0;
        if (evaluate(&s)) { monitor->failed = 1; return 1; }
        for (int at = 0; at < LOOKED; at++) memcpy(seen[at], s.z, sizeof s.z);
        row[0] = s.t;
        memcpy(row + 1, s.u, sizeof(double) * LW_U);
        memcpy(row + 1 + LW_U, s.out, sizeof(double) * LW_O);
        if (implicit ? advance_implicitly(&s, LW_STEP) : advance_by(&s, LW_STEP, NULL, LW_Z ? seen + 1 : NULL)) {
            monitor->failed = 1;
            return 1;
        }
        memcpy(seen[LOOKED - 1], s.z, sizeof s.z);
        note_changes(seen, ago);
        s.t = (double)(n + 1) * LW_STEP;
        note(&monitor->busy, clock_of(CLOCK_THREAD_CPUTIME_ID) - busy, n);
        note(&monitor->whole, clock_now() - begun, n);
        if (record) fwrite(row, sizeof(double), 1 + LW_U + LW_O, record);  /* the file's time is not the step's */
        if (paced && clock_now() > first + (double)(n + 1) * LW_STEP) monitor->overruns++;
        monitor->steps++;
    }
    return 0;
}

/* datagrams in lockstep: sequence, time and outputs go out, the same sequence and inputs come back */
typedef struct { int64_t sequence; double t, numbers[LW_O + LW_U + 1]; } Message;
typedef struct { int handle, silent; struct sockaddr_in peer; } Datagrams;
enum { SILENT = 12 };  /* answers missed in a row, of five seconds each, after which nobody is there any more */

static int over_udp(void *port, int64_t sequence, double t, const double *out, double *in)
{
    Datagrams *d = port;
    Message message = {sequence, t, {0}};
    const size_t head = sizeof(int64_t) + sizeof(double);
    memcpy(message.numbers, out, sizeof(double) * LW_O);
    sendto(d->handle, &message, head + sizeof(double) * LW_O, 0, (struct sockaddr *)&d->peer, sizeof d->peer);
    for (;;) {
        const ssize_t size = recv(d->handle, &message, sizeof message, 0);
        if (size < 0) return ++d->silent < SILENT ? MISSED : ENDED;
        if (size == (ssize_t)sizeof(int64_t) && message.sequence == -1) return ENDED;
        if ((size_t)size == head + sizeof(double) * LW_U && message.sequence == sequence) break;
    }
    d->silent = 0;
    memcpy(in, message.numbers, sizeof(double) * LW_U);
    return CAME;
}

/* a file mapped by both sides: the sequence is written after the numbers that belong to it */
typedef struct {
    volatile int64_t given, answered;
    volatile double t, out[LW_O + 1], in[LW_U + 1];
} Shared;

static int over_memory(void *port, int64_t sequence, double t, const double *out, double *in)
{
    Shared *shared = port;
    const double begun = clock_now();
    shared->t = t;
    for (int i = 0; i < LW_O; i++) shared->out[i] = out[i];
    __sync_synchronize();
    shared->given = sequence + 1;
    while (shared->answered != sequence + 1) {
        struct timespec pause = {0, 2000};
        if (clock_now() - begun > 5.0) return MISSED;
        nanosleep(&pause, NULL);
    }
    __sync_synchronize();
    for (int i = 0; i < LW_U; i++) in[i] = shared->in[i];
    return CAME;
}

/* inputs as they were recorded */
static int from_file(void *port, int64_t sequence, double t, const double *out, double *in)
{
    double row[1 + LW_U + LW_O];
    (void)sequence; (void)t; (void)out;
    if (fread(row, sizeof(double), 1 + LW_U + LW_O, port) != 1 + LW_U + LW_O) return MISSED;
    memcpy(in, row + 1, sizeof(double) * LW_U);
    return CAME;
}

#ifndef LINKWORK_LIBRARY
static void tell(const char *before, const Times *times)
{
    printf(", \"%sworst_us\": %.3f, \"%smean_us\": %.3f, \"%shistogram\": [", before, 1e6 * times->worst, before,
           1e6 * times->mean, before);
    for (int i = 0; i < BINS; i++) printf("%s%lld", i ? ", " : "", (long long)times->histogram[i]);
    printf("]");
}

static void tell_changes(void)
{
    const char *between = "";
    printf(", \"changes\": {");
    for (int i = 0; i < LW_LAWS; i++) {
        if (!changes[i].steps) continue;
        printf("%s\"%s\": [%lld, %lld]", between, LW_LAW[i], (long long)changes[i].steps, (long long)changes[i].close);
        between = ", ";
        if (changes[i].close) {
            fprintf(stderr, "%s: changes follow each other within a step or two (%lld times): they are not told apart, "
                    "and the motion may be wrong; take a shorter step\n",
                    LW_LAW[i], (long long)changes[i].close);
        }
    }
    printf("}");
}

int main(int count, char **words)
{
    int64_t steps = 1000;
    int implicit = 0, paced = 0, failed;
    Exchange exchange = NULL;
    void *port = NULL;
    FILE *record = NULL;
    Monitor m;
    static Datagrams datagrams;
    static double given[LW_U + 1];
    for (int i = 1; i < count; i++) {
        const char *value = i + 1 < count ? words[i + 1] : "";
        if (!strcmp(words[i], "--implicit")) { implicit = 1; continue; }
        if (!strcmp(words[i], "--paced")) { paced = 1; continue; }
        if (i + 1 == count) { fprintf(stderr, "what is given with %s?\n", words[i]); return 2; }
        i++;
        if (!strcmp(words[i - 1], "--steps")) {
            steps = atoll(value);
        } else if (!strcmp(words[i - 1], "--inputs")) {
            char *rest = (char *)value;
            for (int j = 0; j < LW_U; j++) {
                const char *from = rest;
                given[j] = strtod(from, &rest);
                if (rest == from || *rest != (j + 1 < LW_U ? ',' : '\0')) {
                    fprintf(stderr, "--inputs takes %d numbers with commas between\n", LW_U);
                    return 2;
                }
                rest++;
            }
            first_inputs = given;
        } else if (!strcmp(words[i - 1], "--record")) {
            record = fopen(value, "wb");
            if (!record) { fprintf(stderr, "%s cannot be written\n", value); return 2; }
        } else if (!strcmp(words[i - 1], "--replay")) {
            exchange = from_file;
            port = fopen(value, "rb");
            if (!port) { fprintf(stderr, "%s cannot be read\n", value); return 2; }
        } else if (!strcmp(words[i - 1], "--udp")) {
            struct timeval patience = {5, 0};
            datagrams.handle = socket(AF_INET, SOCK_DGRAM, 0);
            datagrams.peer.sin_family = AF_INET;
            datagrams.peer.sin_port = htons((uint16_t)atoi(value));
            datagrams.peer.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            setsockopt(datagrams.handle, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
            exchange = over_udp;
            port = &datagrams;
        } else if (!strcmp(words[i - 1], "--shared")) {
            const int handle = open(value, O_RDWR);
            port = handle < 0 ? MAP_FAILED : mmap(NULL, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
            if (port == MAP_FAILED) { fprintf(stderr, "%s cannot be shared\n", value); return 2; }
            exchange = over_memory;
        } else {
            fprintf(stderr, "unknown: %s; there are --steps --implicit --paced --inputs --udp --shared --replay --record\n", words[i - 1]);
            return 2;
        }
    }
    failed = linkwork_run(steps, implicit, paced, exchange, port, record, &m);
    if (record) fclose(record);
    printf("{\"steps\": %lld, \"overruns\": %lld, \"missed\": %lld", (long long)m.steps, (long long)m.overruns,
           (long long)m.missed);
    tell("", &m.whole);
    tell("busy_", &m.busy);
    if (paced) tell("late_", &m.late);
    tell_changes();
    printf("}\n");
    return failed;
}
#endif
