// What a soak says: what was measured, and what of it is not as it should be.

import { DELIVERED } from '../bench/sockets.ts';
import { median, percentile } from '../bench/statistics.ts';
import type { Sample, Soak } from './run.ts';
import { KINDS, type Kind, type Times } from './times.ts';
import { type Trend, trendOf } from './trend.ts';

/** Caches fill, code is compiled, the collector finds its pace: this share of a run says nothing about the rest. */
const WARM_UP_SHARE = 0.25;
/** The median of these seconds is a point of the line. */
const POINT_SECONDS = 10;
/** MiB of the heap an hour (D101). */
export const SLOPE_MAX = 20;
/** The p99 of the last third beside that of the first one (D101). */
export const TAIL_RATIO_MAX = 2;
/** A shorter run says nothing about memory or about how long things take. */
export const JUDGED_SECONDS = 300;
/** So many calls of a third are above the share that is compared: two or three of them are chance, and so is where they fall. */
const CALLS_ABOVE = 10;
const PERCENTS = [99, 95];
/** Frames that one relay has sent and another has not, where the watch begins and where it ends. */
const UNDER_WAY = 2;

/** The last third beside the first: the p99, or the p95 where there were too few calls for it. */
export type Tail = { readonly name: string; readonly ratio: number };

export type Verdict = {
  readonly heap: Trend | null;
  /** For the record: most of it is the emulator's (D101). */
  readonly resident: Trend | null;
  /** By kind; null where there were too few calls. */
  readonly tails: Readonly<Record<Kind, Tail | null>>;
  readonly findings: readonly string[];
};

export function judge(soak: Soak): Verdict {
  const { seconds, times, followed, statuses, said, crons, wrong } = soak;
  const heap = trendOf(pointsOf(soak.heap, seconds));
  const resident = trendOf(pointsOf(soak.resident, seconds));
  const tails = Object.fromEntries(KINDS.map((kind) => [kind, tailOf(times[kind])])) as Verdict['tails'];
  const isJudged = seconds >= JUDGED_SECONDS;
  const findings = [
    ...wrong,
    ...[...statuses]
      .filter(([line]) => /^(?:5\d\d|no reply)/u.test(line))
      .map(([line, n]) => `${n} x ${line}`),
    ...[...said].map(([line, n]) => `the log says ${n} x ${line}`),
    ...(crons.done < crons.fired ? [`${crons.fired - crons.done} of ${crons.fired} crons failed`] : []),
    ...(followed.fewest < (followed.ticks - UNDER_WAY) * DELIVERED
      ? [`a socket heard ${followed.fewest} of ${followed.ticks} frames`]
      : []),
    ...(followed.backwards > 0 ? [`${followed.backwards} frames were older than the one before`] : []),
    ...(followed.closed > 0 ? [`${followed.closed} sockets were closed`] : []),
    ...(followed.ticks === 0 ? ['no price came'] : []),
    ...KINDS.filter((kind) => times[kind].flat().length === 0).map((kind) => `nobody asked: ${kind}`),
    ...heapFindings(soak.heap, seconds),
    ...(isJudged
      ? KINDS.flatMap((kind) => {
          const { name = '', ratio = 0 } = tails[kind] ?? {};
          return ratio > TAIL_RATIO_MAX
            ? [`the ${name} of ${kind} is ${ratio.toFixed(1)} times that of the first third`]
            : [];
        })
      : []),
  ];
  return { heap, resident, tails, findings };
}

/** Whether what the product holds grows. */
export function heapFindings(samples: readonly Sample[], seconds: number): readonly string[] {
  const heap = trendOf(pointsOf(samples, seconds));
  return seconds >= JUDGED_SECONDS && heap !== null && heap.low > SLOPE_MAX
    ? [`the heap grows by ${heap.slope.toFixed(0)} MiB an hour, more than ${SLOPE_MAX}`]
    : [];
}

/** Hours and MiB, after the warm-up. */
export function pointsOf(samples: readonly Sample[], seconds: number) {
  const warm = samples.filter(({ at }) => at >= seconds * WARM_UP_SHARE);
  const groups = Map.groupBy(warm, ({ at }) => Math.floor(at / POINT_SECONDS));
  return [...groups].map(([group, list]) => ({
    x: ((group + 0.5) * POINT_SECONDS) / 3_600,
    y: median(list.map(({ mib }) => mib)),
  }));
}

function tailOf(windows: Times[Kind]): Tail | null {
  const third = Math.floor(windows.length / 3);
  const [first, last] = [windows.slice(0, third).flat(), third === 0 ? [] : windows.slice(-third).flat()];
  const calls = Math.min(first.length, last.length);
  const percent = PERCENTS.find((one) => calls * (100 - one) >= CALLS_ABOVE * 100);
  if (percent === undefined) return null;
  return { name: `p${percent}`, ratio: percentile(last, percent / 100) / percentile(first, percent / 100) };
}

export function tableOf({ seconds, heap, resident, times }: Soak): string {
  const windows = times.read.length;
  const length = seconds / windows;
  const heads = KINDS.map((kind) => `${kind} p50 / p95 / p99 ms (calls)`);
  const rows = Array.from({ length: windows }, (_, window) => {
    const of = (samples: readonly Sample[]) =>
      median(samples.filter(({ at }) => Math.floor(at / length) === window).map(({ mib }) => mib));
    const cells = KINDS.map((kind) => {
      const list = times[kind][window] ?? [];
      const shares = [0.5, 0.95, 0.99].map((share) => percentile(list, share).toFixed(0));
      return `${shares.join(' / ')} (${list.length})`;
    });
    const until = (((window + 1) * length) / 60).toFixed(1);
    return [until, shown(of(heap)), shown(of(resident)), ...cells].join(' | ');
  });
  return [
    ['minute', 'heap MiB', 'resident MiB', ...heads].join(' | '),
    heads
      .map(() => '---')
      .concat('---', '---', '---')
      .join(' | '),
    ...rows,
  ].join('\n');
}

/** A short window may have no sample. */
const shown = (mib: number): string => (Number.isNaN(mib) ? '-' : mib.toFixed(1));
