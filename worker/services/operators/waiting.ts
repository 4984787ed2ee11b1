import type { WaitingWork } from '../../contract/operators/waiting.ts';
import { countOpenContacts } from '../../db/operators/contacts.ts';
import { countProposalsFor } from '../../db/reversal-proposals.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';

/** Contact messages are of operators of tier premium (P12). */
export async function waitingWork(
  { db }: Pick<Deps, 'db'>,
  operator: { readonly userId: string; readonly tier: 'standard' | 'premium' },
): Promise<WaitingWork> {
  const [reversals, contacts] = await Promise.all([
    countProposalsFor(db, operator.userId),
    operator.tier === 'premium' ? countOpenContacts(db) : null,
  ]);
  if (contacts === null) return { reversals, contacts };
  const { open, oldestAt } = contacts;
  return { reversals, contacts: { open, oldestAt: oldestAt === null ? null : iso(oldestAt) } };
}
