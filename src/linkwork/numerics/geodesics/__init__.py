"""The locally shortest way between two points round a smooth surface."""
