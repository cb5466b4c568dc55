"""Sensitivities: derivatives of the results of analyses by the parameters of a mechanism."""
