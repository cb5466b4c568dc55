"""What analyses of mechanisms in space have of their own."""
