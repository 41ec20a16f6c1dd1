"""The rules in short, for whoever plays for the first time."""

from __future__ import annotations

__all__ = ["HOW_TO_PLAY"]

HOW_TO_PLAY = """
You plant papyrus (P), wheat (W), lettuce (L), castor (C) and flax (F), and wait for the river. When it floods a crop,
everybody with a field of that crop stores one card of it. In the end only what is stored counts, and the smallest of
your five piles decides: whoever has the largest smallest pile wins. So store some of everything.

A turn begins with the flood: a card is turned, and its crop is harvested, by everybody. The locusts, one card, eat
the largest field of all instead, and another card is turned.

Then you may trade, as often as you like. The market takes any two of your cards, from the hand or from the storage,
and lets you draw one. An offering takes two and brings another flood. Say end trade when you have had enough.

Then you plant, or speculate, or pass. To plant is to lay two or more cards of one crop, as a new field or to a field
you have; or two cards of different crops, one at least for a new field. What is flooded now cannot be planted. Where
another player has a field of a crop, your new one must be larger, and theirs is lost: there is one field of each crop
on the table. To speculate is to lay one or two cards that show two crops each: if the next flood is of one of them,
you draw three cards for it. At last you draw two cards. The game is over when the pile has been used up once for each
player.

Your first turn: say end trade, then plant, and name the cards with plus signs: P+P for two papyrus, P+W for one of
each. To trade is typed alike, a card of the storage with a star behind it: market P+W*. Large fields are harvested
longest, but it is the largest that the locusts eat.
"""
