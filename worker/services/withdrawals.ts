// A customer's withdrawals: all, one, and the end of one that nobody has sent yet.

import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import type { Refusal } from '../contract/problems.ts';
import type { Withdrawal, WithdrawalsPage, WithdrawalsQuery } from '../contract/withdrawals.ts';
import { findWithdrawal, listWithdrawals } from '../db/withdrawals.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { marketSession } from '../domain/market-hours.ts';
import { iso, isoOrNull } from '../domain/time.ts';
import { canCancel, shownFailure, type WithdrawalFacts } from '../domain/withdrawals.ts';
import { giveBack } from '../ledger/withdrawals.ts';
import { pageOf } from './page.ts';
import { type MoneyDeps, readExchange } from './price-source.ts';

export function viewWithdrawal(facts: WithdrawalFacts, exchange: Withdrawal['exchange'] = null): Withdrawal {
  const { amountCents, feeCents, holds, holdUntil } = facts;
  return {
    id: facts.id,
    state: facts.state,
    method: facts.method,
    to: facts.to,
    amountCents,
    feeCents,
    sentCents: amountCents - feeCents,
    brlCents: facts.brlCents,
    rateE4: facts.rateE4,
    holds: holds.map(({ reason, until }) => ({ reason, until: iso(until) })),
    holdUntil: holds.length === 0 ? null : iso(holdUntil),
    requestedAt: iso(facts.requestedAt),
    expectedOn: facts.expectedOn,
    sentAt: isoOrNull(facts.sentAt),
    settledAt: isoOrNull(facts.settledAt),
    returnedAt: isoOrNull(facts.returnedAt),
    failure: shownFailure(facts),
    canCancel: canCancel(facts.state),
    exchange,
    gateway: facts.gateway,
  };
}

export async function pageOfWithdrawals(
  { db }: { readonly db: D1Database },
  accountId: string,
  query: WithdrawalsQuery,
): Promise<WithdrawalsPage> {
  const rows = await listWithdrawals(db, accountId, { after: query.cursor, limit: query.limit + 1 });
  const page = pageOf(rows, query.limit, ({ requestedAt, id }) => [requestedAt, id], viewWithdrawal);
  return { withdrawals: page.items, nextCursor: page.nextCursor };
}

export async function oneWithdrawal(
  deps: Pick<MoneyDeps, 'db' | 'now' | 'hub'>,
  accountId: string,
  id: string,
): Promise<Result<Withdrawal, Refusal<'NotFound'>>> {
  const facts = await findWithdrawal(deps.db, accountId, id);
  if (facts === null) return err({ code: 'NotFound' });
  const waitsForRate = facts.method !== 'wire' && canCancel(facts.state);
  return ok(viewWithdrawal(facts, waitsForRate ? await exchangeNow(deps) : null));
}

async function exchangeNow(deps: Pick<MoneyDeps, 'now' | 'hub'>): Promise<Withdrawal['exchange']> {
  const { isOpen, calendar } = await readExchange(deps);
  const session = marketSession(calendar, deps.now());
  return { isOpen, opensAt: isOpen || session.open ? null : iso(session.opensAt) };
}

/** All of it is cash again at once. Asked twice it answers the same. */
export async function cancelWithdrawal(
  deps: Pick<MoneyDeps, 'db' | 'now' | 'defer' | 'hub'>,
  accountId: string,
  id: string,
): Promise<Result<Withdrawal, Refusal<'NotFound' | 'WithdrawalNotCancellable'>>> {
  const before = await findWithdrawal(deps.db, accountId, id);
  if (before === null) return err({ code: 'NotFound' });
  if (canCancel(before.state)) {
    const how = { state: 'cancelled', initiator: 'house', failure: null, now: deps.now() } as const;
    const cancelled = await giveBack(deps.db, id, how, []);
    if (cancelled.ok) deps.defer(deps.hub.notify(accountId, PORTFOLIO_CHANGED));
  }
  // Whoever was first: a copy of this request, the bank or an operator.
  const after = await findWithdrawal(deps.db, accountId, id);
  if (after?.state !== 'cancelled') return err({ code: 'WithdrawalNotCancellable' });
  return ok(viewWithdrawal(after));
}
