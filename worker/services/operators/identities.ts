// Identities as compliance's work: the queue, and a view that is logged each time it is opened and lasts ten minutes.

import { openDocument, openIdentity } from '../../auth/identity-sealing.ts';
import type {
  IdentitiesPage,
  IdentitiesQuery,
  IdentityDetails,
  IdentitySummary,
  IdentityView,
} from '../../contract/operators/identities.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { readDepositLevel } from '../../db/deposit-limits.ts';
import { findIdentity, type IdentityRow } from '../../db/identities.ts';
import { findDocument, listDocuments } from '../../db/identity-documents.ts';
import {
  findListedIdentity,
  lastOpenedAt,
  type ListedIdentity,
  listIdentities,
  listSteps,
  type StepRow,
} from '../../db/operators/identities.ts';
import { IDENTITY_VIEW_MS, isListed } from '../../domain/identity.ts';
import type { ImageType } from '../../domain/media.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import { readDocument } from '../../storage/identity-documents.ts';
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
  const { userId, email, fullName, level, state, asks, kind, country, masked, pep, provider, updatedAt } =
    row;
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
    isListed: isListed(row),
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

export type Viewing = { readonly userId: string; readonly operatorId: string };

/** Until when this operator may see this identity. */
export async function viewUntil(
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
  const given = row.sealed === null ? null : await openIdentity(deps.env.PASSWORD_PEPPER, userId, row.sealed);
  const { agreedDepositCents, agreedWithdrawalCents } = row;
  return ok({
    ...summaryOf(row),
    revision: row.revision,
    reason: row.reason,
    given,
    pep: { isPep: row.pep === 1, detail: row.pepDetail, statedAt: iso(row.pepStatedAt) },
    provider: row.provider,
    providerReference: row.providerReference,
    checks: row.checks,
    checkedAt: isoOrNull(row.checkedAt),
    expiresAt: isoOrNull(row.expiresAt),
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
export function othersDecide(
  { userId, state }: IdentityRow,
  steps: readonly StepRow[],
  operatorId: string,
): boolean {
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
