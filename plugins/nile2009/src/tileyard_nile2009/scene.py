"""How Nile looks: the river with its piles, a row of fields for each player, the own cards, and what may be chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tileyard import View
from tileyard.front.scene import Box, Disc, Group, Panel, Scene, Score, Shape, Style, Text, card, flow, stack, tile
from tileyard.front.words import who, wins
from tileyard_nile2009.history import entries
from tileyard_nile2009.model import Card, Market, Options, Plant, Seat, Speculate, Table
from tileyard_nile2009.pieces import deck, names, rank
from tileyard_nile2009.rules import AnyMove, Nile2009

__all__ = ["STYLES", "picture", "scene"]

GAME = Nile2009()
NileView = View[Options, Table, Seat]
_ROW = 1.7
_WIDE = 15
_PHASES = {"flood": "flood", "harvest": "harvest", "trade": "trade", "plant": "plant or speculate", "draw": "draw"}
STYLES = {
    "papyrus": Style(fill="#b8434f", ink="#ffffff", pattern="dots"),
    "wheat": Style(fill="#ecd05f", ink="#26231d", pattern="rise"),
    "lettuce": Style(fill="#3f8f4f", ink="#ffffff", pattern="rings"),
    "castor": Style(fill="#7d5233", ink="#ffffff", pattern="columns"),
    "flax": Style(fill="#c3a5e0", ink="#26231d", pattern="rows"),
    "grape": Style(fill="#4a2f7d", ink="#ffffff", pattern="grid"),
    "onion": Style(fill="#e8935a", ink="#26231d", pattern="fall"),
    "locusts": Style(fill="#3a3f36", ink="#f2e9c8", pattern="checks"),
    "wet": Style(stroke=("#1f78b4", "#58b0ec"), width=0.1, mark="~~"),
}


def scene(view: NileView) -> Scene:
    """Everything ``view.player`` sees; whoever is to move can pick each choice."""
    table = view.table
    movers = GAME.active(table)
    legal = GAME.legal(view) if view.player in movers else []
    return Scene(
        title=GAME.title,
        shapes=[*_river(view), *_rows(view)],
        panels=[*_storages(view), *_own(view), *_choices(legal)],
        scores=_scores(view, movers),
        captions=[*_told(view), _now(view, movers)],
        bounds=(0, 0, _WIDE, _ROW * (view.players + 1)),
        styles=STYLES,
        chars=(6, 1),
    )


# --- cards --------------------------------------------------------------------------------------------


def _look(crop: str) -> str:
    return names().get(crop, "card")


def _name(kind: str) -> str:
    return " and ".join(names().get(crop, crop) for crop in kind)


def picture(kind: str, style: str = "", glyph: str = "", label: str = "", pick: dict[str, Any] | None = None) -> Shape:
    """A card at (0, 0): a crop in its colour, a speculation card with one half in each of its colours."""
    glyph, label = glyph or kind, label or _name(kind)
    if len(kind) == 1:
        return card(0, 0, kind, f"{_look(kind)} {style}".strip(), size=0.5, glyph=glyph, label=label, pick=pick)
    upper, lower = kind
    halves: list[Shape] = [
        card(0, 0, style=style),
        Box(0.08, 0.09, 0.84, 0.6, upper, size=0.4, style=_look(upper), r=0.08),
        Box(0.08, 0.72, 0.84, 0.6, lower, size=0.4, style=_look(lower), r=0.08),
    ]
    return Group(halves, glyph=glyph, label=label, pick=pick)


def _field(crop: str, size: int, wet: bool) -> Group:
    """A field as a fan of cards, the nearest with the number of them."""
    step = min(0.24, 1.2 / size)
    style = "wet" if wet else ""
    cards = [Group([picture(crop, style)], step * at, 0) for at in range(size)]
    badge = Box(step * (size - 1) + 0.56, 0.98, 0.4, 0.36, str(size), size=0.26, style="panel strong ink", r=0.1)
    flooded = ", flooded" if wet else ""
    glyph = f"~{crop}\u00d7{size}~" if wet else f"{crop}\u00d7{size}"
    return Group([*cards, badge], glyph=glyph, label=f"field of {_name(crop)}, {size}{flooded}")


def _counted(kind: str, number: int, glyph: str, label: str) -> Group:
    """A stack of equal cards."""
    return stack(0, 0, number, kind, _look(kind), glyph=glyph, label=label)


# --- the table ----------------------------------------------------------------------------------------


def _river(view: NileView) -> list[Shape]:
    """The pile, the flood stack with the current flood, and the discard pile."""
    table = view.table
    left, hidden = view.sizes["vault.pile"], view.sizes["seat.discards"]
    assert isinstance(left, int)
    assert isinstance(hidden, list)
    locusts = "locusts inside" if table.locusts else "locusts gone"
    pile = stack(0, 0, left, label=f"pile: {left} cards, {locusts}")

    flood: Shape = picture(table.flood, "wet") if table.flood else tile(0, 0, h=1.4, kind="slot")
    stacked = f"{len(table.floods)} on the stack"
    named = f"flood: {_name(table.flood)}" if table.flood else "nothing is flooded"

    down, number = sum(hidden), sum(hidden) + len(table.discards)
    shown = ", ".join(f"{count} {kind}" for kind, count in _listed(table.discards))
    discards = stack(0, 0, number, style="back" if down else "card")
    return [
        _place(2, pile, ("pile", locusts), glyph=f"pile {left}, {locusts}", label=pile.label),
        _place(6, flood, ("flood", stacked), glyph=f"flood {table.flood or 'none'}", label=named),
        _place(
            10,
            discards,
            ("discards", f"{down} face down"),
            glyph=f"discards {number}",
            label=f"discards: {shown or 'none open'}",
        ),
    ]


def _place(x: float, cards: Shape, words: tuple[str, str], *, glyph: str, label: str) -> Group:
    """A stack with its name and a few words more beside it."""
    texts: list[Shape] = [
        Text(1.25, 0.5, words[0], 0.32, anchor="start", style="ink"),
        Text(1.25, 0.92, words[1], 0.24, anchor="start", style="muted"),
    ]
    return Group([cards, *texts], x, 0, glyph=glyph, label=label)


def _rows(view: NileView) -> Iterator[Shape]:
    """For each player the fields, in the order of the crops, and the speculation cards."""
    table, movers = view.table, GAME.active(view.table)
    crops = deck(view.options.edition, view.players).crops
    for player in range(view.players):
        y, x = _ROW * (player + 1), 2.0
        name = "You" if player == view.player else who(player)
        style = f"p{player} pawn" + (" active" if player in movers else "")
        yield Disc(0.3, y + 0.7, 0.16, style=style, glyph="\u25b8" if player in movers else " ")
        yield Text(0.6, y + 0.7, name, 0.3, anchor="start", style="ink strong" if player in movers else "ink")
        for crop in crops:
            field = table.fields.get(crop)
            if field is not None and field.owner == player:
                shape = _field(crop, field.size, crop in table.flood)
                shape.x, shape.y = x, y
                yield shape
                x += 1.4 + min(0.24, 1.2 / field.size) * (field.size - 1)
        for kind in table.speculations if player == table.speculator else ():
            yield Group([picture(kind, "mine")], x, y, glyph=f"<{kind}>", label=f"speculation card {_name(kind)}")
            x += 1.2
        if x == 2:
            yield Box(x + 0.02, y + 0.02, 0.96, 1.36, style="slot", r=0.13, glyph="-", label=f"{name}: no fields")


def _listed(cards: Iterable[str]) -> list[tuple[str, int]]:
    return sorted(Counter(cards).items(), key=lambda item: rank()[item[0]])


# --- panels -------------------------------------------------------------------------------------------


def _own(view: NileView) -> Iterator[Panel]:
    """The own hand and storage; storage cards with a star on character drawings, as their moves have them."""
    seat, crops = view.seat, deck(view.options.edition, view.players).crops
    if seat is None:
        return
    hand = [picture(kind, label=f"{_name(kind)} on your hand") for kind in sorted(seat.hand, key=rank().__getitem__)]
    if hand:
        yield Panel(f"Your hand: {len(hand)}", flow(hand, 13, 1.06, 1.5))
    if not view.table.counts:
        stored = Counter(seat.storage)
        stacks = [
            _counted(crop, stored[crop], f"{crop}*\u00d7{stored[crop]}", f"{stored[crop]} {_name(crop)} stored")
            for crop in crops
        ]
        yield Panel(f"Your storage: {len(seat.storage)}", flow(stacks, 14, 1.25))


def _storages(view: NileView) -> Iterator[Panel]:
    """At the end, everybody's piles."""
    crops = deck(view.options.edition, view.players).crops
    for player, counts in enumerate(view.table.counts):
        stacks = [
            _counted(crop, number, f"{crop}\u00d7{number}", f"{number} {_name(crop)}")
            for crop, number in zip(crops, counts, strict=True)
        ]
        yield Panel(f"Storage of player {player + 1}", [Group(flow(stacks, 14, 1.25), scale=0.7)])


