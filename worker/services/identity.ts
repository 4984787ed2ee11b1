// A customer's own identity: giving it, the papers of the next level, a statement of political exposure, and the appeal against a refusal.

import { numberMacs, sealDocument, sealIdentity } from '../auth/identity-sealing.ts';
import type {
  Appeal,
  DocumentsSubmission,
  IdentityDocument,
  IdentityOverview,
  IdentityRequest,
  PepStatement,
} from '../contract/identity.ts';
import type { Refusal } from '../contract/problems.ts';
import { readDepositLevel, readLevelLimits } from '../db/deposit-limits.ts';
import {
  findIdentity,
  giveStatement,
  type IdentityRow,
  isGivenAlready,
  isTakenNumber,
  moveStatement,
  readLevel,
  statePepStatement,
  stepStatement,
} from '../db/identities.ts';
import {
  deleteDraftStatement,
  type DocumentRow,
  findDocument,
  insertDocumentStatement,
  isSameDocument,
  keepDocumentsStatement,
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
  IDENTITY_LIMIT,
  IDENTITY_STEP_LIMIT,
  type Level,
  LEVEL_ASKS_FOR,
  maskNumber,
} from '../domain/identity.ts';
import { type ImageRefusal, inspectImage } from '../domain/image-types.ts';
import { limitOfLevel, registerMaxCents } from '../domain/level-limits.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { DAY_MS, iso } from '../domain/time.ts';
import { newDocumentKey, removeDocument, storeDocument } from '../storage/identity-documents.ts';
import { claimOneOrRefuse } from './attempts.ts';
import type { Deps } from './deps.ts';
import { checkIdentity } from './identity-checks.ts';
import { identityProviderOf, isTestProvider } from './identity-provider.ts';
import { lastUsdBrlE4 } from './price-source.ts';

type Changed<C extends Refusal['code']> = Promise<Result<null, Refusal<C | 'IdentityChanged' | 'TooManyRequests'>>>;

export async function identityOverview(
  deps: Deps,
  { userId, emailConfirmed }: { readonly userId: string; readonly emailConfirmed: boolean },
): Promise<IdentityOverview> {
  const usdBrlE4 = await lastUsdBrlE4(deps);
  const registerCents = registerMaxCents(usdBrlE4);
  const [row, documents, used, limits] = await Promise.all([
    findIdentity(deps.db, userId),
    listDocuments(deps.db, userId),
    readDepositLevel(deps.db, { accountId: userId, registerMaxCents: registerCents }, deps.now()),
    readLevelLimits(deps.db, 'deposit'),
  ]);
  return {
    level: used.level,
    identity: row === null ? null : viewOf(row),
    testCheck: isTestProvider(identityProviderOf(deps.env)?.name ?? null),
    emailConfirmed,
    documents: documents.map(viewDocument),
    deposits: {
      usedCents: used.usedCents,
      windowDays: used.windowMs / DAY_MS,
      registerCents,
      usdBrlE4,
      levels: limits.map((limit) => ({
        level: limit.level,
        maxCents: limit.level === used.level ? used.maxCents : limitOfLevel(limit, registerCents),
      })),
    },
  };
}

function viewOf(row: IdentityRow): NonNullable<IdentityOverview['identity']> {
  const time = (at: number | null) => (at === null ? null : iso(at));
  return {
    kind: row.kind,
    country: row.country,
    masked: row.masked,
    state: row.state,
    asks: row.asks,
    reason: row.reason,
    isTest: isTestProvider(row.provider),
    pep: { isPep: row.pep === 1, detail: row.pepDetail, statedAt: iso(row.pepStatedAt) },
    checkedAt: time(row.checkedAt),
    expiresAt: time(row.expiresAt),
  };
}

export function viewDocument({ id, kind, bytes, uploadedAt, submittedAt }: DocumentRow): IdentityDocument {
  return {
    id,
    kind,
    bytes,
    uploadedAt: iso(uploadedAt),
    submittedAt: submittedAt === null ? null : iso(submittedAt),
  };
}

/** Reserves the number, then asks the provider: of many accounts with one number one gets as far as the check. */
export async function giveIdentity(
  deps: Deps,
  userId: string,
  { identity, fullName, birthDate, pep }: IdentityRequest,
): Changed<'IdentityTaken' | 'IdentityNumberFixed'> {
  const claimed = await claimOneOrRefuse(deps, `identity:${userId}`, IDENTITY_LIMIT);
  if (!claimed.ok) return claimed;
  const row = await findIdentity(deps.db, userId);
  if (row !== null && !mayGive(row)) return err({ code: 'IdentityChanged' });
  const pepper = deps.env.PASSWORD_PEPPER;
  const macs = numberMacs(pepper, identity);
  const isKnown = row !== null && row.checkedAt !== null && row.numberMac !== null;
  if (isKnown && ![macs.newest, ...macs.older].includes(row.numberMac ?? ''))
    return err({ code: 'IdentityNumberFixed' });
  const now = deps.now();
  const stepId = deps.newId();
  const provider = identityProviderOf(deps.env);
  const sealed = await sealIdentity(pepper, userId, { number: identity.number, fullName, birthDate });
  try {
    const [given] = await deps.db.batch([
      giveStatement(
        deps.db,
        {
          userId,
          kind: identity.kind,
          country: identity.country,
          numberMac: macs.newest,
          olderMacs: macs.older,
          sealed,
          masked: maskNumber(identity),
          birthYear: Number(birthDate.slice(0, 4)),
          pep,
          provider: provider?.name ?? null,
          checkAgainAt: provider === null ? null : checkAgainAt(1, now),
          revision: row?.revision ?? null,
          stepId,
        },
        now,
      ),
      stepStatement(deps.db, { id: stepId, userId, step: 'given', by: 'customer' }, now),
    ]);
    if (given?.meta.changes === 0) return err({ code: 'IdentityChanged' });
  } catch (error) {
    if (isTakenNumber(error)) return err({ code: 'IdentityTaken' });
    if (isGivenAlready(error)) return err({ code: 'IdentityChanged' });
    throw error;
  }
  const pending = await findIdentity(deps.db, userId);
  if (pending?.state === 'pending') await checkIdentity(deps, pending, provider);
  return ok(null);
}

