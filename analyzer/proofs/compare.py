"""placeholder while being written"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Comparison:
    one: object
    other: object
    differences: tuple
