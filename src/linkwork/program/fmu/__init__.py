"""FMUs: a mechanism's program with the functions of the Functional Mock-up Interface around it."""
