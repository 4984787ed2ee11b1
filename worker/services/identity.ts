// A customer's own identity: giving it, the papers of the next level, a statement of political exposure, and the appeal against a refusal.

import { numberMacs, sealIdentity } from '../auth/identity-sealing.ts';
import type {
  Appeal,
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
  statePepStatement,
  stepStatement,
} from '../db/identities.ts';
import { renewHolderStatement } from '../db/payout-accounts.ts';
import { renewNumberStatement } from '../db/retained-identities.ts';
import { type DocumentRow, keepDocumentsStatement, listDocuments } from '../db/identity-documents.ts';
import { checkAgainAt, IDENTITY_LIMIT, IDENTITY_STEP_LIMIT, maskNumber } from '../domain/identity.ts';
import { limitOfLevel, registerMaxCents } from '../domain/level-limits.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { DAY_MS, iso } from '../domain/time.ts';
import { claimOneOrRefuse } from './attempts.ts';
import type { Deps } from './deps.ts';
import { checkIdentity } from './identity-checks.ts';
import { identityProviderOf, isTestProvider } from './identity-provider.ts';
import { identityStepStatements } from './identity-steps.ts';
import { lastUsdBrlE4 } from './price-source.ts';

export type Changed<C extends Refusal['code']> = Promise<
  Result<null, Refusal<C | 'IdentityChanged' | 'TooManyRequests'>>
>;

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
      renewNumberStatement(deps.db, macs),
      renewHolderStatement(deps.db, userId, macs),
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

/** To a person, whoever or whatever refused (LGPD, art. 20). */
export async function appealRefusal(deps: Deps, userId: string, { text }: Appeal): Changed<never> {
  const claimed = await claimOneOrRefuse(deps, `identity-steps:${userId}`, IDENTITY_STEP_LIMIT);
  if (!claimed.ok) return claimed;
  const row = await findIdentity(deps.db, userId);
  if (row === null || row.state !== 'refused') return err({ code: 'IdentityChanged' });
  const stepId = deps.newId();
  const { asks, reason } = row;
  const taken = {
    stepId,
    move: { state: 'appealed', asks, reason },
    step: { step: 'appealed', by: 'customer', detail: text },
    letter: null,
  } as const;
  const [moved] = await deps.db.batch([
    ...identityStepStatements(deps, row, taken, deps.now()),
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
