// Looking at a customer's dashboard: read-only, never with a session of the customer's, and written to the audit log each
// time it is opened. Without such a line of this operator in the last half hour, every read is refused.

import type { CustomerView } from '../../contract/operators/customers.ts';
import type { Refusal } from '../../contract/problems.ts';
import { hasOpened } from '../../db/operators/customers.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { findCustomer } from '../../db/users.ts';
import { VIEW_LIFETIME_MS } from '../../domain/customers.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Deps } from '../deps.ts';
import type { Operator } from './customer-status.ts';
import { iso } from '../../domain/time.ts';

export async function openView(
  deps: Deps,
  operator: Operator,
  userId: string,
): Promise<Result<CustomerView, Refusal<'NotFound'>>> {
  const now = deps.now();
  if ((await findCustomer(deps.db, userId)) === null) return err({ code: 'NotFound' });
  await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by: operator,
      action: 'customer.viewed',
      subject: { kind: 'customer', id: userId },
    },
    [],
  );
  return ok({
    openedAt: iso(now),
    until: iso(now + VIEW_LIFETIME_MS),
  });
}

/** Null while this operator's opening is valid. */
export async function viewRefusal(
  deps: Pick<Deps, 'db' | 'now'>,
  operatorId: string,
  userId: string,
): Promise<Refusal<'ViewNotOpened'> | null> {
  const since = deps.now() - VIEW_LIFETIME_MS;
  const opened = await hasOpened(deps.db, { userId, operatorId, since });
  return opened ? null : { code: 'ViewNotOpened' };
}