/** While nobody decides about it, and while it is about the number itself. */
function mayGive({ state, asks, level }: IdentityRow): boolean {
  if (state === 'review') return level <= 1;
  return asks === 1 && (state === 'refused' || state === 'more');
}

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
  return { code: 'LevelNeeded', neededLevel: 1, level, limitCents: null, usedCents: null };
}

/** False when the bucket does not answer: nothing was recorded, and the upload may be retried. */
async function stored({ env }: Pick<Deps, 'env'>, key: string, sealed: Uint8Array): Promise<boolean> {
  try {
    await storeDocument(env.IDENTITY_DOCUMENTS, key, sealed);
    return true;
  } catch (error) {
    console.error(JSON.stringify({ event: 'identity-document-not-stored', error: String(error) }));
    return false;
  }
}

/** Without its row an object is noise: a bucket that does not answer now leaves only that behind. */
async function forget({ env }: Pick<Deps, 'env'>, key: string): Promise<void> {
  try {
    await removeDocument(env.IDENTITY_DOCUMENTS, key);
  } catch (error) {
    console.error(JSON.stringify({ event: 'identity-document-not-removed', key, error: String(error) }));
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
  if (!hasAll || round.every(({ submittedAt }) => submittedAt !== null)) return err({ code: 'DocumentsMissing' });
  const now = deps.now();
  const stepId = deps.newId();
  const move = { userId, revision: row.revision, stepId, state: 'waiting', asks: level, reason: null } as const;
  const [moved] = await deps.db.batch([
    moveStatement(deps.db, move, now),
    stepStatement(deps.db, { id: stepId, userId, step: 'documents', by: 'customer' }, now),
    submitDocumentsStatement(deps.db, { userId, stepId }, now),
  ]);
  return moved?.meta.changes === 0 ? err({ code: 'IdentityChanged' }) : ok(null);
}

/** The next level; or, where the own one is asked for again, that one. */
function isNext({ state, asks, level }: IdentityRow, asked: Level): boolean {
  return asked === level + 1 || (state !== 'verified' && asked === level && asks === level);
}

/** Not handed in yet, or handed in since the last decision that was right, and not refused. */
function isOfThisRound({ submittedAt, deleteAfter }: DocumentRow, { checkedAt }: IdentityRow): boolean {
  return submittedAt === null || (deleteAfter === null && submittedAt > (checkedAt ?? 0));
}

/** To a person, whoever or whatever refused (LGPD, art. 20). */
export async function appealRefusal(deps: Deps, userId: string, { text }: Appeal): Changed<never> {
  const claimed = await claimOneOrRefuse(deps, `identity-steps:${userId}`, IDENTITY_STEP_LIMIT);
  if (!claimed.ok) return claimed;
  const row = await findIdentity(deps.db, userId);
  if (row === null || row.state !== 'refused') return err({ code: 'IdentityChanged' });
  const now = deps.now();
  const stepId = deps.newId();
  const { revision, asks, reason } = row;
  const [moved] = await deps.db.batch([
    moveStatement(deps.db, { userId, revision, stepId, state: 'appealed', asks, reason }, now),
    stepStatement(deps.db, { id: stepId, userId, step: 'appealed', by: 'customer', detail: text }, now),
    keepDocumentsStatement(deps.db, { userId, stepId, deleteAfter: null }),
  ]);
  return moved?.meta.changes === 0 ? err({ code: 'IdentityChanged' }) : ok(null);
}

/** At any time: whoever decides sees that something was stated since. */
export async function statePep(deps: Deps, userId: string, { isPep, detail }: PepStatement): Changed<never> {
  const claimed = await claimOneOrRefuse(deps, `identity-steps:${userId}`, IDENTITY_STEP_LIMIT);
  if (!claimed.ok) return claimed;
  const now = deps.now();
  const stepId = deps.newId();
  const [stated] = await deps.db.batch([
    statePepStatement(deps.db, { userId, isPep, detail, stepId }, now),
    stepStatement(deps.db, { id: stepId, userId, step: 'stated', by: 'customer', detail }, now),
  ]);
  return stated?.meta.changes === 0 ? err({ code: 'IdentityChanged' }) : ok(null);
}
