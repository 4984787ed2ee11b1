// `node worker/commands/scrypt-wasm.ts`: writes worker/auth/scrypt.wasm, the mixing of scrypt (ROMix of RFC 7914) as WebAssembly. The
// result is kept in the repository, because a Worker may run no code that it makes itself; a test makes it again and compares.
//
// `node:crypto` computes a lane of scrypt in one call. This code stops after any number of blocks, so that others are answered
// meanwhile, and mixes three lanes side by side: each step of one depends on the step before it, and a processor has room for more (D90).
//
// In memory each lane has N + 2 blocks of 128 r bytes, one after the other: V, X and a second X. The words of 64 bytes are in the order
// 0 5 10 15, 4 9 14 3, 8 13 2 7, 12 1 6 11, so that a round of Salsa20 works on whole vectors.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANES_AT_ONCE } from '../auth/scrypt-steps.ts';
import { ROOT } from './local-setup.ts';

export const WASM_FILE = join(ROOT, 'worker', 'auth', 'scrypt.wasm');

type Code = readonly number[];
type Vectors = readonly [number, number, number, number];

const I32 = 0x7f;
const V128 = 0x7b;
const VECTOR_BYTES = 16;
const SALSA_BYTES = 64;

/** One instruction after the other. */
const code = (...parts: readonly Code[]): Code => parts.flat();

/** Numbers are written seven bits to a byte, the lowest first; all but the last byte have the highest bit. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...unsigned(Math.floor(value / 0x80))];
}

/** A constant in code has a sign, the seventh bit of its last byte. None here is negative, or above 8,191. */
function constant(value: number): Code {
  if (value < 0x40) return [0x41, value];
  return [0x41, (value % 0x80) + 0x80, Math.floor(value / 0x80)];
}

const get = (local: number): Code => [0x20, ...unsigned(local)];
const set = (local: number): Code => [0x21, ...unsigned(local)];
const tee = (local: number): Code => [0x22, ...unsigned(local)];
const copy = (from: number, to: number): Code => code(get(from), set(to));
const ADD: Code = [0x6a];
const SUBTRACT: Code = [0x6b];
const MULTIPLY: Code = [0x6c];
const AND: Code = [0x71];
const SHIFT_RIGHT: Code = [0x76];
const LOAD_WORD: Code = [0x28, 2, 0];
const loadVector = (offset: number): Code => [0xfd, 0x00, 4, ...unsigned(offset)];
const storeVector = (offset: number): Code => [0xfd, 0x0b, 4, ...unsigned(offset)];
const XOR_VECTORS: Code = [0xfd, 0x51];
const ADD_WORDS: Code = [0xfd, 0xae, 1];
const SHIFT_WORDS_LEFT: Code = [0xfd, 0xab, 1];
const SHIFT_WORDS_RIGHT: Code = [0xfd, 0xad, 1];

/** The vector's words in a circle: word `by` comes first. */
function turn(vector: number, by: number): Code {
  const bytes = Array.from({ length: VECTOR_BYTES }, (_, at) => (at + 4 * by) % VECTOR_BYTES);
  return code(get(vector), get(vector), [0xfd, 0x0d], bytes, set(vector));
}

/** The body, until the count has come down to zero. */
function loop(count: number, body: Code): Code {
  return code([0x03, 0x40], body, get(count), constant(1), SUBTRACT, tee(count), [0x0d, 0, 0x0b]);
}

/** The parameters of both functions. `FIRST`: where the first lane's X is. `STRIDE`: from a lane to the next. */
const [FIRST, BLOCK, COUNT, STRIDE, N] = [0, 1, 2, 3, 4] as const;
const [HALF, ROUNDS, PAIRS, TARGET] = [5, 6, 7, 8] as const;
const POINTERS = 9;
const POINTERS_OF_A_LANE = 5;
const VECTORS_OF_A_LANE = 9;

/** The locals of a lane: the block it mixes, where to, the block of V it reads as well, where it reads and writes now, and its vectors. */
type Lane = {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly v: number;
  readonly reads: number;
  readonly writes: number;
  readonly x: Vectors;
  readonly before: Vectors;
  readonly sum: number;
};

const LANES = Array.from({ length: LANES_AT_ONCE }, (_, index): Lane => {
  const pointer = POINTERS + POINTERS_OF_A_LANE * index;
  const vector = POINTERS + POINTERS_OF_A_LANE * LANES_AT_ONCE + VECTORS_OF_A_LANE * index;
  return {
    index,
    from: pointer,
    to: pointer + 1,
    v: pointer + 2,
    reads: pointer + 3,
    writes: pointer + 4,
    x: [vector, vector + 1, vector + 2, vector + 3],
    before: [vector + 4, vector + 5, vector + 6, vector + 7],
    sum: vector + 8,
  };
});
/** The lanes' instructions in turn: a processor works on all of them at once. */
const each = (ofLane: (lane: Lane) => Code): Code => LANES.flatMap(ofLane);

type Four = 0 | 1 | 2 | 3;

/** x[target] ^= (x[a] + x[b]) rotated left. */
const quarter = (target: Four, a: Four, b: Four, bits: number): Code =>
  each(({ x, sum }) =>
    code(
      code(get(x[a]), get(x[b]), ADD_WORDS, tee(sum)),
      code(constant(bits), SHIFT_WORDS_LEFT, get(x[target]), XOR_VECTORS),
      code(get(sum), constant(32 - bits), SHIFT_WORDS_RIGHT, XOR_VECTORS, set(x[target])),
    ),
  );

