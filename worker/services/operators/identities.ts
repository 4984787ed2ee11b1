// Identities as compliance's work: the queue, a view that is logged each time it is opened and lasts ten minutes, and the decision.

import { numberMacs, openDocument, openIdentity } from '../../auth/identity-sealing.ts';
import type {
  IdentitiesPage,
  IdentitiesQuery,
  IdentityDecision,
  IdentityDetails,
  IdentitySummary,
  IdentityView,
} from '../../contract/operators/identities.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { readDepositLevel } from '../../db/deposit-limits.ts';
import {
  findIdentity,
  type IdentityRow,
  isTakenNumber,
  type Move,
  moveStatement,
  type NewStep,
  stepMailStatement,
  stepStatement,
} from '../../db/identities.ts';
import { findDocument, keepDocumentsStatement, listDocuments } from '../../db/identity-documents.ts';
import {
  findListedIdentity,
  lastOpenedAt,
  type ListedIdentity,
  listIdentities,
  listSteps,
  type StepRow,
} from '../../db/operators/identities.ts';
import type { AuditAction } from '../../domain/audit.ts';
import {
  holdsUntil,
  IDENTITY_VIEW_MS,
  type Level,
  QUEUED_STATES,
  REFUSED_DOCUMENT_KEPT_MS,
} from '../../domain/identity.ts';
import type { IdentityChange } from '../../domain/mail-messages.ts';
import type { ImageType } from '../../domain/media.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso } from '../../domain/time.ts';
import { readDocument } from '../../storage/identity-documents.ts';
import { deliverSoon } from '../deliver-mail.ts';
import type { Deps } from '../deps.ts';
import { viewDocument } from '../identity.ts';
import { isTestProvider } from '../identity-provider.ts';
import { pageOf } from '../page.ts';
import type { Operator } from './customer-status.ts';

export async function pageOfIdentities(
  deps: Pick<Deps, 'db'>,
  { state, search, cursor, limit }: IdentitiesQuery,
): Promise<IdentitiesPage> {
  const rows = await listIdentities(deps.db, { state, search }, { after: cursor, limit: limit + 1 });
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.sortKey, row.userId], summaryOf);
  return { identities: items, nextCursor };
}

function summaryOf(row: ListedIdentity): IdentitySummary {
  const { userId, email, fullName, level, state, asks, kind, country, masked, pep, provider, updatedAt } = row;
  return {
    userId,
    email,
    fullName,
    level,
    state,
    asks,
    kind,
    country,
    masked,
    isPep: pep === 1,
    isTest: isTestProvider(provider),
    updatedAt: iso(updatedAt),
  };
}

/** The line of the log that opens an identity to this operator. */
export async function openIdentityView(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  operator: Operator,
  userId: string,
): Promise<Result<IdentityView, Refusal<'NotFound'>>> {
  if ((await findIdentity(deps.db, userId)) === null) return err({ code: 'NotFound' });
  const now = deps.now();
  const documents = (await listDocuments(deps.db, userId)).length;
  await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by: operator,
      action: 'identity.viewed',
      subject: { kind: 'customer', id: userId },
      after: { documents },
    },
    [],
  );
  return ok({ openedAt: iso(now), until: iso(now + IDENTITY_VIEW_MS) });
}

type Viewing = { readonly userId: string; readonly operatorId: string };

/** Until when this operator may see this identity. */
async function viewUntil(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewing: Viewing,
): Promise<Result<number, Refusal<'ViewNotOpened'>>> {
  const openedAt = await lastOpenedAt(db, viewing);
  const until = (openedAt ?? 0) + IDENTITY_VIEW_MS;
  return openedAt === null || until <= now() ? err({ code: 'ViewNotOpened' }) : ok(until);
}