def _choices(legal: Sequence[AnyMove]) -> Iterator[Panel]:
    """Everything the mover may do, each choice a pick."""
    kinds = list(dict.fromkeys(str(move.__struct_config__.tag) for move in legal))
    if "end_trade" in kinds:
        buttons = [_button(kind.replace("_", " "), {"type": kind}) for kind in kinds]
        yield Panel("Trade", flow(buttons, 3, 2.6))
        pairs = [move.cards for move in legal if isinstance(move, Market)]
        if pairs:
            yield Panel("Two cards to discard (round, or with a star: from the storage)", _pairs(pairs))
        return
    plants = [_chip("plant", move.cards) for move in legal if isinstance(move, Plant)]
    if plants:
        yield Panel("Plant", _packed(plants))
    bets = [_chip("speculate", move.cards) for move in legal if isinstance(move, Speculate)]
    if bets:
        yield Panel("Speculate", _packed(bets))
    if "pass" in kinds:
        yield Panel("Neither", [_button("pass", {"type": "pass"})])


def _button(text: str, pick: dict[str, Any]) -> Shape:
    return Box(0, 0, 2.4, 0.7, text, size=0.3, style="panel open strong", r=0.2, label=text, glyph=text, pick=pick)


def _chip(kind: str, cards: tuple[str, ...]) -> Group:
    """A choice of cards, as small cards in a frame."""
    wide = 0.52 * len(cards) + 0.14
    frame = Box(0, 0, wide, 0.86, style="panel open", r=0.12)
    text = GAME.label("cards", cards)
    inside = [Group([picture(kind)], 0.08 + 0.52 * at, 0.08, scale=0.5) for at, kind in enumerate(cards)]
    return Group([frame, *inside], glyph=text, label=f"{kind} {text}", pick={"type": kind, "cards": list(cards)})


