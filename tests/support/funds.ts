// Money for tests, through the real ledger: deposits that settle, quotes signed without asking the hub,
// and the ledger check that ends every test.

import { expect } from 'vitest';
import type { QuoteClaims } from '../../worker/contract/trades.ts';
import { inspectLedger } from '../../worker/db/ledger-check.ts';
import { costOf } from '../../worker/domain/fees.ts';
import { readFreeE4 } from '../../worker/db/stock.ts';
import {
  DEPOSIT_MAX_CENTS,
  DEPOSIT_MIN_CENTS,
  HOLDING_MAX_OUNCES_E4,
  QUOTE_LIFETIME_MS,
} from '../../worker/domain/limits.ts';
import type { TradedMetal } from '../../worker/domain/metals.ts';
import { DAY_MS, HOUR_MS } from '../../worker/domain/time.ts';
import { NO_MARKS } from '../../worker/domain/portfolio.ts';
import { acknowledgeDeposit, completeDeposit, reserveDeposit } from '../../worker/ledger/deposits.ts';
import { postTrade } from '../../worker/ledger/post-trade.ts';
import { signQuote } from '../../worker/services/quote-token.ts';
import { createCustomer } from './customers.ts';

type Owner = { readonly userId: string };

/** Credits `cashCents` by as many real deposits as the bounds need. At least the smallest deposit. */
export async function fund(
  db: D1Database,
  { userId }: Owner,
  cashCents: number,
  now = Date.now(),
): Promise<void> {
  for (let left = cashCents; left > 0;) {
    // The rest must itself be a deposit, so the last but one leaves at least the minimum.
    const fits = left <= DEPOSIT_MAX_CENTS ? left : Math.min(DEPOSIT_MAX_CENTS, left - DEPOSIT_MIN_CENTS);
    await depositOnce(db, userId, fits, now);
    left -= fits;
  }
}

/** As if every deposit so far were an hour older: for tests that are not about the limits of an hour. */
export async function ageDeposits(db: D1Database, { userId }: Owner, ms = HOUR_MS): Promise<void> {
  await db
    .prepare(
      'UPDATE deposits SET created_at = created_at - ?2, settled_at = settled_at - ?2 WHERE account_id = ?1',
    )
    .bind(userId, ms)
    .run();
}

/** As if every trade so far were as many days older, and with them the 30 days of the bonus. */
export async function passDays(db: D1Database, { userId }: Owner, days: number): Promise<void> {
  const ms = days * DAY_MS;
  await db.batch([
    db
      .prepare(
        'UPDATE accounts SET bonus_since = bonus_since - ?2, bonus_freed_at = bonus_freed_at - ?2 WHERE id = ?1',
      )
      .bind(userId, ms),
    db
      .prepare(
        'UPDATE transactions SET created_at = created_at - ?2, settled_at = settled_at - ?2 WHERE account_id = ?1',
      )
      .bind(userId, ms),
  ]);
}

async function depositOnce(
  db: D1Database,
  accountId: string,
  amountCents: number,
  now: number,
): Promise<void> {
  const deposit = {
    id: crypto.randomUUID(),
    accountId,
    amountCents,
    feeCents: 0,
    operationId: crypto.randomUUID(),
  };
  await reserveDeposit(db, {
    operationId: deposit.operationId,
    depositId: deposit.id,
    accountId,
    idempotencyKey: `fund-${deposit.id}`,
    requestHash: 'fund',
    amountCents,
    feeCents: 0,
    method: 'bank_transfer',
    gateway: 'sandbox',
    now,
    alongside: [],
  });
  const completed = await completeDeposit(db, deposit, {
    operationId: crypto.randomUUID(),
    requestHash: 'fund',
    now,
    alongside: [],
  });
  expect(completed.ok).toBe(true);
  await acknowledgeDeposit(db, deposit, { reference: `fund-${deposit.id}`, marks: NO_MARKS, now });
}

export type QuoteTerms = Pick<QuoteClaims, 'side' | 'metal' | 'ouncesE4' | 'priceCents'>;

/** The claims of a valid quote at a price of the test's choosing. */
export function quoteClaims(
  { userId }: Owner,
  terms: QuoteTerms,
  over: Partial<QuoteClaims> = {},
): QuoteClaims {
  const issuedAt = Date.now();
  return {
    jti: crypto.randomUUID(),
    sub: userId,
    ...terms,
    ...costOf(terms.side, terms.ouncesE4, terms.priceCents),
    issuedAt,
    expiresAt: issuedAt + QUOTE_LIFETIME_MS,
    proven: true,
    registerMaxCents: null,
    basis: { seq: 1, kind: 'simulated', asOf: new Date(issuedAt).toISOString(), observations: [] },
    ...over,
  };
}

