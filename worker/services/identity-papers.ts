// The papers of a customer's identity: each put in by itself, taken back until they are handed in together.

import { sealDocument } from '../auth/identity-sealing.ts';
import type { DocumentsSubmission } from '../contract/identity.ts';
import type { Refusal } from '../contract/problems.ts';
import { isDatabaseTrouble } from '../db/d1-errors.ts';
import { findIdentity, type IdentityRow, readLevel } from '../db/identities.ts';
import {
  deleteDraftStatement,
  type DocumentRow,
  findDocument,
  insertDocumentStatement,
  isSameDocument,
  listDocuments,
  submitDocumentsStatement,
} from '../db/identity-documents.ts';
import { sha256Hex } from '../db/sha256.ts';
import {
  checkAgainAt,
  DOCUMENT_UPLOAD_LIMIT,
  type DocumentKind,
  DOCUMENTS_MAX,
  DRAFT_DOCUMENT_KEPT_MS,
  IDENTITY_STEP_LIMIT,
  type Level,
  LEVEL_ASKS_FOR,
} from '../domain/identity.ts';
import { type ImageRefusal, inspectImage } from '../domain/image-types.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { newDocumentKey, removeDocument, storeDocument } from '../storage/identity-documents.ts';
import { claimOneOrRefuse } from './attempts.ts';
import type { Deps } from './deps.ts';
import type { Changed } from './identity.ts';
import { checkIdentity } from './identity-checks.ts';
import { identityProviderOf } from './identity-provider.ts';
import { identityStepStatements } from './identity-steps.ts';
import { logLine } from '../telemetry/log.ts';

const WITH_CUSTOMER = new Set<IdentityRow['state']>(['verified', 'more', 'refused', 'review']);

/** Papers are for who is known by number: a file of a stranger is not kept. */
export async function uploadDocument(
  deps: Deps,
  userId: string,
  { kind, bytes }: { readonly kind: DocumentKind; readonly bytes: Uint8Array },
): Changed<ImageRefusal | 'LevelNeeded' | 'DocumentLimit' | 'Unavailable'> {
  const row = await findIdentity(deps.db, userId);
  if (row === null || row.level < 1) return err(await needsFirstLevel(deps, userId));
  if (!WITH_CUSTOMER.has(row.state)) return err({ code: 'IdentityChanged' });
  const claimed = await claimOneOrRefuse(deps, `identity-documents:${userId}`, DOCUMENT_UPLOAD_LIMIT);
  if (!claimed.ok) return claimed;
  const facts = inspectImage(bytes);
  if (!facts.ok) return err({ code: facts.error });
  const { picture, type } = facts.value;
  const id = deps.newId();
  const key = newDocumentKey();
  const { sealed, sealedKey } = await sealDocument(deps.env.PASSWORD_PEPPER, { userId, id }, picture);
  if (!(await stored(deps, key, sealed))) return err({ code: 'Unavailable', retryAfterSeconds: 2 });
  const now = deps.now();
  const document = {
    id,
    userId,
    kind,
    key,
    sealedKey,
    sha256: await sha256Hex(picture),
    type,
    bytes: picture.byteLength,
    uploadedAt: now,
    deleteAfter: now + DRAFT_DOCUMENT_KEPT_MS,
  };
  try {
    const { meta } = await insertDocumentStatement(deps.db, document, DOCUMENTS_MAX).run();
    if (meta.changes > 0) return ok(null);
  } catch (error) {
    // In trouble the row may be there all the same, and is to have its object.
    if (isDatabaseTrouble(error)) throw error;
    await forget(deps, key);
    // The very same picture is there already.
    if (isSameDocument(error)) return ok(null);
    throw error;
  }
  await forget(deps, key);
  return err({ code: 'DocumentLimit' });
}

async function needsFirstLevel({ db }: Pick<Deps, 'db'>, userId: string): Promise<Refusal<'LevelNeeded'>> {
  const level = await readLevel(db, userId);
  return { code: 'LevelNeeded', neededLevel: 1, level, of: null, limitCents: null, usedCents: null };
}

