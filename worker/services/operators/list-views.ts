// Reading a list that names customers is in the audit log before the list is answered: one line for each operator, list and
// hour, however many pages and searches. What was searched for is not in it: that is a customer's name or e-mail.

import { commitAudited, hasAuditLine } from '../../db/audit-log.ts';
import { HOUR_MS } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import type { Operator } from './customer-status.ts';

/** Lists with names, e-mails, telephones or balances of customers. */
export type ListOfPersons =
  | 'customer'
  | 'identity'
  | 'submission'
  | 'contact'
  | 'ledger'
  | 'deposit'
  | 'withdrawal'
  | 'payout-account'
  | 'mail';

/** The hour is the clock's, in UTC, and part of the line's id, which is unique: of calls at once one writes. */
export async function noteListView(
  deps: Pick<Deps, 'db' | 'now'>,
  operator: Operator,
  list: ListOfPersons,
): Promise<void> {
  const now = deps.now();
  const action = `${list}.listed` as const;
  const id = `${action}:${operator.actorId}:${Math.floor(now / HOUR_MS)}`;
  if (await hasAuditLine(deps.db, id)) return;
  try {
    await commitAudited(deps.db, { id, at: now, by: operator, action }, []);
  } catch (error) {
    if (!(await hasAuditLine(deps.db, id))) throw error;
  }
}
