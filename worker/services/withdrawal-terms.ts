// Everything that decides about a withdrawal, before one is asked for: what may be withdrawn and why it is no more, what holds it back and
// until when, what it costs and when it arrives.

import type { WithdrawalTerms } from '../contract/withdrawals.ts';
import { oldestFactorAt } from '../db/factors.ts';
import { readHoldEvents } from '../db/hold-events.ts';
import { listPayoutAccounts, usedPayoutAccounts } from '../db/payout-accounts.ts';
import { readWithdrawable } from '../db/withdrawable.ts';
import { readWithdrawalLevel } from '../db/withdrawal-limits.ts';
import { findProfile } from '../db/users.ts';
import { arrivalDay } from '../domain/business-days.ts';
import { type Hold, holdsOf } from '../domain/holds.ts';
import { WITHDRAWAL_MAX_CENTS } from '../domain/limits.ts';
import { PAYOUT_METHODS } from '../domain/payout-accounts.ts';
import { iso } from '../domain/time.ts';
import {
  leastWithdrawalCents,
  reviewedAboveCents,
  withdrawalFeeCents,
  withdrawalProof,
} from '../domain/withdrawals.ts';
import { viewPayoutAccount } from './payout-accounts.ts';
import { payoutGatewaysOf, type PayoutGateways } from './payout-gateway.ts';
import { lastUsdBrlE4, type MoneyDeps } from './price-source.ts';

export async function withdrawalTerms(
  deps: Pick<MoneyDeps, 'db' | 'env' | 'hub' | 'now'>,
  accountId: string,
  gateways: PayoutGateways = payoutGatewaysOf(deps.env),
): Promise<WithdrawalTerms> {
  const { db } = deps;
  const now = deps.now();
  const [money, limit, events, factorAt, accounts, used, profile, rateE4] = await Promise.all([
    readWithdrawable(db, accountId, now),
    readWithdrawalLevel(db, accountId, now),
    readHoldEvents(db, accountId, now),
    oldestFactorAt(db, accountId),
    listPayoutAccounts(db, accountId, now),
    usedPayoutAccounts(db, accountId),
    findProfile(db, accountId),
    lastUsdBrlE4(deps),
  ]);
  if (profile === null) throw new Error('A live session names a customer who does not exist');
  const { maxCents, usedCents, windowMs } = limit;
  return {
    cashCents: money.cashCents,
    withdrawableCents: money.withdrawableCents,
    immature: money.immature.map(({ reason, cents, until }) => ({
      reason,
      cents,
      until: until === null ? null : iso(until),
    })),
    owedCents: money.owedCents,
    debtCents: money.debtCents,
    limit: { maxCents, usedCents, windowMs },
    holds: holdsOf(events.customer, now).map(viewHold),
    methods: PAYOUT_METHODS.filter((method) => gateways.some(({ methods }) => methods.includes(method))).map(
      (method) => ({
        method,
        feeCents: withdrawalFeeCents(method),
        minCents: leastWithdrawalCents(money.withdrawableCents, method),
        maxCents: WITHDRAWAL_MAX_CENTS,
        expectedOn: arrivalDay(method, now),
      }),
    ),
    rateE4,
    proof: withdrawalProof(factorAt, now),
    accounts: accounts.map((row) => {
      const own = events.byAccount.get(row.id);
      return Object.assign(viewPayoutAccount(row), {
        holds: (own === undefined ? [] : holdsOf([own], now)).map(viewHold),
        reviewedAboveCents: reviewedAboveCents({
          accountCreatedAt: profile.createdAt,
          isUsed: used.has(row.id),
          now,
        }),
      });
    }),
    gateway: gateways[0]?.name ?? null,
  };
}

const viewHold = ({ reason, until }: Hold) => ({ reason, until: iso(until) });
