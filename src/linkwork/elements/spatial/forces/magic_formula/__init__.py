"""The Magic Formula by the coefficients of tyre files."""
