// The decision of an operator about an identity that waits for one: approve, ask for more, or refuse with the reason.

import { numberMacs, openIdentity } from '../../auth/identity-sealing.ts';
import type { IdentityDecision, IdentityDetails } from '../../contract/operators/identities.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import {
  findIdentity,
  type IdentityRow,
  isTakenNumber,
  type Move,
  type NewStep,
} from '../../db/identities.ts';
import { keepDocumentsStatement } from '../../db/identity-documents.ts';
import { listSteps } from '../../db/operators/identities.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { holdsUntil, type Level, QUEUED_STATES, REFUSED_DOCUMENT_KEPT_MS } from '../../domain/identity.ts';
import type { IdentityChange } from '../../domain/mail-messages.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { deliverSoon } from '../deliver-mail.ts';
import type { Deps } from '../deps.ts';
import { identityStepStatements } from '../identity-steps.ts';
import type { Operator } from './customer-status.ts';
import { othersDecide, readIdentity, viewUntil } from './identities.ts';

type Decided = {
  readonly move: Pick<Move, 'state' | 'asks' | 'reason' | 'holds' | 'numberMac'>;
  readonly step: Pick<NewStep, 'step' | 'toLevel' | 'agreed'>;
  readonly action: AuditAction;
  readonly change: IdentityChange;
  readonly level: Level;
};

export type DecisionRefusal = Refusal<
  | 'NotFound'
  | 'ViewNotOpened'
  | 'IdentityChanged'
  | 'IdentityTaken'
  | 'OwnAccount'
  | 'OwnRefusal'
  | 'ValidationFailed'
>;

export async function decideIdentity(
  deps: Deps,
  operator: Operator,
  { userId, ...decision }: IdentityDecision & { readonly userId: string },
): Promise<Result<IdentityDetails, DecisionRefusal>> {
  const viewing = { userId, operatorId: operator.actorId };
  const seen = await viewUntil(deps, viewing);
  if (!seen.ok) return seen;
  const [row, steps] = await Promise.all([findIdentity(deps.db, userId), listSteps(deps.db, userId)]);
  if (row === null) return err({ code: 'NotFound' });
  if (userId === operator.actorId) return err({ code: 'OwnAccount' });
  if (othersDecide(row, steps, operator.actorId)) return err({ code: 'OwnRefusal' });
  const isOpen = (QUEUED_STATES as readonly string[]).includes(row.state);
  if (!isOpen || row.revision !== decision.revision) return err({ code: 'IdentityChanged' });
  const now = deps.now();
  const decided = await decisionOf(deps, row, decision, now);
  if (!decided.ok) return decided;
  try {
    const isFirst = await carryOut(deps, { row, operator, decision, decided: decided.value }, now);
    if (!isFirst) return err({ code: 'IdentityChanged' });
  } catch (error) {
    if (isTakenNumber(error)) return err({ code: 'IdentityTaken' });
    throw error;
  }
  deliverSoon(deps);
  return readIdentity(deps, viewing);
}

type Carried = {
  readonly row: IdentityRow;
  readonly operator: Operator;
  readonly decision: IdentityDecision;
  readonly decided: Decided;
};

/** The decision, its step, its letter and the line of the log are one batch; of two operators the first one decides. */
async function carryOut(
  deps: Deps,
  { row, operator, decision: { decision, reason }, decided }: Carried,
  now: number,
): Promise<boolean> {
  const { userId } = row;
  const { move, step, action, change, level } = decided;
  const { actorId: operatorId } = operator;
  const stepId = deps.newId();
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by: operator,
      action,
      subject: { kind: 'customer', id: userId },
      before: { state: row.state, level: row.level },
      after: { state: move.state, level: step.toLevel ?? row.level, ...step.agreed },
      note: reason,
    },
    [
      ...identityStepStatements(
        deps,
        row,
        {
          stepId,
          move: { ...move, operatorId },
          step: { ...step, by: { operatorId }, detail: reason },
          letter: { change, level, reason: decision === 'approve' ? null : reason },
        },
        now,
      ),
      ...(decision === 'refuse'
        ? [
            keepDocumentsStatement(deps.db, {
              userId,
              stepId,
              deleteAfter: now + REFUSED_DOCUMENT_KEPT_MS,
            }),
          ]
        : []),
    ],
    { ifChanged: true },
  );
  return logged;
}

async function decisionOf(
  deps: Pick<Deps, 'env'>,
  row: IdentityRow,
  { decision, reason, depositCents, withdrawalCents }: IdentityDecision,
  now: number,
): Promise<Result<Decided, Refusal<'ValidationFailed'>>> {
  const { asks } = row;
  if (decision === 'ask')
    return ok({
      move: { state: 'more', asks, reason },
      step: { step: 'more' },
      action: 'identity.more-asked',
      change: 'more-asked',
      level: asks,
    });
  if (decision === 'refuse')
    return ok({
      // A number by which nobody was ever known here is free again: somebody else may have typed it.
      move: { state: 'refused', asks, reason, ...(row.checkedAt === null ? { numberMac: null } : {}) },
      step: { step: 'refused' },
      action: 'identity.refused',
      change: 'refused',
      level: asks,
    });
  const level = Math.max(row.level, asks) as Level;
  const agreed = depositCents === null || withdrawalCents === null ? null : { depositCents, withdrawalCents };
  if (level === 3 && agreed === null && row.agreedDepositCents === null)
    return err({ code: 'ValidationFailed', detail: 'Level 3 names the sums that were agreed.' });
  return ok({
    move: {
      state: 'verified',
      asks: level,
      reason: null,
      holds: { checkedAt: now, expiresAt: holdsUntil(now) },
      ...(row.numberMac === null ? { numberMac: await macOf(deps, row) } : {}),
    },
    step: { step: 'approved', toLevel: level, ...(level === 3 ? { agreed } : {}) },
    action: 'identity.approved',
    change: 'level-reached',
    level,
  });
}

/** Of a number that the check had refused: it is the customer's after all. */
async function macOf({ env }: Pick<Deps, 'env'>, row: IdentityRow): Promise<string> {
  const { userId, kind, country, sealed } = row;
  const identity = sealed === null ? null : await openIdentity(env.PASSWORD_PEPPER, userId, sealed);
  if (identity === null) throw new Error('an identity does not open: the pepper that sealed it is missing');
  return numberMacs(env.PASSWORD_PEPPER, { kind, country, number: identity.number }).newest;
}
