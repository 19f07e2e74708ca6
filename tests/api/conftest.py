"""Command lines and files to run them on."""

from commands import bad, prop1, run

__all__ = ["bad", "prop1", "run"]
