"""What is left at the base of a measured motion, and how masses and motion are fitted to make it less."""
