// From an accepted quote to a trade that can be posted, alone or in a set; and what is written and done beside it.

import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import type { QuoteClaims } from '../contract/trades.ts';
import { mailForEachStatement } from '../db/outbox.ts';
import { submissionData, submissionForEachStatement, USER_AGENT_MAX_CHARACTERS } from '../db/submissions.ts';
import { STEP_UP_WINDOW_MS } from '../domain/factors.ts';
import { STEP_UP_ABOVE_CENTS } from '../domain/limits.ts';
import type { MailMessage } from '../domain/mail-messages.ts';
import { decimalText } from '../domain/number-format.ts';
import { postTrades, type Trade } from '../ledger/post-trade.ts';
import { logBooked } from '../telemetry/booked.ts';
import { currentRequestId } from '../telemetry/log.ts';
import type { MoneyRequest } from './idempotency.ts';
import { type MoneyDeps, recentMarks } from './price-source.ts';

/** Plain data: it is handed to the desk as it is. */
export type AskedTrade = {
  readonly trade: Trade;
  /** Whose request it is, for the lines of whoever posts it. */
  readonly requestId: string | null;
  readonly submissionId: string;
  readonly userAgent: string | null;
  readonly origin: string | null;
};

/** `proven`: the customer has proved again who they are. */
export function askedTrade(
  deps: Pick<MoneyDeps, 'now' | 'newId' | 'origin'>,
  request: Pick<MoneyRequest, 'accountId' | 'idempotencyKey' | 'userAgent'> & {
    readonly requestHash: string;
  },
  quote: QuoteClaims,
  { proven, session }: { readonly proven: boolean } & Pick<Trade, 'session'>,
): AskedTrade {
  const now = deps.now();
  const { accountId, idempotencyKey, requestHash, userAgent } = request;
  return {
    trade: {
      operationId: deps.newId(),
      transactionId: deps.newId(),
      accountId,
      idempotencyKey,
      requestHash,
      quoteId: quote.jti,
      quoteBasis: JSON.stringify(quote.basis),
      ...figuresOf(quote),
      registerMaxCents: quote.registerMaxCents,
      now,
      atMost: proven ? null : { cents: STEP_UP_ABOVE_CENTS, since: now - STEP_UP_WINDOW_MS },
      ...(session === undefined ? {} : { session }),
    },
    requestId: currentRequestId(),
    submissionId: deps.newId(),
    userAgent: userAgent?.slice(0, USER_AGENT_MAX_CHARACTERS) ?? null,
    origin: deps.origin ?? null,
  };
}

type Figures = Pick<
  Trade,
  'side' | 'metal' | 'ouncesE4' | 'priceCents' | 'subtotalCents' | 'feeCents' | 'totalCents'
>;

function figuresOf(order: Figures): Figures {
  const { side, metal, ouncesE4, priceCents, subtotalCents, feeCents, totalCents } = order;
  return { side, metal, ouncesE4, priceCents, subtotalCents, feeCents, totalCents };
}

type PostDeps = Pick<MoneyDeps, 'db' | 'env' | 'hub' | 'now' | 'defer'>;

/** The customers' other tabs and devices read again; the page that traded has its answer already. */
export function tellPages({ hub }: Pick<PostDeps, 'hub'>, userIds: readonly string[]): Promise<unknown> {
  return hub.notifyAll(userIds, PORTFOLIO_CHANGED);
}

/**
 * Posts what may be posted of a set, tells the pages of those customers, and returns the stored replies by operation. What is not
 * among them was not posted: the ordinary way says why.
 */
export async function postAsked(
  deps: PostDeps,
  asked: readonly AskedTrade[],
  tell: (userIds: readonly string[]) => Promise<unknown> = (userIds) => tellPages(deps, userIds),
): Promise<Map<string, string>> {
  const replies = await postTrades(deps.db, {
    trades: asked.map(({ trade }) => trade),
    marks: await recentMarks(deps),
    alongside: noticesOf(deps.db, asked),
  });
  noteBooked(asked, replies);
  const told = asked.flatMap(({ trade }) => (replies.has(trade.operationId) ? [trade.accountId] : []));
  if (told.length > 0) deps.defer(tell(told));
  return replies;
}

/** Of trades that were booked, with the request of each: a set has several. */
export function noteBooked(
  asked: readonly AskedTrade[],
  replies: { has(operationId: string): boolean },
): void {
  logBooked(
    asked.flatMap(({ trade: { operationId }, requestId }) =>
      replies.has(operationId) ? [{ operation: operationId, kind: 'trade', requestId }] : [],
    ),
  );
}

/** The submission notice and the receipt by e-mail of each trade that was taken. */
export function noticesOf(db: D1Database, asked: readonly AskedTrade[]): D1PreparedStatement[] {
  const submissions = asked.map(({ trade, submissionId, userAgent }) => {
    const { side, metal, ouncesE4, priceCents, totalCents } = trade;
    const data = submissionData({
      tradeType: side,
      metalType: metal,
      ounces: decimalText(ouncesE4, 4),
      price: decimalText(priceCents, 2),
      total: decimalText(totalCents, 2),
    });
    return [trade.transactionId, submissionId, userAgent, data];
  });
  const receipts = asked.map(({ trade, origin }) => {
    const { transactionId, now } = trade;
    const message: MailMessage = { kind: 'trade-receipt', transactionId, ...figuresOf(trade), at: now };
    return [transactionId, JSON.stringify(message), origin];
  });
  const taken = 'json_each(?1) AS i JOIN transactions t ON t.id = i.value ->> 0';
  return [
    submissionForEachStatement(db, {
      type: 'trade',
      rows: `SELECT i.value ->> 1 AS id, t.account_id AS user_id, i.value ->> 2 AS user_agent, i.value ->> 3 AS data,
               t.created_at AS at FROM ${taken}`,
      params: [JSON.stringify(submissions)],
    }),
    mailForEachStatement(db, {
      kind: 'trade-receipt',
      rows: `SELECT 'receipt:' || t.id AS id, t.account_id AS user_id, i.value ->> 1 AS message, i.value ->> 2 AS origin,
               t.created_at AS at FROM ${taken}`,
      params: [JSON.stringify(receipts)],
      now: 'own',
    }),
  ];
}
