"""The texts of a program: C, and languages without a compiler."""
