"""The mechanism as a program: its kernels run once with recording numbers, written in other languages."""
