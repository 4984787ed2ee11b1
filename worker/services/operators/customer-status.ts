// Suspends and reactivates a customer (P13); an operator's account takes two operators (P53). A suspended customer has no session, cannot sign in or trade, and gets no alert;
// holdings stay and pending deposits settle. One batch writes the change, its audit line, the customer's security event and
// the mail.

import type { CustomerDetails, CustomerStatusChange } from '../../contract/operators/customers.ts';
import type { Refusal } from '../../contract/problems.ts';
import { failedGuard, guarded } from '../../db/guards.ts';
import { type AccountChange, setCustomerStatusStatement } from '../../db/operators/customers.ts';
import { type AuditActor, commitAudited } from '../../db/audit-log.ts';
import { outdateTotalsStatement } from '../../db/operators/customer-totals.ts';
import { mailStatement } from '../../db/outbox.ts';
import { endedSessionIds, endSessionsStatement } from '../../db/own-sessions.ts';
import { securityEventStatement } from '../../db/security-events.ts';
import { voidPendingSignInsStatement } from '../../db/pending-sign-ins.ts';
import type { AccountStatus } from '../../domain/customers.ts';
import { err, type Result } from '../../domain/result.ts';
import { deliverSoon } from '../deliver-mail.ts';
import type { Deps } from '../deps.ts';
import { closeSockets } from '../end-sessions.ts';
import { readCustomer } from './customers.ts';

/** The signed-in operator of this request, never a machine. */
export type Operator = AuditActor & { readonly actorId: string };

export type CustomerStatusRefusal = Refusal<'NotFound' | 'OwnAccount' | 'Forbidden' | 'ApprovalNeeded'>;

export async function changeCustomerStatus(
  deps: Deps,
  operator: Operator,
  command: { readonly userId: string } & CustomerStatusChange,
): Promise<Result<CustomerDetails, CustomerStatusRefusal>> {
  const { userId, status: to } = command;
  if (userId === operator.actorId) return err({ code: 'OwnAccount' });
  const found = await readCustomer(deps, userId, operator.actorId);
  if (!found.ok || accountStatusOf(found.value) === to) return found;
  if (found.value.isOperator) return err({ code: 'ApprovalNeeded' });
  try {
    const { results } = await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: deps.now(),
        by: operator,
        action: to === 'suspended' ? 'customer.suspended' : 'customer.activated',
        subject: { kind: 'customer', id: userId },
        before: { status: accountStatusOf(found.value) },
        after: { status: to },
        note: command.reason,
      },
      statusStatements(deps, { userId, to, by: operator.actorId, ofOperator: false }, deps.now()),
    );
    closeSockets(deps, results.flatMap(endedSessionIds));
    deliverSoon(deps);
  } catch (error) {
    if (!failedGuard(error)) throw error;
    // Another operator was first, or the caller is no operator any more. Nothing of the batch happened.
    const now = await readCustomer(deps, userId, operator.actorId);
    if (!now.ok || accountStatusOf(now.value) === to) return now;
    return err({ code: now.value.isOperator ? 'ApprovalNeeded' : 'Forbidden' });
  }
  return readCustomer(deps, userId, operator.actorId);
}

function accountStatusOf({ status }: CustomerDetails): AccountStatus {
  return status === 'suspended' ? 'suspended' : 'active';
}

/** Everything that goes with it; the batch aborts where somebody was first, or may not do it any more. */
export function statusStatements(
  deps: Deps,
  change: AccountChange & { readonly to: AccountStatus },
  now: number,
): D1PreparedStatement[] {
  const { db } = deps;
  const { userId, to } = change;
  const suspends = to === 'suspended';
  return [
    ...guarded(db, deps.newId(), 'standing', [setCustomerStatusStatement(db, change, now)]),
    // On reactivation too: a sign-in that raced the suspension may have left a session.
    endSessionsStatement(db, { userId, exceptId: null, reason: 'suspended' }, now),
    voidPendingSignInsStatement(db, userId),
    securityEventStatement(db, {
      id: deps.newId(),
      userId,
      kind: suspends ? 'account-suspended' : 'account-reactivated',
      at: now,
      // The customer's device did nothing, and the operator's is private.
      device: null,
      place: null,
    }),
    mailStatement(db, {
      id: deps.newId(),
      userId,
      message: {
        kind: 'security-change',
        change: suspends ? 'account-suspended' : 'account-reactivated',
        at: now,
        device: null,
        place: null,
      },
      now,
      origin: deps.origin,
    }),
    outdateTotalsStatement(db, now),
  ];
}
