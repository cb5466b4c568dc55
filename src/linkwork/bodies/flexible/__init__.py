"""Flexible bodies from finite elements: meshes, matrices, interfaces, reduction to modes in a floating frame."""
