"""The mechanism as a program: its kernels run once with recording numbers, and what comes out written in other languages."""
