"""Nile (2009) written straight in plain Python, with no framework: the yardstick of the benchmarks, and an oracle.

Cards are their names: "P" a crop, "PW" a speculation card, "*" the locusts. Default options. Random numbers are taken
and piles are put together in the same order as in the plugin, so that both play the same game from the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable

CROPS = "PWLCF"
PAIRS = [one + two for at, one in enumerate(CROPS) for two in CROPS[at + 1 :]]
DECK = [crop for crop in CROPS for _ in range(16)] + PAIRS


class Over(Exception):
    """The last pass is used up."""


class Nile:
    """One game."""

    def __init__(self, rnd: Callable[[], float], players: int) -> None:
        self.rnd = rnd
        self.players = players
        self.pile = DECK[:]
        self.shuffle(self.pile)
        self.hands: list[list[str]] = [[] for _ in range(players)]
        for _ in range(5):
            for hand in self.hands:
                hand.append(self.pile.pop())
        self.pile.insert(int(rnd() * (len(self.pile) + 1)), "*")
        self.player = int(rnd() * players)
        self.storages: list[list[str]] = [[] for _ in range(players)]
        self.face_down: list[list[str]] = [[] for _ in range(players)]
        self.discards: list[str] = []
        self.floods: list[str] = []
        self.fields: dict[str, list[int]] = {}
        self.bets: list[str] = []
        self.better = -1
        self.flood = ""
        self.passes = 0
        self.plies = 0

    def shuffle(self, cards: list[str]) -> None:
        for last in range(len(cards) - 1, 0, -1):
            i = int(self.rnd() * (last + 1))
            cards[i], cards[last] = cards[last], cards[i]

    def use_up(self) -> None:
        self.passes += 1
        if self.passes == self.players:
            raise Over
        self.pile = self.discards + self.floods
        for cards in self.face_down:
            self.pile += cards
            cards.clear()
        self.discards.clear()
        self.floods.clear()
        self.shuffle(self.pile)

    def plague(self) -> None:
        most = max((size for _, size in self.fields.values()), default=0)
        for crop in [crop for crop, (_, size) in self.fields.items() if size == most]:
            del self.fields[crop]
            self.discards += [crop] * most

    def draw(self, player: int, number: int) -> None:
        plagues = 0
        while number:
            card = self.pile.pop()
            if card == "*":
                self.discards.append(card)
                plagues += 1
            else:
                self.hands[player].append(card)
                number -= 1
            if not self.pile:
                self.use_up()
        for _ in range(plagues):
            self.plague()

    def turn_flood(self) -> None:
        """Flood and harvest; when the pile is used up for the last time, only the harvest is still to come."""
        ended = False
        while True:
            card = self.pile.pop()
            if card != "*":
                break
            self.discards.append(card)
            if not self.pile:
                self.use_up()
            self.plague()
        self.floods.append(card)
        self.flood = card
        try:
            if not self.pile:
                self.use_up()
            won = sum(1 for bet in self.bets if bet[0] in card or bet[1] in card)
            if won:
                self.draw(self.better, 3 * won)
        except Over:
            ended = True
        for crop in card:
            field = self.fields.get(crop)
            if field is not None:
                self.storages[field[0]].append(crop)
                field[1] -= 1
                if not field[1]:
                    del self.fields[crop]
        self.discards += self.bets
        self.bets.clear()
        if ended:
            raise Over

    def plantings(self, hand: list[str], player: int) -> list[list[str]]:
        """What may be planted, by the two forms of the rulebook."""
        found: list[list[str]] = []
        flood, fields = self.flood, self.fields
        counts = {crop: hand.count(crop) for crop in CROPS if crop in hand and crop not in flood}
        for crop, count in counts.items():
            field = fields.get(crop)
            least = 2 if field is None or field[0] == player else max(2, field[1] + 1)
            found += [[crop] * number for number in range(least, count + 1)]
        crops = list(counts)
        for at, one in enumerate(crops):
            mine = fields.get(one)
            if mine is not None and mine[0] != player:
                continue
            for two in crops[at + 1 :]:
                other = fields.get(two)
                if other is None or (mine is None and other[0] == player):
                    found.append([one, two])
        return found

    def bettings(self, hand: list[str]) -> list[list[str]]:
        """The speculation cards that may be laid."""
        flood = self.flood
        cards = [card for card in hand if len(card) == 2 and card[0] not in flood and card[1] not in flood]
        if not cards:
            return []
        cards.sort(key=PAIRS.index)
        return [[card] for card in cards] + [[a, b] for at, a in enumerate(cards) for b in cards[at + 1 :]]

    def trade(self, player: int) -> bool:
        """Perhaps a trade; whether there was one."""
        rnd, hand, storage = self.rnd, self.hands[player], self.storages[player]
        total = len(hand) + len(storage)
        if total < 2 or int(rnd() * 100) >= 15:
            return False
        one = int(rnd() * total)
        two = int(rnd() * (total - 1))
        two += two >= one
        places = sorted((one, two))
        held = hand + storage
        cards = [held[at] for at in places]
        size = len(hand)
        kinds = CROPS if len(cards[0]) == len(cards[1]) == 1 else PAIRS
        swap = (places[0] < size) == (places[1] < size) and (
            len(cards[0]) > len(cards[1])
            or (len(cards[0]) == len(cards[1]) and kinds.index(cards[0]) > kinds.index(cards[1]))
        )
        for at, card in zip(places, cards, strict=True):
            (hand if at < size else storage).remove(card)
        self.face_down[player] += reversed(cards) if swap else cards
        if rnd() < 0.5:
            self.draw(player, 1)
        else:
            self.turn_flood()
        return True

    def plant(self, player: int, cards: list[str]) -> None:
        for crop in dict.fromkeys(cards):
            number, field = cards.count(crop), self.fields.get(crop)
            if field is None:
                self.fields[crop] = [player, number]
            elif field[0] == player:
                field[1] += number
            else:
                del self.fields[crop]
                self.discards += [crop] * field[1]
                self.fields[crop] = [player, number]

    def turn(self) -> None:
        player = self.player
        self.turn_flood()
        while True:
            self.plies += 1
            if not self.trade(player):
                break
        hand = self.hands[player]
        moves = self.plantings(hand, player)
        plants = len(moves)
        moves += self.bettings(hand)
        choice = int(self.rnd() * (len(moves) + 1))
        self.plies += 1
        if choice < len(moves):
            cards = moves[choice]
            for card in cards:
                hand.remove(card)
            if choice < plants:
                self.plant(player, cards)
            else:
                self.bets += cards
                self.better = player
        self.draw(player, 2)
        self.player = (player + 1) % self.players

    def play(self) -> list[list[int]]:
        """The whole game; the sorted piles of each player."""
        try:
            while True:
                self.turn()
        except Over:
            return [sorted(storage.count(crop) for crop in CROPS) for storage in self.storages]


def play(rnd: Callable[[], float], players: int) -> list[list[int]]:
    """One game with random moves; ``rnd`` gives numbers from 0 to 1. Returns the sorted piles of each player."""
    return Nile(rnd, players).play()
