// What all parts of a bench share: how often they measure and how much, in which turns, and what else the machine did meanwhile.

import { loadavg } from 'node:os';
import type { Options } from './options.ts';
import { cpuSecondsOfAll, machineSeconds } from './processes.ts';
import type { Row } from './report.ts';
import { percentileOf, percentiles, ratioOf } from './statistics.ts';

/** Cores that others may take before a row says that the machine was busy. */
const OTHERS_CORES = 0.25;

export type Bench = Pick<Options, 'rounds' | 'isShort'> & {
  /** A folder that goes with the run. */
  readonly folder: string;
  /** The folder of the deployed bundle. */
  readonly bundle: string;
  /** The machine was busy before anything was measured. */
  readonly isBusy: boolean;
  readonly say: (rows: readonly Row[]) => void;
};

/** A tenth of `usual` in a short run, but not fewer than `least`. */
export function amount({ isShort }: Pick<Bench, 'isShort'>, usual: number, least = 1): number {
  return isShort ? Math.max(least, Math.ceil(usual / 10)) : usual;
}

/**
 * Theirs, ours, theirs, ours, theirs, ...: each round of ours stands between two of theirs. `others` follow each of ours.
 */
export async function inTurns<Ours, Theirs, Other = never>(
  rounds: number,
  ours: () => Promise<Ours>,
  theirs: () => Promise<Theirs>,
  ...others: (() => Promise<Other>)[]
): Promise<{ readonly ours: Ours[]; readonly theirs: Theirs[]; readonly others: Other[][] }> {
  const measured = { ours: [] as Ours[], theirs: [await theirs()], others: others.map((): Other[] => []) };
  for (let round = 0; round < rounds; round += 1) {
    measured.ours.push(await ours());
    for (const [index, other] of others.entries()) measured.others[index]?.push(await other());
    measured.theirs.push(await theirs());
  }
  return measured;
}

type Times = readonly (readonly number[])[];

/** How long half of the calls take at the most, and 99 of 100; round by round in milliseconds. */
export function latencyRows(
  row: Omit<Row, 'measure' | 'better' | 'onca'>,
  measure: (latency: string) => string,
  { ours, theirs, floor }: { readonly ours: Times; readonly theirs?: Times; readonly floor?: Times },
): readonly [Row, Row] {
  const of = (share: number): Row => ({
    ...row,
    measure: measure(`p${share * 100} ms`),
    better: 'less',
    onca: percentileOf(ours, share),
    ...(theirs !== undefined && {
      beside: percentileOf(theirs, share),
      ratio: ratioOf(percentiles(ours, share), percentiles(theirs, share)),
    }),
    ...(floor !== undefined && { floor: percentileOf(floor, share) }),
  });
  return [of(0.5), of(0.99)];
}

/** Runs `measure` and says how loaded the machine was, and whether by somebody else. */
export async function watched<T>(
  bench: Bench,
  measure: () => Promise<T>,
): Promise<T & Pick<Row, 'load' | 'busy'>> {
  const before = { at: performance.now(), own: cpuSecondsOfAll(process.pid), all: machineSeconds() };
  const measured = await measure();
  const [own, all] = [cpuSecondsOfAll(process.pid), machineSeconds()];
  const seconds = (performance.now() - before.at) / 1000;
  const others =
    own === null || all === null || before.own === null || before.all === null
      ? 0
      : (all - before.all - (own - before.own)) / seconds;
  return { ...measured, load: loadavg()[0] ?? 0, busy: bench.isBusy || others > OTHERS_CORES };
}