export async function readIdentity(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  viewing: Viewing,
): Promise<Result<IdentityDetails, Refusal<'NotFound' | 'ViewNotOpened'>>> {
  const until = await viewUntil(deps, viewing);
  if (!until.ok) return until;
  const { userId, operatorId } = viewing;
  const [row, documents, steps, used] = await Promise.all([
    findListedIdentity(deps.db, userId),
    listDocuments(deps.db, userId),
    listSteps(deps.db, userId),
    readDepositLevel(deps.db, { accountId: userId, registerMaxCents: 0 }, deps.now()),
  ]);
  if (row === null) return err({ code: 'NotFound' });
  const given =
    row.sealed === null ? null : await openIdentity(deps.env.PASSWORD_PEPPER, userId, row.sealed);
  const { agreedDepositCents, agreedWithdrawalCents } = row;
  const time = (at: number | null) => (at === null ? null : iso(at));
  return ok({
    ...summaryOf(row),
    revision: row.revision,
    reason: row.reason,
    given,
    pep: { isPep: row.pep === 1, detail: row.pepDetail, statedAt: iso(row.pepStatedAt) },
    provider: row.provider,
    providerReference: row.providerReference,
    checks: row.checks,
    checkedAt: time(row.checkedAt),
    expiresAt: time(row.expiresAt),
    agreed:
      agreedDepositCents === null || agreedWithdrawalCents === null
        ? null
        : { depositCents: agreedDepositCents, withdrawalCents: agreedWithdrawalCents },
    depositedCents: used.usedCents,
    documents: documents.filter(({ submittedAt }) => submittedAt !== null).map(viewDocument),
    steps: steps.map(({ id, step, by, operatorEmail, fromLevel, toLevel, detail, at }) => ({
      id,
      step,
      by,
      operator: operatorEmail,
      fromLevel,
      toLevel,
      detail,
      at: iso(at),
    })),
    until: iso(until.value),
    othersDecide: othersDecide(row, steps, operatorId),
  });
}

/** Nobody decides about himself, and an appeal is for another person than the one who refused. */
function othersDecide({ userId, state }: IdentityRow, steps: readonly StepRow[], operatorId: string): boolean {
  if (userId === operatorId) return true;
  const refusal = steps.find(({ step }) => step === 'refused' || step === 'not-matched');
  return state === 'appealed' && refusal?.operatorId === operatorId;
}

export type SeenDocument = { readonly type: ImageType; readonly bytes: Uint8Array };

/** A picture that was handed in, decrypted. */
export async function readIdentityDocument(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  { documentId, ...viewing }: Viewing & { readonly documentId: string },
): Promise<Result<SeenDocument, Refusal<'NotFound' | 'ViewNotOpened'>>> {
  const until = await viewUntil(deps, viewing);
  if (!until.ok) return until;
  const document = await findDocument(deps.db, { userId: viewing.userId, id: documentId });
  if (document === null || document.submittedAt === null) return err({ code: 'NotFound' });
  const sealed = await readDocument(deps.env.IDENTITY_DOCUMENTS, document.key);
  if (sealed === null) return err({ code: 'NotFound' });
  const bytes = await openDocument(deps.env.PASSWORD_PEPPER, document, sealed);
  if (bytes === null) throw new Error('a paper does not open: the pepper that sealed it is missing');
  return ok({ type: document.type, bytes });
}

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

/** The decision, its step, its letter and the line of the log are one batch; of two operators the first one decides. */
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
  const { move, step, action, change, level } = decided.value;
  const stepId = deps.newId();
  const { revision } = row;
  const { reason } = decision;
  try {
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
        moveStatement(deps.db, { ...move, userId, revision, stepId, operatorId: operator.actorId }, now),
        stepStatement(
          deps.db,
          { ...step, id: stepId, userId, by: { operatorId: operator.actorId }, detail: reason },
          now,
        ),
        ...(decision.decision === 'refuse'
          ? [keepDocumentsStatement(deps.db, { userId, stepId, deleteAfter: now + REFUSED_DOCUMENT_KEPT_MS })]
          : []),
        stepMailStatement(
          deps.db,
          {
            stepId,
            userId,
            message: {
              kind: 'identity',
              change,
              level,
              reason: decision.decision === 'approve' ? null : reason,
              until: null,
              isTest: isTestProvider(row.provider),
            },
            origin: deps.origin,
          },
          now,
        ),
      ],
      { ifChanged: true },
    );
    if (!logged) return err({ code: 'IdentityChanged' });
  } catch (error) {
    if (isTakenNumber(error)) return err({ code: 'IdentityTaken' });
    throw error;
  }
  deliverSoon(deps);
  return readIdentity(deps, viewing);
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
  const agreed =
    depositCents === null || withdrawalCents === null ? null : { depositCents, withdrawalCents };
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
