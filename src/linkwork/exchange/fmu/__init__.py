"""FMUs as subsystems, through FMPy, in a process of their own."""
