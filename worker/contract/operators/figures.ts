// GET /api/admin/figures: how the system runs, minute by minute, as the points of charts. The same figures as text are at /api/metrics.

import * as v from 'valibot';
import { FIGURE_PERIOD_NAMES } from '../../domain/figures.ts';
import { IsoTime } from '../money.ts';
import type { ProblemCode } from '../problems.ts';
import { PROBLEMS } from '../problems.ts';

export const FIGURE_CHARTS = [
  'trades',
  'quotes',
  'refusals',
  'errors',
  'trade-seconds',
  'quote-seconds',
  'tick-seconds',
  'price-age',
  'sockets',
  'trade-desk',
  'price-alerts',
  'mail',
  'mail-oldest',
] as const;
export type FigureChart = (typeof FIGURE_CHARTS)[number];

export const FiguresQuery = v.object({ period: v.optional(v.picklist(FIGURE_PERIOD_NAMES), '1h') });

export const FiguresReport = v.object({
  /** The end of the last minute that was kept; null: none was yet, or the keeper does not answer. */
  asOf: v.nullable(IsoTime),
  /** A step in which nothing could be read has no point; 0 is a reading. */
  charts: v.array(
    v.object({
      chart: v.picklist(FIGURE_CHARTS),
      points: v.array(v.object({ at: IsoTime, value: v.number() })),
    }),
  ),
  /** The most frequent first. */
  refusals: v.array(
    v.object({ code: v.picklist(Object.keys(PROBLEMS) as ProblemCode[]), count: v.number() }),
  ),
});
export type FiguresReport = v.InferOutput<typeof FiguresReport>;
