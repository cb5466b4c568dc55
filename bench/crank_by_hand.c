/* The right-hand side of the slider-crank of `dynamic_problems.py` as one writes it by hand: one coordinate, the angle
   of the crank, the loop solved beforehand; y = (angle, speed). Numbers are handed over by -D. */
#include <math.h>

void by_hand_rate(const double *y, double *dy)
{
    const double ratio = L1 / L2, inertia = M2 * L2 * L2 / 12.0;
    const double s = sin(y[0]), c = cos(y[0]), speed = y[1];
    const double k = 1.0 / sqrt(1.0 - ratio * ratio * s * s);          /* 1 / cos of the rod's angle */
    const double p = -ratio * c * k, dp = ratio * s * k * (1.0 - p * p); /* rod's speed a crank's speed, its change */
    const double g = L1 * s * (p - 1.0), dg = L1 * (c * (p - 1.0) + s * dp); /* the same of the slider */
    const double x = g - L1 * s, dx = dg - L1 * c;                    /* twice that of the rod's centre */
    const double mass = M1 * L1 * L1 / 3.0 + 0.25 * M2 * (x * x + L1 * L1 * c * c) + inertia * p * p + M3 * g * g;
    const double half = 0.25 * M2 * (x * dx - L1 * L1 * s * c) + inertia * p * dp + M3 * g * dg;
    const double torque = D * (W0 - speed) - 0.5 * (M1 + M2) * G * L1 * c;
    dy[0] = speed;
    dy[1] = (torque - half * speed * speed) / mass;
}

void of_hand(long count, double *y, double *dy)
{
    for (long n = 0; n < count; n++) { y[0] += 1e-14; by_hand_rate(y, dy); }
}
