"""The plugin shown on the page of hooks works as it stands there."""

from __future__ import annotations

from pathlib import Path

import pytest

from loading.throwaway import Site, plugin
from tileyard import Match, Registry


def write_a_line(site: Site, book: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    """Play two matches of one game beside the score book."""
    monkeypatch.setenv("SCOREBOOK", str(book))
    site.install("heap", plugin("heap"))
    site.install("scorebook", Path(__file__).with_name("scorebook.py").read_text(encoding="utf-8"))
    registry = site.load(strict=True)
    for _ in range(2):
        match = Match(registry.game("heap").game, 2, observers=[registry.observer()])
        while not match.over:
            player = match.active[0]
            match.play(player, match.legal(player)[0])
    return registry


def test_it_writes_a_line_for_each_match(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_a_line(site, tmp_path / "book.txt", monkeypatch)
    assert (tmp_path / "book.txt").read_text(encoding="utf-8") == "Heap: 0, 1\n" * 2


def test_a_book_that_cannot_be_written_stops_no_match(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = write_a_line(site, tmp_path / "nowhere" / "book.txt", monkeypatch)
    assert [problem.facts["hook"] for problem in registry.problems] == ["match_finished"]
