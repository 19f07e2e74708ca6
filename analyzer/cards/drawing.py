"""Random numbers by counting: what is drawn for deal k depends on seed and k alone, on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from struct import unpack
from typing import Final, TypeVar

T = TypeVar("T")
_WORDS: Final = 8
"""64-bit numbers in one digest."""
_SPAN: Final = 1 << 64


class Draw:
    """The numbers of one deal: digests of what it is called and of a counter, cut into words of 64 bits."""

    def __init__(self, *called: object) -> None:
        self._called = " ".join(map(str, called)).encode()
        self._block = 0
        self._left: list[int] = []

    def below(self, most: int) -> int:
        """One of the numbers from 0 to one less than `most`, each exactly as likely."""
        fair = _SPAN - _SPAN % most
        while True:
            word = self._word()
            if word < fair:
                return word % most

    def choice(self, of: Sequence[T]) -> T:
        """One of several, each as likely."""
        return of[self.below(len(of))]

    def sample(self, of: Sequence[T], count: int) -> list[T]:
        """So many of several, in an order as likely as any other."""
        pool = list(of)
        for place in range(count):
            other = place + self.below(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:count]

    def _word(self) -> int:
        if not self._left:
            digest = blake2b(b"%d " % self._block + self._called).digest()
            self._left = list(unpack(f"<{_WORDS}Q", digest))
            self._block += 1
        return self._left.pop()
