// scrypt's mixing (ROMix of RFC 7914) in steps of some milliseconds, by the code that worker/commands/scrypt-wasm.ts makes. Between two
// steps its memory holds a lane that is not done: the steps of one hash run before those of another.

/** scrypt's N and r. */
export type MixCosts = { readonly N: number; readonly r: number };
/** The steps that mix these lanes, each of 128 r bytes. The lanes that came in stay as they are; `keep` gets the mixed ones. */
export type Mixer = (lanes: readonly Uint8Array[], costs: MixCosts, keep: Keep) => (() => void)[];
type Keep = (lane: number, mixed: Uint8Array) => void;

type Mix = (first: number, block: number, count: number, stride: number, N: number) => void;
type Code = { readonly memory: WebAssembly.Memory; readonly fill: Mix; readonly stir: Mix };

/**
 * With three a hash costs three quarters of what `node:crypto` needs, in 48 MiB at the product's costs; with five it would cost half, in 80
 * of an isolate's 128 MiB.
 */
export const LANES_AT_ONCE = 3;
/** 5 ms of a processor. Even: X is then where it was. */
const BLOCKS_PER_STEP = 4096;
const PAGE_BYTES = 65_536;
const WORDS = 16;

export function mixerOf(module: WebAssembly.Module): Mixer {
  const code = new WebAssembly.Instance(module).exports as unknown as Code;
  return (lanes, costs, keep) => {
    const groups = Array.from(
      { length: Math.ceil(lanes.length / LANES_AT_ONCE) },
      (_, group) => group * LANES_AT_ONCE,
    );
    return groups.flatMap((first) =>
      groupSteps(code, lanes.slice(first, first + LANES_AT_ONCE), costs, (lane, mixed) =>
        keep(first + lane, mixed),
      ),
    );
  };
}

function groupSteps(
  { memory, fill, stir }: Code,
  lanes: readonly Uint8Array[],
  { N, r }: MixCosts,
  keep: Keep,
): (() => void)[] {
  const block = 128 * r;
  const stride = (N + 2) * block;
  const x = N * block;
  const count = Math.min(BLOCKS_PER_STEP, N);
  const takeIn = (): void => {
    const missing = stride * LANES_AT_ONCE - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    for (const [index, lane] of lanes.entries())
      reorder(lane, new Uint8Array(memory.buffer, index * stride, block), 'in');
  };
  const giveOut = (): void => {
    for (const index of lanes.keys()) {
      const mixed = new Uint8Array(block);
      reorder(new Uint8Array(memory.buffer, index * stride + x, block), mixed, 'out');
      keep(index, mixed);
    }
  };
  const starts = Array.from({ length: N / count }, (_, step) => step * count);
  return [
    ...starts.map((start) => () => {
      if (start === 0) takeIn();
      fill(start * block, block, count, stride, N);
    }),
    ...starts.map((start) => () => {
      stir(x, block, count, stride, N);
      if (start + count === N) giveOut();
    }),
  ];
}

/** In memory the words of 64 bytes are in the order 0 5 10 15, 4 9 14 3, 8 13 2 7, 12 1 6 11. */
function reorder(from: Uint8Array, to: Uint8Array, way: 'in' | 'out'): void {
  for (let word = 0; word < from.length / 4; word += 1) {
    const place = word % WORDS;
    const other = word - place + ((place * 5) % WORDS);
    const [source, target] = way === 'in' ? [other, word] : [word, other];
    to.set(from.subarray(source * 4, source * 4 + 4), target * 4);
  }
}
