import type { WaitingWork } from '../../contract/operators/waiting.ts';
import { openAlerts } from '../../db/operators/alerts.ts';
import { countOpenContacts } from '../../db/operators/contacts.ts';
import { countStrays } from '../../db/stray-payments.ts';
import { countQueuedIdentities } from '../../db/operators/identities.ts';
import { countOperatorProposalsFor } from '../../db/operators/proposals.ts';
import { countQueuedFor } from '../../db/operators/withdrawals.ts';
import { countWaitingPayoutAccounts } from '../../db/payout-accounts.ts';
import { countProposalsFor } from '../../db/reversal-proposals.ts';
import { readStock } from '../../db/stock.ts';
import { alertKindsFor } from '../../domain/operator-alerts.ts';
import { may, type OperatorFacts } from '../../domain/operator-roles.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';

/** What this operator's roles let him decide or answer. */
export async function waitingWork(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  operator: OperatorFacts & { readonly userId: string },
): Promise<WaitingWork> {
  const { userId } = operator;
  const [
    alerts,
    reversals,
    proposals,
    bars,
    deposits,
    strayDeposits,
    withdrawals,
    sentWithdrawals,
    payoutAccounts,
    stock,
    identities,
    contacts,
  ] = await Promise.all([
    openAlerts(db, alertKindsFor(operator)),
    may(operator, 'reversals.decide') ? countProposalsFor(db, userId) : 0,
    may(operator, 'operators.change') ? countOperatorProposalsFor(db, 'people', userId, now()) : 0,
    may(operator, 'bars.decide') ? countOperatorProposalsFor(db, 'bars', userId, now()) : 0,
    may(operator, 'deposits.decide') ? countOperatorProposalsFor(db, 'deposits', userId, now()) : 0,
    may(operator, 'deposits.propose') ? countStrays(db) : 0,
    may(operator, 'withdrawals.decide') ? countQueuedFor(db, userId) : 0,
    may(operator, 'withdrawals.decide') ? countOperatorProposalsFor(db, 'withdrawals', userId, now()) : 0,
    may(operator, 'payouts.decide') ? countWaitingPayoutAccounts(db, userId) : 0,
    may(operator, 'bars.read') ? readStock(db) : null,
    may(operator, 'identities.decide') ? countQueuedIdentities(db) : 0,
    may(operator, 'contacts.read') ? countOpenContacts(db, now()) : null,
  ]);
  const soldOut = stock?.filter(({ freeE4 }) => freeE4 === 0).map(({ metal }) => metal) ?? null;
  const waiting = {
    alerts: {
      open: alerts.length,
      owners: [...new Set(alerts.flatMap(({ ownerEmail }) => ownerEmail ?? []))].toSorted(),
      nobody: alerts.filter(({ ownerId }) => ownerId === null).length,
    },
    reversals,
    proposals,
    bars,
    deposits,
    strayDeposits,
    withdrawals: withdrawals + sentWithdrawals,
    payoutAccounts,
    soldOut,
    identities,
  };
  if (contacts === null) return { ...waiting, contacts };
  const { open, oldestAt, complaints, overdue, nextDueAt } = contacts;
  const time = (at: number | null) => (at === null ? null : iso(at));
  return {
    ...waiting,
    contacts: {
      open,
      oldestAt: time(oldestAt),
      complaints: { open: complaints, overdue, nextDueAt: time(nextDueAt) },
    },
  };
}