/** A signed quote, as POST /api/quotes would have made it, without its rate limit. */
export function quoteFor(
  env: Pick<Env, 'SIGNING_KEYS'>,
  owner: Owner,
  terms: QuoteTerms,
  over: Partial<QuoteClaims> = {},
): Promise<string> {
  return signQuote(env, quoteClaims(owner, terms, over));
}

/** A purchase straight through the ledger: metal for a test that is about something else. */
export async function endow(
  db: D1Database,
  owner: Owner,
  { metal, ouncesE4, priceCents }: Omit<QuoteTerms, 'side'>,
  now = Date.now(),
): Promise<void> {
  await postOrder(db, owner, { side: 'buy', metal, ouncesE4, priceCents }, now);
}

/** An order straight through the ledger, at a time of the test's choosing; answers its operation. */
export async function postOrder(
  db: D1Database,
  owner: Owner,
  terms: QuoteTerms,
  now: number,
): Promise<string> {
  return postTerms(db, owner, { ...terms, ...costOf(terms.side, terms.ouncesE4, terms.priceCents) }, now);
}

async function postTerms(
  db: D1Database,
  { userId }: Owner,
  terms: QuoteTerms & ReturnType<typeof costOf>,
  now = Date.now(),
): Promise<string> {
  const id = crypto.randomUUID();
  const posted = await postTrade(db, {
    operationId: id,
    transactionId: crypto.randomUUID(),
    accountId: userId,
    idempotencyKey: `endow-${id}`,
    requestHash: 'endow',
    quoteId: id,
    quoteBasis: '{}',
    ...terms,
    marks: NO_MARKS,
    now,
    atMost: null,
    registerMaxCents: null,
    alongside: [],
  });
  expect(posted.ok).toBe(true);
  return id;
}

/** Sells all but `leaveE4` of what the vault has, to customers of the test's own. */
export async function buyOut(env: Env, metal: TradedMetal, leaveE4: number): Promise<void> {
  for (let left = (await readFreeE4(env.DB, metal)) - leaveE4; left > 0; left -= HOLDING_MAX_OUNCES_E4) {
    const ouncesE4 = Math.min(left, HOLDING_MAX_OUNCES_E4);
    const whale = await createCustomer(env);
    await fund(env.DB, whale, Math.max(DEPOSIT_MIN_CENTS, costOf('buy', ouncesE4, 1).totalCents));
    await endow(env.DB, whale, { metal, ouncesE4, priceCents: 1 });
  }
}

/** Entries sum to zero per asset, balances equal their entries, nothing below zero: see worker/db/ledger-check.ts. */
export async function expectBooksToBalance(db: D1Database): Promise<void> {
  const { findings } = await inspectLedger(db);
  expect(findings).toEqual([]);
}

/** Exactly this much cash and metal, brought about by deposits and purchases. */
export async function give(
  db: D1Database,
  owner: Owner,
  means: { readonly cashCents: number; readonly metal: 'gold' | 'silver'; readonly ouncesE4: number },
): Promise<void> {
  const { cashCents, metal, ouncesE4 } = means;
  const metalCost = ouncesE4 === 0 ? 0 : costOf('buy', ouncesE4, 1).totalCents;
  // Whatever the smallest deposit brings too much is spent on a grain of the other metal.
  const fundedCents = Math.max(DEPOSIT_MIN_CENTS, cashCents + metalCost);
  await fund(db, owner, fundedCents);
  if (ouncesE4 > 0) await endow(db, owner, { metal, ouncesE4, priceCents: 1 });
  const surplus = fundedCents - cashCents - metalCost;
  if (surplus > 0) await spend(db, owner, metal === 'gold' ? 'silver' : 'gold', surplus);
}

async function spend(db: D1Database, owner: Owner, metal: 'gold' | 'silver', cents: number): Promise<void> {
  await postTerms(db, owner, {
    side: 'buy',
    metal,
    ouncesE4: 1,
    priceCents: 1,
    subtotalCents: cents - 1,
    feeCents: 1,
    totalCents: cents,
  });
}
