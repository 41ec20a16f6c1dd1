// Brook from JavaScript: drive `tileyard engine`, then check with a dozen lines of code that nobody had a hand in the deal.
// Run it: node examples/embedding/client.mjs
// TILEYARD names the command, if it is not on the path.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

const command = process.env.TILEYARD ?? "tileyard";
const engine = spawn(command, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
engine.on("error", (error) => {
  console.error(`cannot start ${command}: ${error.message}; TILEYARD names the command`);
  process.exit(1);
});
const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

async function ask(op, fields = {}) {
  engine.stdin.write(JSON.stringify({ op, ...fields }) + "\n");
  const reply = JSON.parse((await lines.next()).value);
  if (reply.reply === "error") throw new Error(`${reply.error.code}: ${reply.error.message}`);
  return reply;
}

// Chance, as the reference describes it: block i is SHA-512(key || i), eight numbers of 64 bits each.
const sha = (name, data) => createHash(name).update(data).digest();

function drawn(key, count, n) {
  const index = Buffer.alloc(8);
  index.writeBigUInt64BE(BigInt(count >> 3));
  const word = sha("sha512", Buffer.concat([key, index])).readBigUInt64BE(8 * (count & 7));
  return Number((word * BigInt(n)) >> 64n);
}

// The hash of the key is known before the first move, the seed only from the record.
const { info, status: begun } = await ask("new", { game: "brook", players: 2 });
let status = begun;
while (!status.over) {
  const player = status.active[0];
  const { moves } = await ask("legal", { player });
  ({ status } = await ask("play", { player, ply: status.ply, move: moves[moves.length - 1] }));
}

const { record } = await ask("record");
const key = sha("sha256", record.header.seed);
const numbers = record.entries.flatMap((entry) => entry.drawn ?? []);
// In Brook everything drawn comes from the bag of 24, which holds one tile less each time.
const honest =
  sha("sha256", key).toString("hex") === info.commitment &&
  numbers.length === 24 &&
  numbers.every((number, count) => number === drawn(key, count, 24 - count));

await ask("bye");
engine.stdin.end();
console.log(JSON.stringify({ scores: status.scores, plies: status.ply, drawn: numbers.length, honest }));
