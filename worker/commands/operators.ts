// What `npm run admin` does, apart from where the database is: makes operators, unmakes them, lists them. Each change and
// its line of the audit log are one batch.

import { type AuditActor, commitAudited } from '../db/audit-log.ts';
import { isDatabaseTrouble } from '../db/d1-errors.ts';
import {
  countOwners,
  findOperatorCandidate,
  isOperator,
  listOperators,
  makeOperatorStatement,
  setRolesStatements,
  setTierStatement,
  touchOperatorStatement,
  unmakeButLastOwnerStatement,
} from '../db/operators/operators.ts';
import type { OperatorRole } from '../domain/operator-roles.ts';

export type Grant = {
  readonly email: string;
  readonly roles: readonly OperatorRole[];
  /** Although two owners could decide it on the site. */
  readonly withoutApproval: boolean;
  /** Tier premium as well: it opens the submissions. */
  readonly premium: boolean;
  readonly note: string | null;
};

export type Outcome = { readonly ok: boolean; readonly says: string };

export const refused = (says: string): Outcome => ({ ok: false, says });
export const done = (...says: readonly string[]): Outcome => ({ ok: true, says: says.join('\n') });

/** Enough to decide about each other's proposals. */
export const OWNERS_THAT_DECIDE = 2;

/**
 * Safe to repeat: who is an operator already stays one, and nothing is logged. Once two owners could approve each other's
 * proposals at /admin/operators, the command wants to be told that it shall do without.
 */
export async function grant(
  db: D1Database,
  by: AuditActor,
  { email, roles, premium, note, withoutApproval }: Grant,
  now: number,
): Promise<Outcome> {
  const found = await findOperatorCandidate(db, { email });
  if (found === null) return refused(`Nobody has signed up as ${email}. Sign up on the site first.`);
  if (found.status === 'suspended') return refused(`${email} is suspended. Nothing was changed.`);
  const tier = premium ? 'premium' : found.tier;
  const has = found.roles.join() === roles.join();
  if (found.isAdmin && has && tier === found.tier) {
    return done(`${email} is an operator already (${roles.join(', ')}; tier ${tier}).`);
  }
  const owners = await countOwners(db);
  if (owners >= OWNERS_THAT_DECIDE && !withoutApproval) {
    return refused(
      `There are ${owners} owners: propose it at /admin/operators, and another one approves. Nothing was changed.\n` +
        'Add --without-approval where that is not possible; the audit log says so.',
    );
  }
  if (found.roles.includes('owner') && !roles.includes('owner') && owners === 1) {
    return refused(`${email} is the last owner. Make another one first. Nothing was changed.`);
  }
  // The first statement decides whether there is a line: of those who race, one changes something.
  await commitAudited(
    db,
    {
      id: crypto.randomUUID(),
      at: now,
      by,
      action: found.isAdmin ? 'admin.roles-changed' : 'admin.granted',
      subject: { kind: 'customer', id: found.id },
      before: { roles: found.roles, tier: found.tier },
      after: { roles, tier, ...(owners >= OWNERS_THAT_DECIDE ? { withoutApproval } : {}) },
      note,
    },
    [
      found.isAdmin ? touchOperatorStatement(db, found.id, now) : makeOperatorStatement(db, found.id, now),
      ...setRolesStatements(db, found.id, roles, now),
      setTierStatement(db, found.id, tier, now),
    ],
    { ifChanged: true },
  );
  return done(
    `${email} is an operator now (${roles.join(', ')}; tier ${tier}).`,
    found.hasSecondFactor
      ? 'Changes ask for the second factor.'
      : 'There is no second factor yet: the next page of the area leads to where one is added.',
  );
}

/** Holds from the next call on: every call reads the row. */
export async function revoke(
  db: D1Database,
  by: AuditActor,
  { email, note }: Pick<Grant, 'email' | 'note'>,
  now: number,
): Promise<Outcome> {
  const found = await findOperatorCandidate(db, { email });
  if (found === null) return refused(`Nobody has signed up as ${email}.`);
  if (!found.isAdmin) return done(`${email} is no operator. Nothing was changed.`);
  const { logged } = await commitAudited(
    db,
    {
      id: crypto.randomUUID(),
      at: now,
      by,
      action: 'admin.revoked',
      subject: { kind: 'customer', id: found.id },
      before: { roles: found.roles, tier: found.tier },
      after: { roles: [], tier: found.tier },
      note,
    },
    [unmakeButLastOwnerStatement(db, found.id)],
    { ifChanged: true },
  );
  if (logged || !(await isOperator(db, found.id))) return done(`${email} is no operator any more.`);
  return refused(`${email} is the last owner. Make another one first. Nothing was changed.`);
}

export async function list(db: D1Database): Promise<Outcome> {
  const operators = await listOperators(db);
  if (operators.length === 0)
    return done('Nobody is an operator yet: npm run admin -- grant EMAIL makes one.');
  const lines = operators.map(({ email, roles, tier, status, since, hasApp, passkeys }) =>
    [
      email,
      roles.join(', '),
      `tier ${tier}`,
      `since ${new Date(since).toISOString().slice(0, 10)}`,
      hasApp || passkeys > 0 ? 'second factor on' : 'NO SECOND FACTOR',
      ...(status === 'suspended' ? ['SUSPENDED'] : []),
    ].join(' · '),
  );
  return done(...lines);
}

const BUSY_TRIES = 5;
const BUSY_WAIT_MS = 400;

/** A database that a server is writing to may be busy: each command is safe to repeat, and says plainly when it stays so. */
export async function whileBusy(
  work: () => Promise<Outcome>,
  wait: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseTrouble(error)) throw error;
      if (attempt === BUSY_TRIES) {
        return refused('The database is busy. Nothing was changed. Try again in a moment.');
      }
      await wait(BUSY_WAIT_MS * attempt);
    }
  }
}
