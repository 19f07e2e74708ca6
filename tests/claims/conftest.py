"""Command lines for the tests of claims."""

from commands import run

__all__ = ["run"]
