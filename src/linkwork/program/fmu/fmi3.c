/* The functions of FMI 3.0, for model exchange and co-simulation, around core.c. */
#include <stdbool.h>
#include <stdint.h>
#if defined _WIN32
#define FMI3_API __declspec(dllexport)
#else
#define FMI3_API __attribute__((visibility("default")))
#endif

typedef void *fmi3Instance;
typedef uint32_t fmi3ValueReference;
typedef const char *fmi3String;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef void (*Logger)(void *, fmi3Status, fmi3String, fmi3String);

typedef struct {
    Instance base;
    Logger logger;
    void *environment;
} Component;

static void complain(void *component, const char *text)
{
    Component *c = component;
    if (c->logger) c->logger(c->environment, fmi3Error, "error", text);
}

static fmi3Status told(int failed) { return failed ? fmi3Error : fmi3OK; }
static Numbers *numbers(fmi3Instance c) { return &((Component *)c)->base.now; }

static fmi3Instance made(fmi3String token, void *environment, Logger logger, int model_exchange)
{
    Component *c;
    if (token == NULL || strcmp(token, LW_GUID) != 0) {
        if (logger) logger(environment, fmi3Error, "error", "the instantiation token is that of another model");
        return NULL;
    }
    c = calloc(1, sizeof *c);
    if (c == NULL) return NULL;
    c->base.model_exchange = model_exchange;
    c->base.environment = c;
    c->base.complain = complain;
    c->logger = logger;
    c->environment = environment;
    begin(&c->base.now);
    return c;
}

FMI3_API const char *fmi3GetVersion(void) { return "3.0"; }
FMI3_API fmi3Status fmi3SetDebugLogging(fmi3Instance c, bool on, size_t n, const fmi3String kinds[])
{
    (void)c; (void)on; (void)n; (void)kinds;
    return fmi3OK;
}
FMI3_API fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                                   bool visible, bool logging, void *environment, Logger logger)
{
    (void)name; (void)resources; (void)visible; (void)logging;
    return made(token, environment, logger, 1);
}
FMI3_API fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, bool visible,
                                                  bool logging, bool events, bool early,
                                                  const fmi3ValueReference between[], size_t count, void *environment,
                                                  Logger logger, void *update)
{
    (void)name; (void)resources; (void)visible; (void)logging; (void)events; (void)early; (void)between; (void)count;
    (void)update;
    return made(token, environment, logger, 0);
}
FMI3_API fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                                        bool visible, bool logging, void *environment, Logger logger,
                                                        void *update, void *lock, void *unlock)
{
    (void)name; (void)token; (void)resources; (void)visible; (void)logging; (void)environment; (void)logger;
    (void)update; (void)lock; (void)unlock;
    return NULL;
}
FMI3_API void fmi3FreeInstance(fmi3Instance c) { free(c); }
FMI3_API fmi3Status fmi3EnterInitializationMode(fmi3Instance c, bool given, double tolerance, double start,
                                                bool has_stop, double stop)
{
    (void)given; (void)tolerance; (void)has_stop; (void)stop;
    numbers(c)->t = start;
    numbers(c)->known = 0;
    return fmi3OK;
}
FMI3_API fmi3Status fmi3ExitInitializationMode(fmi3Instance c)
{
    if (!evaluate(numbers(c))) return fmi3OK;
    complain(c, "the loops of the mechanism cannot be closed at the start");
    return fmi3Error;
}
FMI3_API fmi3Status fmi3EnterEventMode(fmi3Instance c) { (void)c; return fmi3OK; }
FMI3_API fmi3Status fmi3Terminate(fmi3Instance c) { (void)c; return fmi3OK; }
FMI3_API fmi3Status fmi3Reset(fmi3Instance c) { begin(numbers(c)); return fmi3OK; }

FMI3_API fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference r[], size_t n, double values[], size_t size)
{
    return told(size != n || get_numbers(c, r, n, values));
}
FMI3_API fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference r[], size_t n, const double values[],
                                   size_t size)
{
    return told(size != n || set_numbers(c, r, n, values));
}
#define NONE_OF(Kind, Type) \
    FMI3_API fmi3Status fmi3Get##Kind(fmi3Instance c, const fmi3ValueReference r[], size_t n, Type v[], size_t size) \
    { (void)c; (void)r; (void)v; (void)size; return told(n > 0); } \
    FMI3_API fmi3Status fmi3Set##Kind(fmi3Instance c, const fmi3ValueReference r[], size_t n, const Type v[], size_t size) \
    { (void)c; (void)r; (void)v; (void)size; return told(n > 0); }
