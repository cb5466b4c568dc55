/* What a change of some variables does to others, exactly: every operation of the program goes along the direction,
   the steps onto the constraints included. Stands behind core.c and the tangents of the program. */

/* along y, u and par of d: its rates, outputs and event indicators */
static int follow(const Numbers *s, Numbers *d)
{
    static const int turns[] = LW_TURNS;
    double q[LW_Q + 1], v[LW_N + 1], *dq = d->q, *dv = d->v;
    const double *x = s->y + LW_Q + LW_N, *dx = d->y + LW_Q + LW_N;
    memcpy(q, s->y, sizeof(double) * LW_Q);
    memcpy(v, s->y + LW_Q, sizeof(double) * LW_N);
    memcpy(dq, d->y, sizeof(double) * LW_Q);
    memcpy(dv, d->y + LW_Q, sizeof(double) * LW_N);
    for (int i = 0; turns[i] >= 0; i++) tangent_normalise(q + turns[i], dq + turns[i]);
#if LW_CLOSES
    {
        double step[LW_N + 1], dstep[LW_N + 1], residual[LW_M + 1], before = 1e300;
        int count = 0, done = 0;
        while (!done) {
            double size = 0.0;
            if (count++ == 40) break;
            LW(closure)(s->t, q, v, x, s->u, s->par, step, residual);
            LW(tangent_closure)(s->t, q, v, x, s->u, s->par, dq, dv, dx, d->u, d->par, dstep);
            for (int i = 0; i < LW_N; i++) if (!(fabs(step[i]) <= size)) size = fabs(step[i]);
            if (!(size < 1e3)) return 1;
            done = size < 1e-13 || (size < 1e-9 && size >= before);
            before = size;
            LW(tangent_move)(q, step, dq, dstep);
            LW(move)(q, step);
        }
        LW(closure_speeds)(s->t, q, v, x, s->u, s->par, step);
        LW(tangent_closure_speeds)(s->t, q, v, x, s->u, s->par, dq, dv, dx, d->u, d->par, dstep);
        for (int i = 0; i < LW_N; i++) { v[i] += step[i]; dv[i] += dstep[i]; }
    }
#else
    (void)LW(tangent_move);
#endif
    LW(tangent)(s->t, q, v, x, s->u, s->par, dq, dv, dx, d->u, d->par, d->dy, d->out, d->z);
    return 0;
}

static int directional(Instance *instance, const unsigned *wanted, size_t wants, const unsigned *known, size_t knows,
                       const double *seed, double *found)
{
    Numbers d;
    memset(&d, 0, sizeof d);
    for (size_t i = 0; i < knows; i++) {
        double *place = place_of(&d, known[i]);
        if (place == NULL || known[i] == 0 || is_computed(known[i])) {
            instance->complain(instance->environment, "there is no derivative by this variable");
            return 1;
        }
        *place += seed[i];
    }
    if (evaluate(&instance->now) || follow(&instance->now, &d)) {
        instance->complain(instance->environment, "the loops of the mechanism cannot be closed at this state");
        return 1;
    }
    for (size_t j = 0; j < wants; j++) {
        const double *place = place_of(&d, wanted[j]);
        if (place == NULL) return 1;
        found[j] = *place;
    }
    return 0;
}
