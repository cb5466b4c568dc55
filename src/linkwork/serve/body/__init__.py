"""The live page of a skeleton: its pose, its muscles and a measured motion of it."""
