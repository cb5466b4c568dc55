"""What a run tells of its flexible bodies: deflection, stress, files for other programs, and notes on spin."""
