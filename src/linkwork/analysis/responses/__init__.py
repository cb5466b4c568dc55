"""Responses: numbers made from a result, such as `max(abs(A.force)) / rated - 1`; see `response.py`."""

from linkwork.analysis.responses.response import Response, read_response, read_responses

__all__ = ["Response", "read_response", "read_responses"]
