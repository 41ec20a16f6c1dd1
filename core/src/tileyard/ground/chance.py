"""The chance stream: randomness as data, unpredictable from outside and provable afterwards.

Block ``i`` of the stream is ``SHA-512(key || i)`` with ``i`` as eight bytes, big-endian, read as
eight 64-bit big-endian numbers; ``key = SHA-256(seed text in UTF-8)``. The whole state is the key
and how many numbers were taken, so it is saved, copied and compared like any other value. Whoever
knows the numbers drawn so far cannot work out the next one, and whoever is given the hash of the
key before a match can check the deal after it.
"""

from __future__ import annotations

import random
import secrets
import struct
from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from hashlib import sha256, sha512
from typing import Any, Self, TypeVar, cast

from tileyard.ground.errors import UsageError
from tileyard.ground.wire import Struct, whole

__all__ = ["Chance", "FastChance", "RecordedChance", "Stream", "derive_seed", "new_seed", "seed_text"]

T = TypeVar("T")
_WORDS = struct.Struct(">8Q").unpack


@lru_cache(maxsize=256)
def _block(key: bytes, index: int) -> tuple[int, ...]:
    return _WORDS(sha512(key + index.to_bytes(8, "big")).digest())


def seed_text(seed: Any) -> str:
    """A seed as the text it is: a whole number is its decimal digits, so that 7 and "7" are one seed.

    Raises :class:`UsageError` for anything else, and for a text that UTF-8 cannot write.
    """
    try:
        if isinstance(seed, str):
            return seed.encode().decode()
        if (number := whole(seed)) is not None:
            return str(number)
    except ValueError:  # half of a surrogate pair, or too many digits for Python
        pass
    raise UsageError('a seed is a text that UTF-8 can write, such as "7", or a whole number', field="seed")


def new_seed() -> str:
    """A seed nobody can guess: 128 bits from the operating system, in hex."""
    return secrets.token_hex(16)


class Stream:
    """The words every stream of chance has; all of them stand on :meth:`below`."""

    __slots__ = ()

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n`` - 1, all equally likely."""
        raise NotImplementedError

    def pick(self, items: Sequence[T]) -> T:
        """One of ``items``, which must not be empty. Takes one number."""
        return items[self.below(len(items))]

    def draw(self, items: MutableSequence[T]) -> T:
        """Take one of ``items`` out and return it; the last one fills its place. Takes one number."""
        index = self.below(len(items))
        items[index], items[-1] = items[-1], items[index]
        return items.pop()

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put ``items`` in random order, in place. Takes ``len(items) - 1`` numbers, for the last place first."""
        for last in range(len(items) - 1, 0, -1):
            index = self.below(last + 1)
            items[last], items[index] = items[index], items[last]


class Chance(Stream, Struct):
    """The verifiable stream: ``key`` (32 bytes) and ``count`` (how many numbers were taken)."""

    key: bytes
    count: int = 0

    @classmethod
    def from_seed(cls, seed: str | int) -> Self:
        """The stream of a seed text; equal texts give equal streams, in every language. A number is its digits.

        Raises :class:`UsageError` for what is neither a text that UTF-8 can write nor a whole number.
        """
        return cls(sha256(seed_text(seed).encode()).digest())

    @property
    def commitment(self) -> str:
        """SHA-256 of the key, in hex: publish it before a match, show the seed after it."""
        return sha256(self.key).hexdigest()

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n`` - 1, for ``n`` up to 2**32 (the bias stays under 2**-32)."""
        count = self.count
        self.count = count + 1
        return (_block(self.key, count >> 3)[count & 7] * n) >> 64


class RecordedChance(Chance):
    """A verifiable stream that also keeps each number it gave, for a record's cross-check."""

    drawn: list[int] = []

    def below(self, n: int) -> int:
        """As :meth:`Chance.below`, and kept in ``drawn``."""
        value = Chance.below(self, n)
        self.drawn.append(value)
        return value


class FastChance(Stream):
    """A cheap stream for bots, guesses and playouts, which nobody has to verify or save."""

    __slots__ = ("_random",)

    def __init__(self, seed: str | int) -> None:
        self._random = random.Random(seed).random

    # Copies have numbers of their own: what is bound in the slot would be shared by them.
    def __getstate__(self) -> Any:
        return cast(Any, self._random).__self__.getstate()

    def __setstate__(self, state: Any) -> None:
        source = random.Random()
        source.setstate(state)
        self._random = source.random

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n`` - 1."""
        # What is called straight from a slot is looked up anew each time: here and below it is taken out first.
        random = self._random
        return int(random() * n)

    # The same words with the call of `below` written out: much of a playout, and of a guess, is spent in them.

    def pick(self, items: Sequence[T]) -> T:
        """As :meth:`Stream.pick`."""
        random = self._random
        return items[int(random() * len(items))]

    def draw(self, items: MutableSequence[T]) -> T:
        """As :meth:`Stream.draw`."""
        random = self._random
        index = int(random() * len(items))
        items[index], items[-1] = items[-1], items[index]
        return items.pop()

    def shuffle(self, items: MutableSequence[T]) -> None:
        """As :meth:`Stream.shuffle`."""
        random = self._random
        for last in range(len(items) - 1, 0, -1):
            index = int(random() * (last + 1))
            items[last], items[index] = items[index], items[last]


def derive_seed(seed: str, label: str) -> str:
    """A seed for another stream, say of a bot: it follows from ``seed``, but does not give it away."""
    return sha256(f"{seed}\n{label}".encode()).hexdigest()