def _packed(chips: Iterable[Group], across: float = _WIDE - 1) -> list[Shape]:
    """Chips of different widths in rows; on character drawings each has room for its text."""
    x, y = 0.0, 0.0
    placed: list[Shape] = []
    for chip in chips:
        wide = max(0.52 * len(chip.glyph.split("+")) + 0.14, (len(chip.glyph) + 1) / 6)
        if x and x + wide > across:
            x, y = 0.0, y + 1
        chip.x, chip.y = x, y
        placed.append(chip)
        x += wide + 0.18
    return placed


def _pairs(pairs: Sequence[tuple[Card, Card]]) -> list[Shape]:
    """Every pair of held cards, a row for each first card; those of the storage are round."""
    held = sorted({card for pair in pairs for card in pair}, key=lambda card: (card.zone, rank()[card.card]))
    lines = sorted({one for one, _ in pairs}, key=held.index)
    shapes: list[Shape] = []
    for one, two in pairs:
        frame = Box(0, 0, 1.18, 0.86, style="panel open", r=0.12)
        group = Group([frame, *_tag(one, 0.08), *_tag(two, 0.6)], 1.28 * held.index(two), lines.index(one))
        group.glyph = GAME.label("cards", (one, two))
        group.label = f"discard {_told_card(one)} and {_told_card(two)}"
        group.pick = {"cards": [{"zone": card.zone, "card": card.card} for card in (one, two)]}
        shapes.append(group)
    return shapes


def _tag(held: Card, x: float) -> list[Shape]:
    if held.zone == "storage":
        return [Disc(x + 0.25, 0.43, 0.25, held.card, size=0.3, style=f"{_look(held.card)} card")]
    return [Group([picture(held.card)], x, 0.08, scale=0.5)]


def _told_card(held: Card) -> str:
    return f"{_name(held.card)} of the {held.zone}"


# --- words --------------------------------------------------------------------------------------------


def _scores(view: NileView, movers: Sequence[int]) -> list[Score]:
    table = view.table
    hands = view.sizes.get("seat.hand")
    harvests: list[Counter[str]] = [Counter() for _ in range(view.players)]
    for entry in entries(table.history):
        if entry.sign == ">":
            harvests[entry.player].update(entry.cards)
    winners = () if movers else GAME.result(table, view.scores).winners
    scores: list[Score] = []
    for player in range(view.players):
        notes: list[str] = []
        if table.counts:
            notes.append(f"piles {' '.join(map(str, sorted(table.counts[player])))}")
            notes += ["wins"] if player in winners else []
        else:
            notes += [f"{hands[player]} on hand"] if isinstance(hands, list) else []
            won = " ".join(f"{kind}{number}" for kind, number in _listed(harvests[player].elements()))
            notes.append(f"harvested {won}" if won else "no harvest yet")
        points = view.scores[player] if table.counts else None
        scores.append(Score(who(player), points, ", ".join(notes), f"p{player}", player in movers))
    return scores


def _told(view: NileView) -> list[str]:
    """The flood, and how far the game has come."""
    table = view.table
    flood = f"Flood {table.flood}: {_name(table.flood)}." if table.flood else "Nothing is flooded."
    return [f"{flood} Pass {min(table.passes + 1, view.players)} of {view.players}."]


def _now(view: NileView, movers: Sequence[int]) -> str:
    if movers:
        phase = _PHASES[view.table.phases.now]
        return f"You: {phase}." if view.player in movers else f"{who(movers[0])}: {phase}."
    return f"{wins(GAME.result(view.table, view.scores).winners)}."
