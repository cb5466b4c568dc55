/* The calls from Python into the kernels compiled ahead, without a compiler at run time and with little overhead.

   Only functions of CPython's stable interface are used, declared here: no header of any Python is needed, and one
   library serves every version from 3.11 on.

   An entry takes all its numbers in one row of 64-bit words, in the order in which Python gives them: a number is one
   word, a complex number two; an array is its data's address, then its lengths, then its strides in bytes. The results
   follow in the same row. What an entry takes is a text of letters: f float, c complex, i int, b bool, ( ) a tuple, and
   [ for an array with its item's letter, number of axes, layout (C, or A for any) and w if it is written to. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define SHOWN __declspec(dllexport)
#else
#define SHOWN __attribute__((visibility("default")))
#endif

typedef struct object PyObject;
typedef intptr_t Py_ssize_t;
typedef struct {
  void *buf;
  PyObject *obj;
  Py_ssize_t len, itemsize;
  int readonly, ndim;
  char *format;
  Py_ssize_t *shape, *strides, *suboffsets;
  void *internal;
} Py_buffer;
typedef struct {
  const char *name;
  PyObject *(*function)(PyObject *, PyObject *const *, Py_ssize_t);
  int flags;
  const char *doc;
} PyMethodDef;

extern int PyObject_IsInstance(PyObject *, PyObject *);
extern int PyObject_IsTrue(PyObject *);
extern int PyObject_GetBuffer(PyObject *, Py_buffer *, int);
extern void PyBuffer_Release(Py_buffer *);
extern int PyBuffer_IsContiguous(const Py_buffer *, char);
extern void PyErr_Clear(void);
extern PyObject *PyErr_Occurred(void);
extern PyObject *PyErr_Format(PyObject *, const char *, ...);
extern double PyFloat_AsDouble(PyObject *);
extern PyObject *PyFloat_FromDouble(double);
extern int PyIndex_Check(PyObject *);
extern Py_ssize_t PyNumber_AsSsize_t(PyObject *, PyObject *);
extern PyObject *PyLong_FromLongLong(long long);
extern PyObject *PyBool_FromLong(long);
extern double PyComplex_RealAsDouble(PyObject *);
extern double PyComplex_ImagAsDouble(PyObject *);
extern PyObject *PyComplex_FromDoubles(double, double);
extern Py_ssize_t PyTuple_Size(PyObject *);
extern PyObject *PyTuple_GetItem(PyObject *, Py_ssize_t);
extern PyObject *PyTuple_New(Py_ssize_t);
extern int PyTuple_SetItem(PyObject *, Py_ssize_t, PyObject *);
extern PyObject *PyCapsule_New(void *, const char *, void *);
extern void *PyCapsule_GetPointer(PyObject *, const char *);
extern PyObject *PyCFunction_NewEx(PyMethodDef *, PyObject *, PyObject *);
extern void Py_IncRef(PyObject *);
extern void Py_DecRef(PyObject *);

enum { FLOAT, COMPLEX, BOOL, TUPLE, NONE, OTHERWISE, FAILED, KNOWN };
enum { MOST_WORDS = 1024, MOST_ARRAYS = 128, FAST = 0x80, STRIDED = 0x1C };

typedef struct {
  const char *takes, *gives;
  int64_t (*function)(int64_t *);
} Variant;
typedef struct {
  PyMethodDef method;
  int64_t count;
  Variant variants[];
} Entry;
typedef struct {
  int64_t words[MOST_WORDS];
  Py_buffer arrays[MOST_ARRAYS];
  int used, held;
} Row;

static PyObject *known[KNOWN];

/* Python's own objects: the types, None, NotImplemented and the error that a kernel's failure raises. */
SHOWN void linkwork_start(PyObject *objects) {
  for (int i = 0; i < KNOWN; i++) {
    known[i] = PyTuple_GetItem(objects, i);
    Py_IncRef(known[i]);
  }
}

static void put_double(Row *row, double value) { memcpy(&row->words[row->used++], &value, 8); }

static int put_array(Row *row, PyObject *given, const char *kind) {
  if (row->held == MOST_ARRAYS) return 0;
  Py_buffer *view = &row->arrays[row->held];
  if (PyObject_GetBuffer(given, view, STRIDED) < 0) {
    PyErr_Clear();
    return 0;
  }
  row->held++;
  const char *format = view->format == NULL ? "B" : view->format;
  char item = format[0] == 'Z' && format[1] == 'd' ? 'z' : format[1] != 0 ? 0 : format[0];
  if ((item == 'l' || item == 'q') && view->itemsize == 8) item = 'q';
  if (item == 'l' && view->itemsize == 4) item = 'i';
  if (item != kind[1] || view->ndim != kind[2] - '0' || row->used + 1 + 2 * view->ndim > MOST_WORDS) return 0;
  if (kind[4] == 'w' && view->readonly) return 0;
  if (kind[3] == 'C' && !PyBuffer_IsContiguous(view, 'C')) return 0;
  row->words[row->used++] = (int64_t)(intptr_t)view->buf;
  for (int i = 0; i < view->ndim; i++) row->words[row->used++] = view->shape[i];
  for (int i = 0; i < view->ndim; i++) row->words[row->used++] = view->strides[i];
  return 1;
}

