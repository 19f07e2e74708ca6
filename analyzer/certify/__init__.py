"""Certificates: strategies that prove an answer, and the small checker that shares nothing with the search."""
