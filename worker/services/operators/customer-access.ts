// Restores a customer's access: sends a password link, or removes lost second factors. Neither gives the operator access: the
// link goes to the customer's own address, and without factors the sign-in still requires the password.

import type { Client } from '../../auth/client.ts';
import type { CustomerDetails } from '../../contract/operators/customers.ts';
import type { Refusal } from '../../contract/problems.ts';
import { failedGuard, guarded } from '../../db/guards.ts';
import { removeFactorsStatements } from '../../db/factors.ts';
import { type AccountChange, touchSecuredCustomerStatement } from '../../db/operators/customers.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { mailStatement } from '../../db/outbox.ts';
import { endedSessionIds, endSessionsStatement } from '../../db/own-sessions.ts';
import { securityEventStatement } from '../../db/security-events.ts';
import { voidPendingSignInsStatement } from '../../db/pending-sign-ins.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { PASSWORD_FORGOT_ACCOUNT_LIMIT } from '../../domain/session-rules.ts';
import { accountBucket, claimOf, claimOrRefuse } from '../attempts.ts';
import { deliverSoon } from '../deliver-mail.ts';
import type { Deps } from '../deps.ts';
import { closeSockets } from '../end-sessions.ts';
import { resetLinkStatements } from '../reset-password.ts';
import { readCustomer } from './customers.ts';
import type { Operator } from './customer-status.ts';

type Whose = { readonly userId: string; readonly client: Client; readonly reason: string };

/** The same mail as for the customer's own request, under the same hourly limit. */
export async function sendPasswordReset(
  deps: Deps,
  operator: Operator,
  { userId, client, reason }: Whose,
): Promise<Result<null, Refusal<'NotFound' | 'TooManyRequests' | 'ApprovalNeeded'>>> {
  const now = deps.now();
  const found = await readCustomer(deps, userId, operator.actorId);
  if (!found.ok) return found;
  // One's own link is no more than what everybody asks for at the sign-in.
  if (found.value.isOperator && userId !== operator.actorId) return err({ code: 'ApprovalNeeded' });
  const bucket = `forgot:${accountBucket(deps, found.value.email)}`;
  const claim = claimOf(deps, bucket, PASSWORD_FORGOT_ACCOUNT_LIMIT);
  const claimed = await claimOrRefuse(deps, client.addressKey, [claim], now);
  if (!claimed.ok) return claimed;
  const event = { kind: 'password-reset-sent', device: null, place: null } as const;
  await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by: operator,
      action: 'customer.password-reset-sent',
      subject: { kind: 'customer', id: userId },
      note: reason,
    },
    resetLinkStatements(deps, userId, event, now),
  );
  deliverSoon(deps);
  return ok(null);
}

export type TwoStepResetRefusal = Refusal<
  'NotFound' | 'OwnAccount' | 'NoSecondFactor' | 'Forbidden' | 'ApprovalNeeded'
>;

/** For a customer who lost every factor: removes the factors, the recovery codes and every session. */
export async function resetTwoStep(
  deps: Deps,
  operator: Operator,
  { userId, reason }: { readonly userId: string; readonly reason: string },
): Promise<Result<CustomerDetails, TwoStepResetRefusal>> {
  // An operator's own factors are removed in his own account, by proving one of them.
  if (userId === operator.actorId) return err({ code: 'OwnAccount' });
  const found = await readCustomer(deps, userId, operator.actorId);
  if (!found.ok) return found;
  if (!hasFactor(found.value)) return err({ code: 'NoSecondFactor' });
  if (found.value.isOperator) return err({ code: 'ApprovalNeeded' });
  try {
    const { results } = await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: deps.now(),
        by: operator,
        action: 'customer.two-step-reset',
        subject: { kind: 'customer', id: userId },
        before: found.value.secondFactors,
        after: { app: false, passkeys: 0 },
        note: reason,
      },
      twoStepResetStatements(deps, { userId, by: operator.actorId, ofOperator: false }, deps.now()),
    );
    closeSockets(deps, results.flatMap(endedSessionIds));
    deliverSoon(deps);
  } catch (error) {
    if (!failedGuard(error)) throw error;
    const now = await readCustomer(deps, userId, operator.actorId);
    if (!now.ok) return now;
    if (!hasFactor(now.value)) return err({ code: 'NoSecondFactor' });
    return err({ code: now.value.isOperator ? 'ApprovalNeeded' : 'Forbidden' });
  }
  return readCustomer(deps, userId, operator.actorId);
}

function hasFactor({ secondFactors }: CustomerDetails): boolean {
  return secondFactors.app || secondFactors.passkeys > 0;
}

/** The batch aborts where there is no factor any more, or somebody may not do it. */
export function twoStepResetStatements(
  deps: Deps,
  change: AccountChange,
  now: number,
): D1PreparedStatement[] {
  const { db } = deps;
  const { userId } = change;
  const where = { device: null, place: null };
  return [
    ...guarded(db, deps.newId(), 'two-step-reset', [touchSecuredCustomerStatement(db, change, now)]),
    ...removeFactorsStatements(db, userId),
    // The holder of a session or of a pending sign-in may be the one who took the factors.
    endSessionsStatement(db, { userId, exceptId: null, reason: 'revoked' }, now),
    voidPendingSignInsStatement(db, userId),
    securityEventStatement(db, { id: deps.newId(), userId, kind: 'two-step-reset', at: now, ...where }),
    mailStatement(db, {
      id: deps.newId(),
      userId,
      message: { kind: 'security-change', change: 'two-step-reset', at: now, ...where },
      now,
      origin: deps.origin,
    }),
  ];
}
