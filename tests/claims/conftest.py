from commands import run

__all__ = ["run"]
