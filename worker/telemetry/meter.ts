// Counts and times in the memory of this isolate, and hands them on now and then: to the keeper of figures, and to Workers Analytics
// Engine where it is bound. Measuring asks no database and delays no reply. What an isolate counted within HAND_ON_MS of the last
// time is lost with it, unless it is asked for something once more (D98).

import type { MetricsKeeper } from '../../durable-objects/metrics-keeper.ts';
import {
  type CounterName,
  familyOf,
  type HistogramName,
  type Labels,
  readSeries,
  seriesOf,
} from '../contract/metrics.ts';
import type { Counted } from '../domain/figures.ts';
import { logLine } from './log.ts';

const HAND_ON_MS = 10_000;
/** Of one invocation, as the platform allows. */
const DATA_POINTS = 250;

let counts = new Map<string, number>();
let timings = new Map<string, number[]>();
let handedOnAt = -Infinity;

export function count<N extends CounterName>(name: N, labels: Labels<N>, by = 1): void {
  const series = seriesOf(name, labels);
  counts.set(series, (counts.get(series) ?? 0) + by);
}

export function observe<N extends HistogramName>(name: N, labels: Labels<N>, value: number): void {
  const bounds = familyOf(name).bounds ?? [];
  const series = seriesOf(name, labels);
  const timing = timings.get(series) ?? Array.from({ length: bounds.length + 2 }, () => 0);
  const found = bounds.findIndex((bound) => value <= bound);
  const bucket = found === -1 ? bounds.length : found;
  timing[bucket] = (timing[bucket] ?? 0) + 1;
  timing[bounds.length + 1] = (timing[bounds.length + 1] ?? 0) + value;
  timings.set(series, timing);
}

/** Takes what was counted, which is then nobody else's. */
export function takeCounted(): Counted {
  const taken = { counts: Object.fromEntries(counts), timings: Object.fromEntries(timings) };
  counts = new Map();
  timings = new Map();
  return taken;
}

function putBack(counted: Counted): void {
  for (const [series, value] of Object.entries(counted.counts))
    counts.set(series, (counts.get(series) ?? 0) + value);
  for (const [series, values] of Object.entries(counted.timings)) {
    const since = timings.get(series);
    timings.set(
      series,
      values.map((value, index) => value + (since?.[index] ?? 0)),
    );
  }
}

/** Wrangler's generated type knows what wrangler.toml binds; the dataset is bound by whoever wants it. */
export type MeterEnv = Partial<Pick<Env, 'METRICS_KEEPER'>> & { readonly ANALYTICS?: AnalyticsEngineDataset };

type Context = { waitUntil(work: Promise<unknown>): void };

/** After a reply. `context` is asked only when there is something to hand on. */
export function handOn(env: MeterEnv, context: () => Context, now: number = Date.now()): void {
  // A clock that was set back must not stop it.
  if (env.METRICS_KEEPER === undefined || (now >= handedOnAt && now - handedOnAt < HAND_ON_MS)) return;
  if (counts.size === 0 && timings.size === 0) return;
  handedOnAt = now;
  context().waitUntil(handOnNow(env));
}

/**
 * Never throws. A keeper that does not answer gets it the next time; one that had it and did not say so has it twice. `within` rejects when
 * the caller waits no longer: a keeper that says nothing at all is one that does not answer.
 */
export async function handOnNow(
  env: MeterEnv,
  within: (answer: Promise<void>) => Promise<void> = (answer) => answer,
): Promise<void> {
  const keeper = metricsKeeper(env);
  if (keeper === null) return;
  const counted = takeCounted();
  writeDataPoints(env.ANALYTICS, counted);
  try {
    await within(keeper.add(counted));
  } catch (error) {
    putBack(counted);
    logLine('warn', 'figures-not-handed-on', { error: String(error) });
  }
}

/** The one keeper of figures. */
export function metricsKeeper(env: MeterEnv): DurableObjectStub<MetricsKeeper> | null {
  const namespace = env.METRICS_KEEPER as DurableObjectNamespace<MetricsKeeper> | undefined;
  return namespace === undefined ? null : namespace.get(namespace.idFromName('main'));
}

/** One point for each series: its name as the index, the values of its labels as blobs, the value or the buckets and the sum as doubles. */
export function writeDataPoints(
  dataset: AnalyticsEngineDataset | undefined,
  { counts: counted, timings: timed }: Counted,
): void {
  if (dataset === undefined) return;
  const points = [
    ...Object.entries(counted).map(([series, value]) => [series, [value]] as const),
    ...Object.entries(timed).map(([series, values]) => [series, values] as const),
  ];
  for (const [series, doubles] of points.slice(0, DATA_POINTS)) {
    const read = readSeries(series);
    if (read === null) continue;
    dataset.writeDataPoint({
      indexes: [read.name],
      blobs: Object.values(read.labels),
      doubles: [...doubles],
    });
  }
}