/** False when the bucket does not answer: nothing was recorded, and the upload may be retried. */
async function stored({ env }: Pick<Deps, 'env'>, key: string, sealed: Uint8Array): Promise<boolean> {
  try {
    await storeDocument(env.IDENTITY_DOCUMENTS, key, sealed);
    return true;
  } catch (error) {
    logLine('error', 'identity-document-not-stored', { error: String(error) });
    return false;
  }
}

/** Without its row an object is noise: a bucket that does not answer now leaves only that behind. */
async function forget({ env }: Pick<Deps, 'env'>, key: string): Promise<void> {
  try {
    await removeDocument(env.IDENTITY_DOCUMENTS, key);
  } catch (error) {
    logLine('error', 'identity-document-not-removed', { key, error: String(error) });
  }
}

/** Until it is handed in. */
export async function removeDraft(
  deps: Deps,
  userId: string,
  id: string,
): Promise<Result<null, Refusal<'NotFound'>>> {
  const document = await findDocument(deps.db, { userId, id });
  const { meta } = await deleteDraftStatement(deps.db, { userId, id }).run();
  if (document === null || meta.changes === 0) return err({ code: 'NotFound' });
  await forget(deps, document.key);
  return ok(null);
}

/** Hands the papers to the operators, for the next level or, at a review, for the same one again. */
export async function submitDocuments(
  deps: Deps,
  userId: string,
  { level }: DocumentsSubmission,
): Changed<'LevelNeeded' | 'DocumentsMissing'> {
  const claimed = await claimOneOrRefuse(deps, `identity-steps:${userId}`, IDENTITY_STEP_LIMIT);
  if (!claimed.ok) return claimed;
  const [row, documents] = await Promise.all([findIdentity(deps.db, userId), listDocuments(deps.db, userId)]);
  if (row === null || row.level < 1) return err(await needsFirstLevel(deps, userId));
  if (!WITH_CUSTOMER.has(row.state) || !isNext(row, level)) return err({ code: 'IdentityChanged' });
  const round = documents.filter((one) => isOfThisRound(one, row));
  const hasAll = LEVEL_ASKS_FOR[level].every((kind) => round.some((one) => one.kind === kind));
  if (!hasAll || round.every(({ submittedAt }) => submittedAt !== null))
    return err({ code: 'DocumentsMissing' });
  const now = deps.now();
  const stepId = deps.newId();
  const provider = identityProviderOf(deps.env);
  const [moved] = await deps.db.batch([
    ...identityStepStatements(
      deps,
      row,
      {
        stepId,
        // The lists are asked again, before the operators look: at a review five years have passed.
        move:
          provider === null
            ? { state: 'waiting', asks: level, reason: null }
            : { state: 'pending', asks: level, reason: null, checkAgainAt: checkAgainAt(1, now) },
        step: { step: 'documents', by: 'customer' },
        letter: null,
      },
      now,
    ),
    submitDocumentsStatement(deps.db, { userId, stepId }, now),
  ]);
  if (moved?.meta.changes === 0) return err({ code: 'IdentityChanged' });
  const pending = provider === null ? null : await findIdentity(deps.db, userId);
  if (pending?.state === 'pending') await checkIdentity(deps, pending, provider);
  return ok(null);
}

/** The next level; or, where the own one is asked for again, that one. */
function isNext({ state, asks, level }: IdentityRow, asked: Level): boolean {
  return asked === level + 1 || (state !== 'verified' && asked === level && asks === level);
}

/** Not handed in yet, or handed in since the last decision that was right, and not refused. */
function isOfThisRound({ submittedAt, deleteAfter }: DocumentRow, { checkedAt }: IdentityRow): boolean {
  return submittedAt === null || (deleteAfter === null && submittedAt > (checkedAt ?? 0));
}
