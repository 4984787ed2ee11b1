// Figures of how the system runs: as charts for operators, and as OpenMetrics text for whoever scrapes. Neither asks the database.

import { METRICS, readSeries, seriesOf } from '../../contract/metrics.ts';
import type { FigureChart, FiguresReport } from '../../contract/operators/figures.ts';
import { FIGURE_CHARTS } from '../../contract/operators/figures.ts';
import type { ProblemCode, Refusal } from '../../contract/problems.ts';
import { isOurFault } from '../../domain/alarms.ts';
import {
  boundOfShare,
  countIn,
  FIGURE_PERIODS,
  type FigurePeriod,
  highestIn,
  type Minute,
  stepsOf,
} from '../../domain/figures.ts';
import { TRADED_METALS } from '../../domain/metals.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import { logLine } from '../../telemetry/log.ts';
import { type MeterEnv, metricsKeeper } from '../../telemetry/meter.ts';
import { answerWithin } from '../answer-within.ts';
import { openMetrics } from '../open-metrics.ts';

const ANSWER_WITHIN_MS = 5_000;

type FiguresDeps = { readonly env: MeterEnv; readonly now: () => number };

export async function figuresReport(
  deps: FiguresDeps,
  period: FigurePeriod,
): Promise<Result<FiguresReport, Refusal<'Unavailable'>>> {
  const now = deps.now();
  const minutes = await asked(deps, (keeper) => keeper.minutesSince(now - FIGURE_PERIODS[period].ms));
  return minutes.ok ? ok(reportOf(minutes.value, period, now)) : minutes;
}

export async function metricsText(deps: FiguresDeps): Promise<Result<string, Refusal<'Unavailable'>>> {
  const figures = await asked(deps, (keeper) => keeper.figures());
  return figures.ok ? ok(openMetrics(figures.value.totals, figures.value.last?.gauges ?? {})) : figures;
}

type Keeper = NonNullable<ReturnType<typeof metricsKeeper>>;

async function asked<T>(
  { env }: FiguresDeps,
  ask: (keeper: Keeper) => PromiseLike<T>,
): Promise<Result<T, Refusal<'Unavailable'>>> {
  const keeper = metricsKeeper(env);
  try {
    if (keeper === null) throw new Error('METRICS_KEEPER is not bound');
    return ok(await answerWithin(ANSWER_WITHIN_MS, ask(keeper)));
  } catch (error) {
    logLine('error', 'figures-unreadable', { error: String(error) });
    return err({ code: 'Unavailable' });
  }
}

type Reading = (minutes: readonly Minute[]) => number | null;

const counted =
  (isOf: (series: string) => boolean): Reading =>
  (minutes) =>
    countIn(minutes, isOf);
const highest =
  (...series: string[]): Reading =>
  (minutes) =>
    highestIn(minutes, series);
/** The time within which 95 of 100 were done; of what took longer than the last bound, that bound. */
const most =
  (name: 'onca_request_seconds' | 'onca_tick_seconds', series: string): Reading =>
  (minutes) => {
    const { bounds } = METRICS[name];
    const sums = Array.from({ length: bounds.length + 1 }, (_, bucket) =>
      minutes.reduce((sum, { timings }) => sum + (timings[series]?.[bucket] ?? 0), 0),
    );
    const bound = boundOfShare(sums, bounds, 0.95);
    return bound === null ? null : Math.min(bound, bounds.at(-1) ?? bound);
  };

const READINGS: Readonly<Record<FigureChart, Reading>> = {
  trades: counted((series) => series === seriesOf('onca_operations', { kind: 'trade' })),
  quotes: counted((series) => series.startsWith('onca_quotes{')),
  refusals: counted((series) => series.startsWith('onca_refusals{')),
  errors: counted(isOurFault),
  'trade-seconds': most('onca_request_seconds', seriesOf('onca_request_seconds', { class: 'trade' })),
  'quote-seconds': most('onca_request_seconds', seriesOf('onca_request_seconds', { class: 'quote' })),
  'tick-seconds': most('onca_tick_seconds', 'onca_tick_seconds'),
  'price-age': highest(...TRADED_METALS.map((metal) => seriesOf('onca_price_age_seconds', { metal }))),
  sockets: highest('onca_sockets'),
  'trade-desk': highest(seriesOf('onca_queue_length', { queue: 'trade-desk' })),
  'price-alerts': highest(seriesOf('onca_queue_length', { queue: 'price-alerts' })),
  mail: highest(seriesOf('onca_queue_length', { queue: 'mail' })),
  'mail-oldest': highest('onca_mail_oldest_seconds'),
};

function reportOf(minutes: readonly Minute[], period: FigurePeriod, now: number): FiguresReport {
  const steps = stepsOf(minutes, period, now);
  const codes = new Map<ProblemCode, number>();
  for (const { counts } of minutes) {
    for (const [series, count] of Object.entries(counts)) {
      const read = readSeries(series);
      if (read?.name !== 'onca_refusals') continue;
      const code = read.labels['code'] as ProblemCode;
      codes.set(code, (codes.get(code) ?? 0) + count);
    }
  }
  return {
    asOf: isoOrNull(minutes.at(-1)?.at ?? null),
    charts: FIGURE_CHARTS.map((chart) => ({
      chart,
      points: steps.flatMap(({ at, minutes: of }) => {
        const value = READINGS[chart](of);
        return value === null ? [] : [{ at: iso(at), value }];
      }),
    })),
    refusals: [...codes]
      .map(([code, count]) => ({ code, count }))
      .toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)),
  };
}
