/* A real-time loop around a compiled mechanism: read the speed, set the torque, make one step, wait for the next one.

   No Python runs in here, and nothing is allocated. `model.h` is the header that Linkwork writes for the mechanism. */

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200112L
#endif
#include <stdint.h>
#include "model.h"

#ifdef _WIN32
#include <windows.h>
#define EXPORTED __declspec(dllexport)

static double seconds(void) {
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (double)count.QuadPart / (double)frequency.QuadPart;
}

static void doze(double time) { Sleep((DWORD)(1e3 * time)); }
#else
#include <time.h>
#define EXPORTED

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void doze(double time) {
    struct timespec left;
    left.tv_sec = (time_t)time;
    left.tv_nsec = (long)(1e9 * (time - (double)left.tv_sec));
    nanosleep(&left, 0);
}
#endif

/* Sleep while there is time, then watch the clock: the operating system may wake us late. */
static void wait_until(double when) {
    const double reserve = 2e-4;
    if (when - seconds() > 2.0 * reserve) doze(when - seconds() - reserve);
    while (seconds() < when) {
    }
}

/* `count` steps with a speed controller: torque = bias + gain * (wanted - speed).

   record: for every step the time at its end, the torque, and what is observed then (2 + model->observed numbers).
   cost:   seconds of processor work that every step took.
   paced:  whether a step waits until its time has come; otherwise the loop runs as fast as it can.
   Returns 0, or the reason why a step failed. */
EXPORTED int64_t control_loop(linkwork_model *model, int64_t count, int64_t paced, double bias, double gain,
                              double wanted, double *record, double *cost) {
    const int64_t width = 2 + model->observed;
    const double begin = seconds(), length = *model->h;
    int64_t i, status = 0;
    double *row = record;
    linkwork_observe(model, row + 2);
    for (i = 0; i < count && status == 0; i++) {
        double torque, woken;
        if (paced) wait_until(begin + (double)i * length);
        woken = seconds();
        torque = bias + gain * (wanted - row[2 + LINKWORK_OBSERVED_CRANK_OMEGA]);
        model->w[LINKWORK_INPUT_TORQUE] = torque;
        status = linkwork_step(model, 1);
        row = record + width * i;
        row[0] = *model->t;
        row[1] = torque;
        linkwork_observe(model, row + 2);
        cost[i] = seconds() - woken;
    }
    return status;
}
