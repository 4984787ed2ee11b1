// Suspending a customer and giving the account back (decision 13). Suspended: every session ends at once, no sign-in, no
// trading, alerts silent; what is held stays, pending deposits settle. The change, its line in the audit log, the customer's
// own log and the letter to them are one batch.

import type { CustomerDetails, CustomerStatusChange } from '../../contract/operators/customers.ts';
import type { Refusal } from '../../contract/problems.ts';
import { failedGuard, guarded } from '../../db/guards.ts';
import { setCustomerStatusStatement } from '../../db/operators/customers.ts';
import { type AuditActor, commitAudited } from '../../db/audit-log.ts';
import { outdateTotalsStatement } from '../../db/operators/customer-totals.ts';
import { mailStatement } from '../../db/outbox.ts';
import { endedSessionIds, endSessionsStatement } from '../../db/own-sessions.ts';
import { securityEventStatement } from '../../db/security-events.ts';
import { voidTicketsStatement } from '../../db/tickets.ts';
import type { AccountStatus } from '../../domain/customers.ts';
import { err, type Result } from '../../domain/result.ts';
import { deliverSoon } from '../deliver-mail.ts';
import type { Deps } from '../deps.ts';
import { closeSockets } from '../end-sessions.ts';
import { readCustomer } from './customers.ts';

/** An operator of this request: whoever signed in, never a machine. */
export type Operator = AuditActor & { readonly actorId: string };

export type CustomerStatusRefusal = Refusal<'NotFound' | 'OwnAccount' | 'Forbidden'>;

export async function changeCustomerStatus(
  deps: Deps,
  operator: Operator,
  command: { readonly userId: string } & CustomerStatusChange,
): Promise<Result<CustomerDetails, CustomerStatusRefusal>> {
  const { userId, status: to } = command;
  if (userId === operator.actorId) return err({ code: 'OwnAccount' });
  const found = await readCustomer(deps, userId, operator.actorId);
  if (!found.ok || accountStatusOf(found.value) === to) return found;
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
        note: command.reason === '' ? null : command.reason,
      },
      changeStatements(deps, operator, userId, to),
    );
    closeSockets(deps, results.flatMap(endedSessionIds));
    deliverSoon(deps);
  } catch (error) {
    if (!failedGuard(error)) throw error;
    // Another operator was first, or whoever asks is none any more: nothing of the batch happened.
    const now = await readCustomer(deps, userId, operator.actorId);
    return !now.ok || accountStatusOf(now.value) === to ? now : err({ code: 'Forbidden' });
  }
  return readCustomer(deps, userId, operator.actorId);
}

function accountStatusOf({ status }: CustomerDetails): AccountStatus {
  return status === 'suspended' ? 'suspended' : 'active';
}

function changeStatements(
  deps: Deps,
  { actorId }: Operator,
  userId: string,
  to: AccountStatus,
): D1PreparedStatement[] {
  const { db } = deps;
  const now = deps.now();
  const suspends = to === 'suspended';
  return [
    ...guarded(db, deps.newId(), 'standing', [
      setCustomerStatusStatement(db, { userId, to, operatorId: actorId }, now),
    ]),
    // When the account is given back too: a sign-in that raced the suspension may have left a session behind it.
    endSessionsStatement(db, { userId, exceptId: null, reason: 'suspended' }, now),
    voidTicketsStatement(db, userId),
    securityEventStatement(db, {
      id: deps.newId(),
      userId,
      kind: suspends ? 'account-suspended' : 'account-reactivated',
      at: now,
      // Not the customer's device, and the operator's is nobody's business.
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