/** A round on the columns and one on the rows. */
const DOUBLE_ROUND = code(
  code(quarter(1, 0, 3, 7), quarter(2, 1, 0, 9), quarter(3, 2, 1, 13), quarter(0, 3, 2, 18)),
  each(({ x }) => code(turn(x[1], 3), turn(x[2], 2), turn(x[3], 1))),
  code(quarter(3, 0, 1, 7), quarter(2, 3, 0, 9), quarter(1, 2, 3, 13), quarter(0, 1, 2, 18)),
  each(({ x }) => code(turn(x[1], 1), turn(x[2], 2), turn(x[3], 3))),
);

/** x ^= what is read at this offset; then Salsa20/8 of x, to where it writes or half a block behind it. */
function salsa(offset: number, half: 'first' | 'second', withV: boolean): Code {
  const fourOf = (vectors: Vectors, ofVector: (vector: number, at: number) => Code): Code =>
    vectors.flatMap(ofVector);
  return code(
    each(({ x, before, reads, v }) =>
      fourOf(x, (vector, at) => {
        const load = loadVector(offset + VECTOR_BYTES * at);
        const xorV = withV ? code(get(v), load, XOR_VECTORS) : [];
        return code(get(vector), get(reads), load, XOR_VECTORS, xorV, tee(vector), set(before[at as Four]));
      }),
    ),
    code(constant(4), set(ROUNDS), loop(ROUNDS, DOUBLE_ROUND)),
    each(({ x, before, writes }) =>
      code(
        code(get(writes), half === 'second' ? code(get(HALF), ADD) : [], set(TARGET)),
        fourOf(x, (vector, at) =>
          code(
            code(get(TARGET), get(vector), get(before[at as Four]), ADD_WORDS, tee(vector)),
            storeVector(VECTOR_BYTES * at),
          ),
        ),
      ),
    ),
  );
}

const moveOn = (pointer: number, bytes: number): Code =>
  code(get(pointer), constant(bytes), ADD, set(pointer));
const endOf = (block: number): Code => code(get(block), get(BLOCK), ADD, constant(SALSA_BYTES), SUBTRACT);
const startOf = ({ index }: Lane): Code => code(get(FIRST), get(STRIDE), constant(index), MULTIPLY, ADD);

/** v: the block of V that the first word of the last 64 bytes names. V begins N blocks before X. */
const chooseV = (lane: Lane): Code =>
  code(
    code(startOf(lane), get(N), get(BLOCK), MULTIPLY, SUBTRACT),
    code(endOf(lane.from), LOAD_WORD, get(N), constant(1), SUBTRACT, AND),
    code(get(BLOCK), MULTIPLY, ADD, set(lane.v)),
  );

/** BlockMix of a block, or of a block ^ V[j]. */
function blockMix(withV: boolean): Code {
  return code(
    each((lane) =>
      code(
        withV ? chooseV(lane) : [],
        lane.x.flatMap((vector, at) => {
          const load = loadVector(VECTOR_BYTES * at);
          const xorV = withV ? code(endOf(lane.v), load, XOR_VECTORS) : [];
          return code(endOf(lane.from), load, xorV, set(vector));
        }),
        code(copy(lane.from, lane.reads), copy(lane.to, lane.writes)),
      ),
    ),
    code(get(HALF), constant(Math.log2(SALSA_BYTES)), SHIFT_RIGHT, set(PAIRS)),
    loop(
      PAIRS,
      code(
        salsa(0, 'first', withV),
        salsa(SALSA_BYTES, 'second', withV),
        each(({ reads, writes, v }) =>
          code(
            code(moveOn(reads, 2 * SALSA_BYTES), moveOn(writes, SALSA_BYTES)),
            withV ? moveOn(v, 2 * SALSA_BYTES) : [],
          ),
        ),
      ),
    ),
  );
}

/** `fill` makes `COUNT` blocks of V, each from the one before it. `stir` mixes X `COUNT` times, each time with a block of V that X names. */
function mixer(name: 'fill' | 'stir'): Code {
  const next = ({ from, to }: Lane): Code =>
    name === 'stir'
      ? code(get(from), get(to), set(from), set(to))
      : code(get(to), tee(from), get(BLOCK), ADD, set(to));
  const words = POINTERS - HALF + POINTERS_OF_A_LANE * LANES_AT_ONCE;
  const vectors = VECTORS_OF_A_LANE * LANES_AT_ONCE;
  return counted(
    code(
      code([2], unsigned(words), [I32], unsigned(vectors), [V128]),
      code(get(BLOCK), constant(1), SHIFT_RIGHT, set(HALF)),
      each((lane) => code(startOf(lane), tee(lane.from), get(BLOCK), ADD, set(lane.to))),
      loop(COUNT, code(blockMix(name === 'stir'), each(next))),
      [0x0b],
    ),
  );
}

const counted = (content: Code): Code => code(unsigned(content.length), content);
const section = (id: number, content: Code): Code => code([id], counted(content));
const named = (name: string): Code => counted([...Buffer.from(name)]);

/** The module: `memory`, and `fill` and `stir` of (FIRST, BLOCK, COUNT, STRIDE, N), all whole numbers. */
export function scryptModule(): Uint8Array<ArrayBuffer> {
  const exported = code(named('memory'), [2, 0], named('fill'), [0, 0], named('stir'), [0, 1]);
  return Uint8Array.from(
    code(
      [0, ...Buffer.from('asm'), 1, 0, 0, 0],
      section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
      section(3, [2, 0, 0]),
      section(5, [1, 0, 1]),
      section(7, code([3], exported)),
      section(10, code([2], mixer('fill'), mixer('stir'))),
    ),
  );
}

if (import.meta.main) writeFileSync(WASM_FILE, scryptModule());