NONE_OF(Float32, float)
NONE_OF(Int8, int8_t)
NONE_OF(UInt8, uint8_t)
NONE_OF(Int16, int16_t)
NONE_OF(UInt16, uint16_t)
NONE_OF(Int32, int32_t)
NONE_OF(UInt32, uint32_t)
NONE_OF(Int64, int64_t)
NONE_OF(UInt64, uint64_t)
NONE_OF(Boolean, bool)
NONE_OF(String, fmi3String)
FMI3_API fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference r[], size_t n, size_t s[], const uint8_t *v[], size_t size)
{ (void)c; (void)r; (void)s; (void)v; (void)size; return told(n > 0); }
FMI3_API fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference r[], size_t n, const size_t s[], const uint8_t *const v[], size_t size)
{ (void)c; (void)r; (void)s; (void)v; (void)size; return told(n > 0); }
FMI3_API fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference r[], size_t n, bool v[])
{ (void)c; (void)r; (void)v; return told(n > 0); }
FMI3_API fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference r[], size_t n, const bool v[])
{ (void)c; (void)r; (void)v; return told(n > 0); }

FMI3_API fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference r, size_t *n)
{ (void)c; (void)r; (void)n; return fmi3Error; }
FMI3_API fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference d, size_t a[], fmi3ValueReference i[],
                                                size_t b[], int k[], size_t n)
{ (void)c; (void)d; (void)a; (void)i; (void)b; (void)k; (void)n; return fmi3Error; }

FMI3_API fmi3Status fmi3GetFMUState(fmi3Instance c, void **state)
{
    if (*state == NULL) *state = malloc(sizeof(Numbers));
    if (*state == NULL) return fmi3Error;
    memcpy(*state, numbers(c), sizeof(Numbers));
    return fmi3OK;
}
FMI3_API fmi3Status fmi3SetFMUState(fmi3Instance c, void *state)
{
    memcpy(numbers(c), state, sizeof(Numbers));
    return fmi3OK;
}
FMI3_API fmi3Status fmi3FreeFMUState(fmi3Instance c, void **state)
{
    (void)c;
    free(*state);
    *state = NULL;
    return fmi3OK;
}
FMI3_API fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, void *state, size_t *size)
{
    (void)c; (void)state;
    *size = sizeof(Numbers);
    return fmi3OK;
}
FMI3_API fmi3Status fmi3SerializeFMUState(fmi3Instance c, void *state, uint8_t bytes[], size_t size)
{
    (void)c;
    if (size < sizeof(Numbers)) return fmi3Error;
    memcpy(bytes, state, sizeof(Numbers));
    return fmi3OK;
}
FMI3_API fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const uint8_t bytes[], size_t size, void **state)
{
    (void)c;
    if (size != sizeof(Numbers)) return fmi3Error;
    if (*state == NULL) *state = malloc(sizeof(Numbers));
    if (*state == NULL) return fmi3Error;
    memcpy(*state, bytes, sizeof(Numbers));
    return fmi3OK;
}

FMI3_API fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference wanted[], size_t wants,
                                                 const fmi3ValueReference known[], size_t knows, const double seed[],
                                                 size_t seeds, double found[], size_t finds)
{
    return told(seeds != knows || finds != wants || directional(c, wanted, wants, known, knows, seed, found));
}
FMI3_API fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference w[], size_t a,
                                             const fmi3ValueReference k[], size_t b, const double s[], size_t d,
                                             double f[], size_t e)
{ (void)c; (void)w; (void)a; (void)k; (void)b; (void)s; (void)d; (void)f; (void)e; return fmi3Error; }
FMI3_API fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) { (void)c; return fmi3OK; }
FMI3_API fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) { (void)c; return fmi3OK; }

#define NO_CLOCKS(Name, One, Other) \
    FMI3_API fmi3Status fmi3##Name(fmi3Instance c, const fmi3ValueReference r[], size_t n, One a[], Other b[]) \
    { (void)c; (void)r; (void)a; (void)b; return told(n > 0); }
