"""Certificates: strategies that prove an answer, and the small checker, which knows no search."""
