"""A runner in C: a mechanism's program in fixed steps, with ports, a deadline monitor, recording and replay."""
