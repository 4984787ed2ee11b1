// /api/admin/price-feed: what operators see of the price sources, and the switch that stops and resumes quoting. Values of
// a series in its own unit: US cents per troy ounce, or ten-thousandths of a real per dollar.

import * as v from 'valibot';
import {
  LEFT_OUT,
  normaliseReason,
  PAUSE_REASON_MAX,
  reasonProblem,
  SOURCE_FAULTS,
  UNUSED_BECAUSE,
} from '../../domain/feed-report.ts';
import { LICENCE_CLASSES, OBSERVATION_KINDS, REJECTIONS, SERIES } from '../../domain/price-rules.ts';
import { IsoTime } from '../money.ts';
import { PauseReason, UnquotableReason } from '../prices.ts';
import type { RuleCode } from '../rule-texts.ts';

/** An invalid value of a vendor is shown unchanged, or null where JSON cannot hold it. */
const said = v.nullable(v.number());
const verdict = v.picklist(['accepted', 'unchanged', ...REJECTIONS]);

export const FeedPause = v.object({
  id: v.string(),
  reason: PauseReason,
  since: IsoTime,
  by: v.string(),
});

export const FeedSource = v.object({
  name: v.string(),
  subject: v.picklist(['metals', 'rate']),
  kind: v.picklist(OBSERVATION_KINDS),
  licence: v.picklist(LICENCE_CLASSES),
  /** Whether this deployment quotes on such a licence. */
  mayQuote: v.boolean(),
  lastAskedAt: v.nullable(IsoTime),
  lastAnsweredAt: v.nullable(IsoTime),
  /** The vendor's Retry-After or quota forbids a poll before this; null when a poll is allowed now. */
  notBefore: v.nullable(IsoTime),
  /** Null while it answers. `times`: polls in a row without a whole answer. */
  trouble: v.nullable(v.object({ fault: v.picklist(SOURCE_FAULTS), since: IsoTime, times: v.number() })),
});
export type FeedSource = v.InferOutput<typeof FeedSource>;

/** The last thing a source said about a series, believed or not. */
export const FeedObservation = v.object({
  source: v.string(),
  value: said,
  bid: said,
  ask: said,
  sourceAt: v.nullable(IsoTime),
  receivedAt: IsoTime,
  verdict,
  /** Whether the accepted price includes this source; after a refused observation, the one before it. */
  inPrice: v.boolean(),
  leftOut: v.nullable(v.picklist(LEFT_OUT)),
  /** From the accepted price, in basis points. */
  differenceBp: v.nullable(v.number()),
});
export type FeedObservation = v.InferOutput<typeof FeedObservation>;

export const FeedSeries = v.object({
  series: v.picklist(SERIES),
  accepted: v.nullable(
    v.object({
      value: v.number(),
      asOf: IsoTime,
      fresh: v.boolean(),
      mayQuote: v.boolean(),
      /** False while sources contradict each other or a jump waits for confirmation. */
      settled: v.boolean(),
      sources: v.array(v.string()),
    }),
  ),
  words: v.array(FeedObservation),
});
export type FeedSeries = v.InferOutput<typeof FeedSeries>;

export const FeedReport = v.object({
  at: IsoTime,
  seq: v.number(),
  kind: v.nullable(v.picklist(OBSERVATION_KINDS)),
  /** The poll interval of the sources, at least. */
  pollMs: v.number(),
  marketOpen: v.boolean(),
  opensAt: v.nullable(IsoTime),
  quotable: v.boolean(),
  reason: v.nullable(UnquotableReason),
  paused: v.nullable(FeedPause),
  sources: v.array(FeedSource),
  notUsed: v.array(v.object({ name: v.string(), reason: v.picklist(UNUSED_BECAUSE) })),
  series: v.array(FeedSeries),
  /** The recently refused observations, newest first. */
  refused: v.array(
    v.object({
      id: v.number(),
      source: v.string(),
      series: v.picklist(SERIES),
      value: said,
      bid: said,
      ask: said,
      sourceAt: v.nullable(IsoTime),
      receivedAt: IsoTime,
      verdict: v.picklist(REJECTIONS),
    }),
  ),
  /** When sources failed lately, newest first; `endedAt` null while they still do. */
  troubles: v.array(
    v.object({
      id: v.number(),
      source: v.string(),
      subject: v.picklist(['metals', 'rate']),
      fault: v.picklist(SOURCE_FAULTS),
      since: IsoTime,
      endedAt: v.nullable(IsoTime),
    }),
  ),
});
export type FeedReport = v.InferOutput<typeof FeedReport>;

export const FeedRefreshed = v.object({
  /** How many sources were polled, and how many of their prices were sound. */
  polled: v.number(),
  accepted: v.number(),
  report: FeedReport,
});
export type FeedRefreshed = v.InferOutput<typeof FeedRefreshed>;

const reason = v.pipe(
  v.string(),
  v.maxLength(4 * PAUSE_REASON_MAX),
  v.check((text) => reasonProblem(text) === null, 'reason' satisfies RuleCode),
  v.transform(normaliseReason),
);

/** Customers read it in their own language, so it is given in each. */
export const PauseRequest = v.object({ reason: v.object({ 'pt-BR': reason, en: reason }) });
export type PauseRequest = v.InferOutput<typeof PauseRequest>;

export const ResumeRequest = v.object({ pauseId: v.pipe(v.string(), v.maxLength(100)) });
export type ResumeRequest = v.InferOutput<typeof ResumeRequest>;
