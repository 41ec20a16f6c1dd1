"""What somebody typed, compared with what there is: by name, in any case and joined in any way, or by number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tileyard.front.words import fold

__all__ = ["begins", "called", "find", "numbers_help", "unsaid", "words"]


def words(field: str) -> str:
    """What a person calls a field; that of the kind of move is ``move``."""
    return "move" if field == "type" else field.replace("_", " ")


def numbers_help(labels: Sequence[str]) -> bool:
    """Numbers name a choice unless labels are numbers themselves."""
    return not any(label.lstrip("+-").isdigit() for label in labels)


def find(text: str, labels: Sequence[str]) -> int | None:
    """Which label is meant: as it is called, or else by its number."""
    found = called(text, labels)
    if found is None and numbers_help(labels) and text in map(str, range(1, len(labels) + 1)):
        return int(text) - 1
    return found


def called(text: str, labels: Sequence[str]) -> int | None:
    """Which label ``text`` is: exactly, or else in any case and joined in any way."""
    for same in (str, fold):
        names = [same(label) for label in labels]
        if same(text) in names:
            return names.index(same(text))
    return None


def begins(typed: Sequence[str], names: Mapping[str, Iterable[str]]) -> tuple[str, list[str]]:
    """The key of ``names`` that has the longest name the words ``typed`` begin with, or "", and the other words."""
    keys: dict[str, str] = {}
    for key, own in names.items():
        for name in own:
            keys.setdefault(fold(name), key)
    longest = max((len(name.split()) for name in keys), default=0)
    for count in range(min(longest, len(typed)), 0, -1):
        key = keys.get(fold(" ".join(typed[:count])))
        if key is not None:
            return key, [*typed[count:]]
    return "", [*typed]


class _Unsaid(NamedTuple):
    wrong: str  # the first word that says nothing there is; "" if all do
    left: list[str]  # the fields of which nothing was said before it, first the one it was said for


def unsaid(typed: Iterable[str], labels: Mapping[str, str]) -> _Unsaid:
    """How far words say the only choices there are, a label for each field.

    Each is said once, by the words of its label or by its number, 1, and may have the name of its field before it.
    """
    parts = {field: fold(label).split() for field, label in labels.items()}
    names = {field: [field, words(field)] for field in labels}
    left, rest = [*labels], [*typed]
    while rest:
        word, *after = rest
        field = _said(word, parts)
        if field is None:
            named, after = begins(rest, names)
            if named and after:
                word, *after = after
                field = _said(word, {named: parts[named]})
                left.sort(key=lambda other: other != named)
                if named not in left and field is None:
                    return _Unsaid(word, [])
            else:
                after = rest[1:]
        if field is None and fold(word) == "1" and left:
            field, parts[left[0]] = left[0], []
        elif field is not None:
            parts[field] = [*(Counter(parts[field]) - Counter(fold(word).split())).elements()]
        else:
            return _Unsaid(word, left)
        left = [other for other in left if other != field]
        rest = after
    return _Unsaid("", left)


def _said(word: str, parts: Mapping[str, list[str]]) -> str | None:
    """The first field in whose ``parts`` all of ``word`` is."""
    said = Counter(fold(word).split())
    return next((field for field, own in parts.items() if said <= Counter(own)), None)
