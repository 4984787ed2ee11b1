// POST /api/quotes and POST /api/trades. The browser sends side, metal and size; price and cost come from the server.
// Numbers that are not an amount (zero, negative, fractional, huge) are the service's InvalidAmount, not a shape.

import * as v from 'valibot';
import { TRADED_METALS } from '../domain/metals.ts';
import { SIDES } from '../domain/trades.ts';
import { ObservationKind } from './prices.ts';
import { Cents, IsoTime, OuncesE4, SignedCents } from './money.ts';
import { Portfolio } from './portfolio.ts';
import { Transaction } from './transactions.ts';
import type { RuleCode } from './rule-texts.ts';

export const QuoteRequest = v.pipe(
  v.object({
    side: v.picklist(SIDES),
    metal: v.picklist(TRADED_METALS, 'metalNotTraded' satisfies RuleCode),
    ouncesE4: v.optional(v.number()),
    /** Spend, or receive, at most this much. */
    totalCents: v.optional(v.number()),
    max: v.optional(v.literal(true)),
  }),
  v.check(
    (body) => [body.ouncesE4, body.totalCents, body.max].filter((value) => value !== undefined).length === 1,
    'oneAmount' satisfies RuleCode,
  ),
);
export type QuoteRequest = v.InferOutput<typeof QuoteRequest>;

export const Quote = v.object({
  /** The signed quote, as POST /api/trades takes it. */
  quote: v.string(),
  side: v.picklist(SIDES),
  metal: v.picklist(TRADED_METALS),
  ouncesE4: OuncesE4,
  priceCents: Cents,
  subtotalCents: Cents,
  feeCents: Cents,
  totalCents: Cents,
  issuedAt: IsoTime,
  expiresAt: IsoTime,
  /** When the price was observed. */
  priceAsOf: IsoTime,
});
export type Quote = v.InferOutput<typeof Quote>;

/** What a quote's price was made from; the ledger keeps it with the trade. */
export const QuoteEvidence = v.object({
  seq: v.pipe(v.number(), v.safeInteger()),
  kind: ObservationKind,
  asOf: IsoTime,
  observations: v.array(
    v.object({ source: v.string(), midCents: v.pipe(v.number(), v.safeInteger()), at: v.string() }),
  ),
});
export type QuoteEvidence = v.InferOutput<typeof QuoteEvidence>;

/** What a quote remembers, inside its signature. Times in epoch ms: a countdown needs more than seconds. */
const QuoteClaims = v.object({
  jti: v.string(),
  sub: v.string(),
  side: v.picklist(SIDES),
  metal: v.picklist(TRADED_METALS),
  ouncesE4: OuncesE4,
  priceCents: Cents,
  subtotalCents: Cents,
  feeCents: Cents,
  totalCents: Cents,
  issuedAt: SignedCents,
  expiresAt: SignedCents,
  /** The customer had proved again who they are when it was made: its trade asks for nothing more. */
  proven: v.optional(v.boolean(), false),
  /** The most that a customer below level 2 may buy for in 30 days, at the rate of then (P61); null: it is a sale. */
  registerMaxCents: v.optional(v.nullable(Cents), null),
  basis: QuoteEvidence,
});
export type QuoteClaims = v.InferOutput<typeof QuoteClaims>;

/** The claims of a verified token, or null when it is not a quote of ours. */
export function readQuoteClaims(payload: unknown): QuoteClaims | null {
  const parsed = v.safeParse(QuoteClaims, payload);
  return parsed.success ? parsed.output : null;
}

/** What a trade's operation stores of its quote; null where it stores nothing that can be read. */
export function readQuoteEvidence(stored: string | null): QuoteEvidence | null {
  if (stored === null) return null;
  try {
    const parsed = v.safeParse(QuoteEvidence, JSON.parse(stored));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export const TradeRequest = v.object({ quote: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) });
export type TradeRequest = v.InferOutput<typeof TradeRequest>;

export const TradeReply = v.object({ transaction: Transaction, portfolio: Portfolio });
export type TradeReply = v.InferOutput<typeof TradeReply>;
