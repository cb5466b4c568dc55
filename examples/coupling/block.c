/* A block on a spring as a subsystem of a coupling: it answers lines on its standard output.

   cc -O2 -o block block.c -lm            then, in Python: ProgramPart(["./block"])

   m x'' + k x = f(t) with f a parabola in every step, by the classical Runge-Kutta method. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double t, x, v; } state;

static const double mass = 1.0, stiffness = 1000.0;
static state kept, tried, saved[1000];
static int count;

static double force(const double *c, double s) { return c[0] + s * (c[1] + s * c[2]); }
static double rate(double x, double f) { return (f - stiffness * x) / mass; }

static state step(state y, double h, const double *c)
{
    double a1 = rate(y.x, force(c, 0)), v2 = y.v + h / 2 * a1;
    double a2 = rate(y.x + h / 2 * y.v, force(c, h / 2)), v3 = y.v + h / 2 * a2;
    double a3 = rate(y.x + h / 2 * v2, force(c, h / 2)), v4 = y.v + h * a3;
    double a4 = rate(y.x + h * v3, force(c, h));
    y.x += h / 6 * (y.v + 2 * v2 + 2 * v3 + v4);
    y.v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    y.t += h;
    return y;
}

static void numbers(char *line, double *out, int n)
{
    for (int i = 0; i < n; i++) out[i] = strtod(line, &line);
}

int main(void)
{
    static char line[4096];
    double n[4];
    while (fgets(line, sizeof line, stdin)) {
        char *space = strchr(line, ' '), *given = space ? space : line + strlen(line);
        if (!strncmp(line, "describe", 8)) {
            printf("ok {\"inputs\": [\"f\"], \"outputs\": [\"x\", \"v\"], \"interfaces\": {\"p\": {\"takes\": \"force\", "
                   "\"force\": [\"f\"], \"position\": [\"x\"], \"velocity\": [\"v\"]}}}\n");
        } else if (!strncmp(line, "start", 5)) {
            numbers(given, n, 2);
            kept = tried = (state){n[0], 0.0, -100.0};
            printf("ok %a %a\n", kept.x, kept.v);
        } else if (!strncmp(line, "attempt", 7)) {
            numbers(given, n, 4);
            tried = step(kept, n[0], n + 1);
            printf("ok %a %a\n", tried.x, tried.v);
        } else if (!strncmp(line, "commit", 6)) {
            kept = tried;
            printf("ok\n");
        } else if (!strncmp(line, "save", 4) && count < 1000) {
            saved[count] = kept;
            printf("ok %d\n", count++);
        } else if (!strncmp(line, "restore", 7)) {
            int at = atoi(given);
            if (at >= 0 && at < count) kept = tried = saved[at];
            printf(at >= 0 && at < count ? "ok\n" : "error there is no such state\n");
        } else if (!strncmp(line, "stop", 4)) {
            return 0;
        } else {
            printf("error unknown request\n");
        }
        fflush(stdout);
    }
    return 0;
}
