"""One game being played: state, turn, order, game, scorer, engine, record, match, loop."""
