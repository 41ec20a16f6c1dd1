// boardgame.io without its clients and servers: the reducer that all of them share. What worker.py says holds here too.
'use strict';

process.env.NODE_ENV = 'production';
const path = require('node:path');
const readline = require('node:readline');

const WARM = 1.5; // seconds, until what is compiled in time is compiled
const [modules, kind] = process.argv.slice(2);
const say = (told) => console.log(JSON.stringify(told));

const rowsOfThree = ['012', '345', '678', '036', '147', '258', '048', '246'].map((row) => [...row].map(Number));

const tictactoe = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark({ G, playerID }, cell) {
      if (G.cells[cell] !== null) return 'INVALID_MOVE';
      G.cells[cell] = playerID;
    },
  },
  endIf({ G: { cells }, ctx }) {
    for (const [a, b, c] of rowsOfThree) {
      if (cells[a] !== null && cells[a] === cells[b] && cells[b] === cells[c]) return { winner: ctx.currentPlayer };
    }
    return cells.includes(null) ? undefined : { draw: true };
  },
  ai: {
    enumerate({ cells }) {
      const legal = [];
      cells.forEach((mark, cell) => { if (mark === null) legal.push({ move: 'mark', args: [cell] }); });
      return legal;
    },
  },
};

const tiles = [0, 1, 2, 3, 4, 5, 6].flatMap((a) => [0, 1, 2, 3, 4, 5, 6].filter((b) => b >= a).map((b) => [a, b]));

// Each way to lay a tile of a hand: its place in the hand and the number it joins; null for the first tile.
function ways(hand, ends) {
  if (ends === null) return hand.map((_, place) => [place, null]);
  const found = [];
  hand.forEach(([a, b], place) => {
    if (ends.includes(a)) found.push([place, a]);
    if (a !== b && ends.includes(b)) found.push([place, b]);
  });
  return found;
}

const dominoes = {
  setup({ random }) {
    const deck = random.Shuffle(tiles);
    return { hands: [deck.slice(0, 7), deck.slice(7, 14)], sleeping: deck.slice(14), ends: null };
  },
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: {
      first: () => 0,
      next({ G, ctx }) {
        const other = 1 - ctx.playOrderPos;
        return ways(G.hands[other], G.ends).length > 0 ? other : ctx.playOrderPos;
      },
    },
  },
  moves: {
    lay({ G, playerID }, place, end) {
      const hand = G.hands[playerID];
      if (!(place in hand)) return 'INVALID_MOVE';
      const [a, b] = hand[place];
      if (G.ends === null) {
        G.ends = [a, b];
      } else {
        const side = G.ends.lastIndexOf(end);
        if (side < 0 || (end !== a && end !== b)) return 'INVALID_MOVE';
        G.ends[side] = end === a ? b : a;
      }
      hand.splice(place, 1);
    },
  },
  endIf({ G: { hands, ends } }) {
    const over = ends !== null && (hands.some((hand) => !hand.length) || hands.every((hand) => !ways(hand, ends).length));
    if (!over) return undefined;
    const pips = hands.map((hand) => hand.reduce((sum, [a, b]) => sum + a + b, 0));
    return { scores: [pips[0] < pips[1] ? pips[1] : 0, pips[1] < pips[0] ? pips[0] : 0] };
  },
  ai: {
    enumerate: (G, ctx) => ways(G.hands[ctx.currentPlayer], G.ends).map((args) => ({ move: 'lay', args })),
  },
};

function player(game, { InitializeGame, CreateGameReducer }) {
  const reduce = CreateGameReducer({ game });
  return () => {
    // The seed of a game is all that differs from one to the next.
    let state = InitializeGame({ game: { ...game, seed: String(Math.random()) }, numPlayers: 2 });
    let moves = 0;
    while (state.ctx.gameover === undefined) {
      const legal = game.ai.enumerate(state.G, state.ctx);
      const { move, args } = legal[Math.floor(Math.random() * legal.length)];
      const before = state;
      state = reduce(state, { type: 'MAKE_MOVE', payload: { type: move, args, playerID: state.ctx.currentPlayer } });
      if (state._stateID === before._stateID) throw new Error(`a move was refused: ${move} ${args}`);
      moves += 1;
    }
    return moves;
  };
}

const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };

function slice(play, seconds) {
  const start = spent();
  let moves = 0;
  while (spent() - start < seconds) for (let game = 0; game < 5; game += 1) moves += play();
  return { moves, seconds: spent() - start };
}

function main() {
  let internal;
  let release;
  try {
    internal = require(path.join(modules, 'boardgame.io/dist/cjs/internal.js'));
    release = require(path.join(modules, 'boardgame.io/package.json')).version;
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    say({ missing: error.message.split('\n')[0] });
    return;
  }
  const play = player({ tictactoe, dominoes }[kind], internal);
  slice(play, WARM);
  say({ version: `boardgame.io ${release}, node ${process.versions.node}` });
  readline.createInterface({ input: process.stdin }).on('line', (line) => say(slice(play, Number(line))));
}

main();
