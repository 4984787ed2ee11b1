// What it costs to tell a crowd of sockets a price: Onça, the `ws` package and a bare object of workerd with the same bytes, in turns.
// The unit is processor time per socket and tick: a second frame to a socket costs little, so frames a second flatter whoever sends two.

import { join } from 'node:path';
import { amount, type Bench, inTurns, latencyRows, watched } from './bench.ts';
import type { FloorOptions } from './floor-server.ts';
import { cpuSeconds, residentMiB } from './processes.ts';
import { PLAIN, type Row } from './report.ts';
import { withServers } from './servers.ts';
import { Crowd, type Stretch } from './sockets.ts';
import { median, percentile, ratioOf, slopeOf, spreadOf } from './statistics.ts';
import { createTraders, makeWorld } from './world.ts';

/** A crowd grows from the first to the second, so that what one socket more costs stands apart from what a tick does. */
const SIZES = { few: 1_000, many: 3_000 } as const;
type Size = keyof typeof SIZES;
const SHARES = [0.5, 0.99] as const;
type Pace = {
  readonly tickMs: number;
  readonly ticks: number;
  /** Also with the sockets spread over so many relays. */
  readonly relays?: number;
};
/** A tick takes up to a fifth of a second to reach the larger crowd on two slow cores: faster, the machine would be measured. */
const PACES: readonly Pace[] = [
  { tickMs: 1_000, ticks: 4 },
  { tickMs: 400, ticks: 10, relays: 4 },
];

type Crowded = Stretch & {
  /** Processor microseconds per socket and tick; NaN where nobody counts them. */
  readonly micros: number;
  readonly mib: number;
};
/** One server's round. */
type Round = Readonly<Record<Size, Crowded>> & { readonly mibAtRest: number };

export async function measureFanOut(bench: Bench): Promise<void> {
  const { world } = await makeWorld(join(bench.folder, 'nobody'), (db) => createTraders(db, 0));
  for (const pace of PACES) {
    const onca = (more: Readonly<Record<string, string>>) => {
      const settings = { PRICE_POLL_MS: String(tickMs), ...more };
      return roundOf(bench, pace, 'onca', { bundle: bench.bundle, world, settings });
    };
    const { tickMs, relays } = pace;
    let bare: FloorOptions = {};
    const turns = await watched(bench, () =>
      inTurns(
        bench.rounds,
        async () => {
          const round = await onca({});
          bare = { hub: { tickMs, frame: round.few.frame } };
          return round;
        },
        () => roundOf(bench, pace, 'peer', { world, tickMs }),
        () => roundOf(bench, pace, 'floor', bare),
        ...(relays === undefined ? [] : [() => onca({ PRICE_RELAYS: String(relays) })]),
      ),
    );
    bench.say(rowsOf(pace, turns));
  }
}

async function roundOf(bench: Bench, pace: Pace, name: string, options: unknown): Promise<Round> {
  return withServers(bench, { server: { file: `${name}-server.ts`, options } }, async ({ server }) => {
    const process = name === 'peer' ? 'node|MainThread' : 'workerd';
    const mib = () => residentMiB(server.pid, process) ?? Number.NaN;
    const mibAtRest = mib();
    const crowd = new Crowd(server.url, pace.tickMs);
    const crowded = async (sockets: number): Promise<Crowded> => {
      await crowd.growTo(sockets);
      const stretch = await crowd.stretch(amount(bench, pace.ticks, 2), () => cpuSeconds(server.pid));
      const seconds = (stretch.to ?? Number.NaN) - (stretch.from ?? Number.NaN);
      return { ...stretch, micros: (seconds * 1e6) / sockets / stretch.ticks, mib: mib() };
    };
    try {
      return { mibAtRest, few: await crowded(SIZES.few), many: await crowded(SIZES.many) };
    } finally {
      crowd.close();
    }
  });
}

type Turns = Awaited<ReturnType<typeof inTurns<Round, Round, Round>>> & Pick<Row, 'load' | 'busy'>;
/** What is taken of each round. */
type Taken = (round: Round) => number;

function rowsOf({ tickMs, relays }: Pace, turns: Turns): Row[] {
  const { ours, theirs, others, load, busy } = turns;
  const [bare = [], relayed] = others;
  const row = { ...PLAIN, part: 'fan-out', load, busy } as const;
  const paced = `${1000 / tickMs}/s`;
  const figure = (measure: string, better: Row['better'], take: Taken): Row => ({
    ...row,
    measure,
    better,
    onca: spreadOf(ours.map(take)),
    beside: spreadOf(theirs.map(take)),
    ratio: ratioOf(ours.map(take), theirs.map(take)),
    floor: spreadOf(bare.map(take)),
  });
  const besideOne = (measure: string, take: Taken): Row[] =>
    relayed === undefined
      ? []
      : [
          {
            ...row,
            measure,
            better: 'less',
            onca: spreadOf(relayed.map(take)),
            beside: spreadOf(ours.map(take)),
            besideWhat: '1 relay',
            ratio: spreadOf(relayed.map((round, index) => take(round) / take(ours[index] ?? round))),
          },
        ];
  const ofSize = (size: Size): Row[] => {
    const at = `${SIZES[size].toLocaleString('en')} sockets, ${paced}`;
    const spread = `${at}, ${relays} relays`;
    const late = (rounds: readonly Round[]) => rounds.map((round) => round[size].latencies);
    const cost: Taken = (round) => round[size].micros;
    return [
      {
        ...figure(`fan-out, CPU us per socket and tick, ${at}`, 'less', cost),
        note: sentIn(ours.map((round) => round[size])),
      },
      figure(`fan-out, price updates per core-second, ${at}`, 'more', (round) =>
        updatesPerCoreSecond(round[size]),
      ),
      ...latencyRows(row, (latency) => `fan-out, ${latency}, ${at}`, {
        ours: late(ours),
        theirs: late(theirs),
        floor: late(bare),
      }),
      ...besideOne(`fan-out, CPU us per socket and tick, ${spread}`, cost),
      ...SHARES.flatMap((share) =>
        besideOne(`fan-out, p${share * 100} ms, ${spread}`, (round) =>
          percentile(round[size].latencies, share),
        ),
      ),
    ];
  };
  return [
    ...ofSize('few'),
    ...ofSize('many'),
    figure(`fan-out, CPU us per socket, ${paced}`, 'less', socketMore),
    figure(`resident MiB at rest, ${paced}`, 'less', (round) => round.mibAtRest),
    figure(
      `resident MiB with ${SIZES.few.toLocaleString('en')} sockets, ${paced}`,
      'less',
      (round) => round.few.mib,
    ),
  ];
}

/**
 * Processor microseconds that one more socket adds to a tick. The cost is not a straight line, so this says nothing about a tick without
 * sockets.
 */
function socketMore({ few, many }: Round): number {
  const costOf = (size: Size, { micros }: Crowded) => ({ x: SIZES[size], y: micros * SIZES[size] });
  return slopeOf(costOf('few', few), costOf('many', many));
}

/** Prices and rates that reach a socket, in a second of one core. */
function updatesPerCoreSecond({ updatesPerTick, micros }: Crowded): number {
  return (updatesPerTick * 1e6) / micros;
}

function sentIn(stretches: readonly Crowded[]): string {
  const [frames, bytes] = [
    median(stretches.map(({ framesPerTick }) => framesPerTick)),
    median(stretches.map(({ bytesPerFrame }) => bytesPerFrame)),
  ];
  return `${frames.toFixed(1)} frames of ${bytes.toFixed(0)} bytes a tick`;
}
