// Everything that decides about a withdrawal, before one is asked for: what may be withdrawn and why it is no more, what holds it back and
// until when, what it costs and when it arrives.

import type { WithdrawalTerms } from '../contract/withdrawals.ts';
import { oldestFactorAt } from '../db/factors.ts';
import { eventsFor, readHoldEvents } from '../db/hold-events.ts';
import { isByWireAlone } from '../db/identities.ts';
import { listPayoutAccounts } from '../db/payout-accounts.ts';
import { readWithdrawable } from '../db/withdrawable.ts';
import { readWithdrawalLevel } from '../db/withdrawal-limits.ts';
import { readReviewBounds } from '../db/withdrawals.ts';
import { arrivalOf } from '../domain/arrival.ts';
import { type Hold, holdsOf, holdUntil } from '../domain/holds.ts';
import { WITHDRAWAL_MAX_CENTS } from '../domain/limits.ts';
import { methodsFor } from '../domain/payout-accounts.ts';
import { iso, isoOrNull } from '../domain/time.ts';
import { leastWithdrawalCents, withdrawalFeeCents, withdrawalProof } from '../domain/withdrawals.ts';
import { viewPayoutAccount } from './payout-accounts.ts';
import { payoutGatewaysOf, type PayoutGateways } from './payout-gateway.ts';
import { type MoneyDeps, readExchange } from './price-source.ts';

export async function withdrawalTerms(
  deps: Pick<MoneyDeps, 'db' | 'env' | 'hub' | 'now'>,
  accountId: string,
  gateways: PayoutGateways = payoutGatewaysOf(deps.env),
): Promise<WithdrawalTerms> {
  const { db } = deps;
  const now = deps.now();
  const [money, limit, events, factorAt, accounts, bounds, byWireAlone, exchange] = await Promise.all([
    readWithdrawable(db, accountId, now),
    readWithdrawalLevel(db, accountId, now),
    readHoldEvents(db, accountId, now),
    oldestFactorAt(db, accountId),
    listPayoutAccounts(db, accountId, now),
    readReviewBounds(db, accountId, now),
    isByWireAlone(db, accountId),
    readExchange(deps),
  ]);
  const { maxCents, usedCents, windowMs } = limit;
  return {
    cashCents: money.cashCents,
    withdrawableCents: money.withdrawableCents,
    immature: money.immature.map(({ reason, cents, until }) => ({ reason, cents, until: isoOrNull(until) })),
    owedCents: money.owedCents,
    debtCents: money.debtCents,
    limit: { maxCents, usedCents, windowMs },
    holds: holdsOf(events.customer, now).map(viewHold),
    methods: methodsFor(byWireAlone)
      .filter((method) => gateways.some(({ methods }) => methods.includes(method)))
      .map((method) => ({
        method,
        feeCents: withdrawalFeeCents(method),
        minCents: leastWithdrawalCents(money.withdrawableCents, method),
        maxCents: WITHDRAWAL_MAX_CENTS,
      })),
    isByWireAlone: byWireAlone,
    rateE4: exchange.lastRateE4,
    isExchanging: exchange.isOpen,
    proof: withdrawalProof(factorAt, now),
    accounts: accounts.map((row) => {
      const own = events.byAccount.get(row.id);
      const at = holdUntil(holdsOf(eventsFor(events, row.id), now), now);
      const { exchangedFrom, expectedOn } = arrivalOf(row.method, exchange, { at, now });
      return Object.assign(viewPayoutAccount(row), {
        holds: (own === undefined ? [] : holdsOf([own], now)).map(viewHold),
        expectedOn,
        exchangedFrom: isoOrNull(exchangedFrom),
        // One that came between the two reads: its first withdrawal is read again before it is asked for.
        reviewedAboveCents: bounds.get(row.id) ?? 0,
      });
    }),
    gateway: gateways[0]?.name ?? null,
  };
}

const viewHold = ({ reason, until }: Hold) => ({ reason, until: iso(until) });