static const char *put(Row *row, PyObject *given, const char *kind);

static const char *put_tuple(Row *row, PyObject *given, const char *kind) {
  if (!PyObject_IsInstance(given, known[TUPLE])) return NULL;
  Py_ssize_t count = PyTuple_Size(given), i = 0;
  for (kind++; *kind != ')' && i < count; i++) {
    kind = put(row, PyTuple_GetItem(given, i), kind);
    if (kind == NULL) return NULL;
  }
  return *kind == ')' && i == count ? kind + 1 : NULL;
}

/* Add what Python gives to the row; the rest of the text, or NULL where it does not fit. */
static const char *put(Row *row, PyObject *given, const char *kind) {
  if (row->used + 2 > MOST_WORDS) return NULL;
  switch (*kind) {
    case '(':
      return put_tuple(row, given, kind);
    case '[':
      return put_array(row, given, kind) ? kind + 5 : NULL;
    case 'f':
      if (!PyObject_IsInstance(given, known[FLOAT])) return NULL;
      put_double(row, PyFloat_AsDouble(given));
      return kind + 1;
    case 'c':
      if (!PyObject_IsInstance(given, known[COMPLEX])) return NULL;
      put_double(row, PyComplex_RealAsDouble(given));
      put_double(row, PyComplex_ImagAsDouble(given));
      return kind + 1;
    case 'b':
      if (!PyObject_IsInstance(given, known[BOOL])) return NULL;
      row->words[row->used++] = PyObject_IsTrue(given);
      return kind + 1;
    default:
      if (PyObject_IsInstance(given, known[BOOL]) || !PyIndex_Check(given)) return NULL;
      row->words[row->used++] = PyNumber_AsSsize_t(given, known[FAILED]);
      if (row->words[row->used - 1] == -1 && PyErr_Occurred() != NULL) {
        PyErr_Clear();
        return NULL;
      }
      return kind + 1;
  }
}

static double take_double(Row *row) {
  double value;
  memcpy(&value, &row->words[row->used++], 8);
  return value;
}

static PyObject *take(Row *row, const char **kind) {
  switch (*(*kind)++) {
    case 'f':
      return PyFloat_FromDouble(take_double(row));
    case 'c': {
      double real = take_double(row);
      return PyComplex_FromDoubles(real, take_double(row));
    }
    case 'i':
      return PyLong_FromLongLong(row->words[row->used++]);
    case 'b':
      return PyBool_FromLong((long)row->words[row->used++]);
    case '(': {
      Py_ssize_t count = *(*kind)++ - '0';
      PyObject *made = PyTuple_New(count);
      for (Py_ssize_t i = 0; i < count && made != NULL; i++) PyTuple_SetItem(made, i, take(row, kind));
      return made;
    }
    default:
      Py_IncRef(known[NONE]);
      return known[NONE];
  }
}

static int fits(Row *row, const char *kind, PyObject *const *given, Py_ssize_t count) {
  Py_ssize_t i = 0;
  while (*kind != 0 && i < count) {
    kind = put(row, given[i++], kind);
    if (kind == NULL) return 0;
  }
  return *kind == 0 && i == count;
}

static void let_go(Row *row) {
  while (row->held > 0) PyBuffer_Release(&row->arrays[--row->held]);
  row->used = 0;
}

/* Call the variant that takes what is given; NotImplemented where there is none. */
static PyObject *call(PyObject *self, PyObject *const *given, Py_ssize_t count) {
  Entry *entry = PyCapsule_GetPointer(self, NULL);
  Row row;
  row.used = row.held = 0;
  for (int64_t n = 0; n < entry->count; n++) {
    const char *gives = entry->variants[n].gives;
    if (fits(&row, entry->variants[n].takes, given, count) && row.used + 64 <= MOST_WORDS) {
      int64_t failure = entry->variants[n].function(row.words);
      PyObject *result = NULL;
      if (failure == 0)
        result = take(&row, &gives);
      else
        PyErr_Format(known[FAILED], "the kernel %s failed", entry->method.name);
      let_go(&row);
      return result;
    }
    let_go(&row);
  }
  Py_IncRef(known[OTHERWISE]);
  return known[OTHERWISE];
}

static const char *copied(const char *text) {
  size_t length = strlen(text) + 1;
  char *copy = malloc(length);
  return copy == NULL ? "" : memcpy(copy, text, length);
}

/* A callable for Python, which lives as long as the process. */
SHOWN PyObject *linkwork_entry(const char *name, int64_t count, const char *const *takes, const char *const *gives,
                               int64_t (*const *functions)(int64_t *)) {
  Entry *entry = calloc(1, sizeof(Entry) + (size_t)count * sizeof(Variant));
  if (entry == NULL) return NULL;
  entry->method.name = copied(name);
  entry->method.function = call;
  entry->method.flags = FAST;
  entry->count = count;
  for (int64_t n = 0; n < count; n++) {
    entry->variants[n].takes = copied(takes[n]);
    entry->variants[n].gives = copied(gives[n]);
    entry->variants[n].function = functions[n];
  }
  PyObject *self = PyCapsule_New(entry, NULL, NULL);
  if (self == NULL) return NULL;
  PyObject *made = PyCFunction_NewEx(&entry->method, self, NULL);
  Py_DecRef(self);
  return made;
}
