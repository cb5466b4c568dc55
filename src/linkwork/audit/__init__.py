"""Audit of runs with contacts: true distances of the bodies and the energy at events, by routines of their own.

Nothing here calls the kernels by which the engine finds gaps, forces or impulses; no kernel calls the audit.
"""
