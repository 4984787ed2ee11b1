// Looking at a customer's details or dashboard: read-only, never with a session of the customer's, and written to the audit
// log each time they are opened. Without such a line of this operator in the last half hour, every read is refused.

import type { CustomerView } from '../../contract/operators/customers.ts';
import type { Refusal } from '../../contract/problems.ts';
import { hasOpened } from '../../db/operators/customers.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { findCustomer } from '../../db/users.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { VIEW_LIFETIME_MS } from '../../domain/customers.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Deps } from '../deps.ts';
import type { Operator } from './customer-status.ts';
import { iso } from '../../domain/time.ts';

/** The details are who the customer is; the dashboard is what he owns and did. */
export type Viewed = 'details' | 'dashboard';

const ACTIONS = {
  details: 'customer.details-viewed',
  dashboard: 'customer.viewed',
} as const satisfies Record<Viewed, AuditAction>;

export async function openView(
  deps: Deps,
  operator: Operator,
  userId: string,
  viewed: Viewed,
): Promise<Result<CustomerView, Refusal<'NotFound'>>> {
  const now = deps.now();
  if ((await findCustomer(deps.db, userId)) === null) return err({ code: 'NotFound' });
  await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by: operator,
      action: ACTIONS[viewed],
      subject: { kind: 'customer', id: userId },
    },
    [],
  );
  return ok({
    openedAt: iso(now),
    until: iso(now + VIEW_LIFETIME_MS),
  });
}

type View = {
  readonly operatorId: string;
  readonly userId: string;
  /** Any of them will do. */
  readonly viewed: readonly Viewed[];
};

/** Null while an opening of this operator's is valid. */
export async function viewRefusal(
  deps: Pick<Deps, 'db' | 'now'>,
  { operatorId, userId, viewed }: View,
): Promise<Refusal<'ViewNotOpened'> | null> {
  const since = deps.now() - VIEW_LIFETIME_MS;
  const actions = viewed.map((one) => ACTIONS[one]);
  const opened = await hasOpened(deps.db, { userId, operatorId, actions, since });
  return opened ? null : { code: 'ViewNotOpened' };
}
