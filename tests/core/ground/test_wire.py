"""Codecs and digests of wire types."""

from __future__ import annotations

from tileyard.ground.wire import Struct, decode, digest, encode


class Layout(Struct):
    board: dict[int, int]


def test_a_digest_depends_on_the_keys_of_a_dict_but_not_on_their_order() -> None:
    """Cells are whole numbers; they are laid in any order, and come back from JSON as they were."""
    layout = Layout({1024: 1, -1: 2, 5: 3})
    assert digest(layout) == digest(Layout({5: 3, 1024: 1, -1: 2})) == digest(decode(encode(layout), Layout))
    assert digest(layout) != digest(Layout({5: 3, 1024: 1, 1: 2}))
