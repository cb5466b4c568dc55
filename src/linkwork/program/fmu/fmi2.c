/* The functions of FMI 2.0, for model exchange and co-simulation, around core.c. */
#if defined _WIN32
#define FMI2_API __declspec(dllexport)
#else
#define FMI2_API __attribute__((visibility("default")))
#endif

typedef void *fmi2Component;
typedef unsigned int fmi2ValueReference;
typedef int fmi2Boolean;
typedef const char *fmi2String;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef void (*Logger)(void *, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
typedef struct {
    Logger logger;
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*stepFinished)(void *, fmi2Status);
    void *environment;
} fmi2CallbackFunctions;
typedef struct {
    fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged, nextEventTimeDefined;
    double nextEventTime;
} fmi2EventInfo;

typedef struct {
    Instance base;
    Logger logger;
    void *environment;
    char name[128];
} Component;

static void complain(void *component, const char *text)
{
    Component *c = component;
    if (c->logger) c->logger(c->environment, c->name, fmi2Error, "error", text);
}

static fmi2Status told(int failed) { return failed ? fmi2Error : fmi2OK; }

FMI2_API const char *fmi2GetTypesPlatform(void) { return "default"; }
FMI2_API const char *fmi2GetVersion(void) { return "2.0"; }

FMI2_API fmi2Component fmi2Instantiate(fmi2String name, int kind, fmi2String guid, fmi2String resources,
                                       const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging)
{
    Component *c;
    (void)resources; (void)visible; (void)logging;
    if (guid == NULL || strcmp(guid, LW_GUID) != 0) {
        if (functions && functions->logger)
            functions->logger(functions->environment, name, fmi2Error, "error", "the guid is that of another model");
        return NULL;
    }
    c = calloc(1, sizeof *c);
    if (c == NULL) return NULL;
    c->base.model_exchange = kind == 0;
    c->base.environment = c;
    c->base.complain = complain;
    c->logger = functions ? functions->logger : NULL;
    c->environment = functions ? functions->environment : NULL;
    if (name) strncpy(c->name, name, sizeof c->name - 1);
    begin(&c->base.now);
    return c;
}

FMI2_API void fmi2FreeInstance(fmi2Component c) { free(c); }
FMI2_API fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String kinds[])
{
    (void)c; (void)on; (void)n; (void)kinds;
    return fmi2OK;
}

FMI2_API fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean given, double tolerance, double start,
                                        fmi2Boolean has_stop, double stop)
{
    (void)given; (void)tolerance; (void)has_stop; (void)stop;
    ((Component *)c)->base.now.t = start;
    ((Component *)c)->base.now.known = 0;
    return fmi2OK;
}

FMI2_API fmi2Status fmi2EnterInitializationMode(fmi2Component c) { (void)c; return fmi2OK; }
FMI2_API fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    if (!evaluate(&((Component *)c)->base.now)) return fmi2OK;
    complain(c, "the loops of the mechanism cannot be closed at the start");
    return fmi2Error;
}
FMI2_API fmi2Status fmi2Terminate(fmi2Component c) { (void)c; return fmi2OK; }
FMI2_API fmi2Status fmi2Reset(fmi2Component c) { begin(&((Component *)c)->base.now); return fmi2OK; }

FMI2_API fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, double values[])
{
    return told(get_numbers(c, r, n, values));
}
FMI2_API fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference r[], size_t n, const double values[])
{
    return told(set_numbers(c, r, n, values));
}

#define NONE_OF(Kind, Type) \
    FMI2_API fmi2Status fmi2Get##Kind(fmi2Component c, const fmi2ValueReference r[], size_t n, Type values[]) \
    { (void)c; (void)r; (void)values; return told(n > 0); } \
    FMI2_API fmi2Status fmi2Set##Kind(fmi2Component c, const fmi2ValueReference r[], size_t n, const Type values[]) \
    { (void)c; (void)r; (void)values; return told(n > 0); }
NONE_OF(Integer, int)
NONE_OF(Boolean, int)
NONE_OF(String, fmi2String)

FMI2_API fmi2Status fmi2GetFMUstate(fmi2Component c, void **state)
{
    if (*state == NULL) *state = malloc(sizeof(Numbers));
    if (*state == NULL) return fmi2Error;
    memcpy(*state, &((Component *)c)->base.now, sizeof(Numbers));
    return fmi2OK;
}
FMI2_API fmi2Status fmi2SetFMUstate(fmi2Component c, void *state)
{
    memcpy(&((Component *)c)->base.now, state, sizeof(Numbers));
    return fmi2OK;
}
FMI2_API fmi2Status fmi2FreeFMUstate(fmi2Component c, void **state)
{
    (void)c;
    free(*state);
    *state = NULL;
    return fmi2OK;
}
FMI2_API fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, void *state, size_t *size)
{
    (void)c; (void)state;
    *size = sizeof(Numbers);
    return fmi2OK;
}
FMI2_API fmi2Status fmi2SerializeFMUstate(fmi2Component c, void *state, char bytes[], size_t size)
{
    (void)c;
    if (size < sizeof(Numbers)) return fmi2Error;
    memcpy(bytes, state, sizeof(Numbers));
    return fmi2OK;
}
FMI2_API fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const char bytes[], size_t size, void **state)
{
    (void)c;
    if (size != sizeof(Numbers)) return fmi2Error;
    if (*state == NULL) *state = malloc(sizeof(Numbers));
    if (*state == NULL) return fmi2Error;
    memcpy(*state, bytes, sizeof(Numbers));
    return fmi2OK;
}