NO_CLOCKS(GetIntervalDecimal, double, int)
NO_CLOCKS(GetShiftFraction, uint64_t, uint64_t)
NO_CLOCKS(SetIntervalFraction, const uint64_t, const uint64_t)
NO_CLOCKS(SetShiftFraction, const uint64_t, const uint64_t)
FMI3_API fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference r[], size_t n, uint64_t a[], uint64_t b[], int q[])
{ (void)c; (void)r; (void)a; (void)b; (void)q; return told(n > 0); }
FMI3_API fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference r[], size_t n, double a[])
{ (void)c; (void)r; (void)a; return told(n > 0); }
FMI3_API fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference r[], size_t n, const double a[])
{ (void)c; (void)r; (void)a; return told(n > 0); }
FMI3_API fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference r[], size_t n, const double a[])
{ (void)c; (void)r; (void)a; return told(n > 0); }

FMI3_API fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) { (void)c; return fmi3OK; }
FMI3_API fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, bool *again, bool *terminate, bool *nominals, bool *values,
                                             bool *next, double *time)
{
    (void)c; (void)time;
    *again = *terminate = *nominals = *values = *next = false;
    return fmi3OK;
}
FMI3_API fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c) { (void)c; return fmi3OK; }
FMI3_API fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, bool no_way_back, bool *event, bool *terminate)
{
    (void)c; (void)no_way_back;
    *event = *terminate = false;
    return fmi3OK;
}
FMI3_API fmi3Status fmi3SetTime(fmi3Instance c, double t)
{
    numbers(c)->t = t;
    numbers(c)->known = 0;
    return fmi3OK;
}
FMI3_API fmi3Status fmi3SetContinuousStates(fmi3Instance c, const double y[], size_t n)
{
    if (n != LW_Y) return fmi3Error;
    memcpy(numbers(c)->y, y, sizeof(double) * LW_Y);
    numbers(c)->known = 0;
    return fmi3OK;
}
static fmi3Status copied(fmi3Instance c, double *to, const double *from, size_t n, size_t size)
{
    if (n != size) return fmi3Error;
    if (evaluate(numbers(c))) {
        complain(c, "the loops of the mechanism cannot be closed at this state");
        return fmi3Discard;
    }
    memcpy(to, from, sizeof(double) * n);
    return fmi3OK;
}
FMI3_API fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, double dy[], size_t n)
{
    return copied(c, dy, numbers(c)->dy, n, LW_Y);
}
FMI3_API fmi3Status fmi3GetEventIndicators(fmi3Instance c, double z[], size_t n)
{
    return copied(c, z, numbers(c)->z, n, LW_Z);
}
FMI3_API fmi3Status fmi3GetContinuousStates(fmi3Instance c, double y[], size_t n)
{
    if (n != LW_Y) return fmi3Error;
    memcpy(y, numbers(c)->y, sizeof(double) * LW_Y);
    return fmi3OK;
}
FMI3_API fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, double nominal[], size_t n)
{
    (void)c;
    for (size_t i = 0; i < n; i++) nominal[i] = 1.0;
    return told(n != LW_Y);
}
FMI3_API fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *n) { (void)c; *n = LW_Z; return fmi3OK; }
FMI3_API fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *n) { (void)c; *n = LW_Y; return fmi3OK; }

FMI3_API fmi3Status fmi3EnterStepMode(fmi3Instance c) { (void)c; return fmi3OK; }
FMI3_API fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference r[], size_t n,
                                             const int32_t order[], double values[], size_t size)
{
    (void)c; (void)r; (void)order; (void)values; (void)size;
    return told(n > 0);
}
FMI3_API fmi3Status fmi3DoStep(fmi3Instance c, double t, double length, bool no_way_back, bool *event, bool *terminate,
                               bool *early, double *last)
{
    Numbers before = *numbers(c);
    (void)no_way_back;
    *event = *terminate = *early = false;
    *last = t + length;
    if (!advance_to(numbers(c), t + length)) return fmi3OK;
    complain(c, why_not(numbers(c)));
    *numbers(c) = before;
    *last = before.t;
    return fmi3Error;
}
FMI3_API fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference clock, double t)
{
    (void)c; (void)clock; (void)t;
    return fmi3Error;
}
