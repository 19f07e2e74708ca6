"""Command lines for evenings."""

from commands import run

__all__ = ["run"]