FMI2_API fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference wanted[], size_t wants,
                                                 const fmi2ValueReference known[], size_t knows, const double seed[],
                                                 double found[])
{
    return told(directional(c, wanted, wants, known, knows, seed, found));
}

/* model exchange */
FMI2_API fmi2Status fmi2EnterEventMode(fmi2Component c) { (void)c; return fmi2OK; }
FMI2_API fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    (void)c;
    memset(info, 0, sizeof *info);
    return fmi2OK;
}
FMI2_API fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c) { (void)c; return fmi2OK; }
FMI2_API fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_way_back, fmi2Boolean *event,
                                                fmi2Boolean *terminate)
{
    (void)c; (void)no_way_back;
    *event = *terminate = 0;
    return fmi2OK;
}
FMI2_API fmi2Status fmi2SetTime(fmi2Component c, double t)
{
    ((Component *)c)->base.now.t = t;
    ((Component *)c)->base.now.known = 0;
    return fmi2OK;
}
FMI2_API fmi2Status fmi2SetContinuousStates(fmi2Component c, const double y[], size_t n)
{
    if (n != LW_Y) return fmi2Error;
    memcpy(((Component *)c)->base.now.y, y, sizeof(double) * LW_Y);
    ((Component *)c)->base.now.known = 0;
    return fmi2OK;
}
static fmi2Status copied(fmi2Component c, double *to, const double *from, size_t n, size_t size)
{
    if (n != size) return fmi2Error;
    if (evaluate(&((Component *)c)->base.now)) {
        complain(c, "the loops of the mechanism cannot be closed at this state");
        return fmi2Discard;
    }
    memcpy(to, from, sizeof(double) * n);
    return fmi2OK;
}
FMI2_API fmi2Status fmi2GetDerivatives(fmi2Component c, double dy[], size_t n)
{
    return copied(c, dy, ((Component *)c)->base.now.dy, n, LW_Y);
}
FMI2_API fmi2Status fmi2GetEventIndicators(fmi2Component c, double z[], size_t n)
{
    return copied(c, z, ((Component *)c)->base.now.z, n, LW_Z);
}
FMI2_API fmi2Status fmi2GetContinuousStates(fmi2Component c, double y[], size_t n)
{
    if (n != LW_Y) return fmi2Error;
    memcpy(y, ((Component *)c)->base.now.y, sizeof(double) * LW_Y);
    return fmi2OK;
}
FMI2_API fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, double nominal[], size_t n)
{
    (void)c;
    for (size_t i = 0; i < n; i++) nominal[i] = 1.0;
    return told(n != LW_Y);
}

/* co-simulation */
FMI2_API fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference r[], size_t n,
                                                const int order[], const double values[])
{
    (void)c; (void)r; (void)order; (void)values;
    return told(n > 0);
}
FMI2_API fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference r[], size_t n,
                                                 const int order[], double values[])
{
    (void)c; (void)r; (void)order; (void)values;
    return told(n > 0);
}
FMI2_API fmi2Status fmi2DoStep(fmi2Component c, double t, double length, fmi2Boolean no_way_back)
{
    Numbers before = ((Component *)c)->base.now;
    (void)no_way_back;
    if (!advance_to(&((Component *)c)->base.now, t + length)) return fmi2OK;
    complain(c, why_not(&((Component *)c)->base.now));
    ((Component *)c)->base.now = before;
    return fmi2Discard;
}
FMI2_API fmi2Status fmi2CancelStep(fmi2Component c) { (void)c; return fmi2Error; }
#define NO_STATUS(Name, Type) \
    FMI2_API fmi2Status fmi2Get##Name(fmi2Component c, int kind, Type *value) \
    { (void)c; (void)kind; (void)value; return fmi2Discard; }
NO_STATUS(Status, fmi2Status)
NO_STATUS(IntegerStatus, int)
NO_STATUS(BooleanStatus, int)
NO_STATUS(StringStatus, fmi2String)
FMI2_API fmi2Status fmi2GetRealStatus(fmi2Component c, int kind, double *value)
{
    if (kind != 2) return fmi2Discard;
    *value = ((Component *)c)->base.now.t;
    return fmi2OK;
}
