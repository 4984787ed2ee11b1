import type { WaitingWork } from '../../contract/operators/waiting.ts';
import { countOpenContacts } from '../../db/operators/contacts.ts';
import { countQueuedIdentities } from '../../db/operators/identities.ts';
import { countOperatorProposalsFor } from '../../db/operators/proposals.ts';
import { countProposalsFor } from '../../db/reversal-proposals.ts';
import { may, type OperatorFacts } from '../../domain/operator-roles.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';

/** What this operator's roles let him decide or answer. */
export async function waitingWork(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  operator: OperatorFacts & { readonly userId: string },
): Promise<WaitingWork> {
  const { userId } = operator;
  const [reversals, proposals, identities, contacts] = await Promise.all([
    may(operator, 'reversals.decide') ? countProposalsFor(db, userId) : 0,
    may(operator, 'operators.change') ? countOperatorProposalsFor(db, userId, now()) : 0,
    may(operator, 'identities.decide') ? countQueuedIdentities(db) : 0,
    may(operator, 'contacts.read') ? countOpenContacts(db, now()) : null,
  ]);
  if (contacts === null) return { reversals, proposals, identities, contacts };
  const { open, oldestAt, complaints, overdue, nextDueAt } = contacts;
  const time = (at: number | null) => (at === null ? null : iso(at));
  return {
    reversals,
    proposals,
    identities,
    contacts: {
      open,
      oldestAt: time(oldestAt),
      complaints: { open: complaints, overdue, nextDueAt: time(nextDueAt) },
    },
  };
}
