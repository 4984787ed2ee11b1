// What `npm run admin` does, apart from where the database is: makes operators, unmakes them, lists them. Each change and
// its line of the audit log are one batch.

import { type AuditActor, commitAudited } from '../db/audit-log.ts';
import {
  findOperatorCandidate,
  listOperators,
  makeOperatorStatement,
  setTierStatement,
  unmakeOperatorStatement,
} from '../db/operators/operators.ts';

export type Grant = {
  readonly email: string;
  /** Tier premium as well: it opens the submissions. */
  readonly premium: boolean;
  readonly note: string | null;
};

export type Outcome = { readonly ok: boolean; readonly says: string };

const refused = (says: string): Outcome => ({ ok: false, says });
const done = (...says: readonly string[]): Outcome => ({ ok: true, says: says.join('\n') });

/** Safe to repeat: who is an operator already stays one, and nothing is logged. */
export async function grant(
  db: D1Database,
  by: AuditActor,
  { email, premium, note }: Grant,
  now: number,
): Promise<Outcome> {
  const found = await findOperatorCandidate(db, email);
  if (found === null) return refused(`Nobody has signed up as ${email}. Sign up on the site first.`);
  if (found.status === 'suspended') return refused(`${email} is suspended. Nothing was changed.`);
  const tier = premium ? 'premium' : found.tier;
  if (found.isAdmin && tier === found.tier) return done(`${email} is an operator already (tier ${tier}).`);
  const setTier = setTierStatement(db, found.id, tier, now);
  await commitAudited(
    db,
    {
      id: crypto.randomUUID(),
      at: now,
      by,
      action: 'admin.granted',
      subject: { kind: 'customer', id: found.id },
      before: { isAdmin: found.isAdmin, tier: found.tier },
      after: { isAdmin: true, tier },
      note,
    },
    found.isAdmin ? [setTier] : [makeOperatorStatement(db, found.id, now), setTier],
    { ifChanged: true },
  );
  return done(
    `${email} is an operator now (tier ${tier}).`,
    found.hasSecondFactor
      ? 'Changes ask for the second factor.'
      : 'There is no second factor yet: add an authenticator app or a passkey under Profile, Security.',
  );
}

/** Holds from the next call on: every call reads the row. */
export async function revoke(
  db: D1Database,
  by: AuditActor,
  { email, note }: Pick<Grant, 'email' | 'note'>,
  now: number,
): Promise<Outcome> {
  const found = await findOperatorCandidate(db, email);
  if (found === null) return refused(`Nobody has signed up as ${email}.`);
  if (!found.isAdmin) return done(`${email} is no operator. Nothing was changed.`);
  await commitAudited(
    db,
    {
      id: crypto.randomUUID(),
      at: now,
      by,
      action: 'admin.revoked',
      subject: { kind: 'customer', id: found.id },
      before: { isAdmin: true, tier: found.tier },
      after: { isAdmin: false, tier: found.tier },
      note,
    },
    [unmakeOperatorStatement(db, found.id)],
    { ifChanged: true },
  );
  const left = await listOperators(db);
  return done(
    `${email} is no operator any more.`,
    ...(left.length === 0 ? ['Nobody is an operator now: npm run admin -- grant EMAIL makes one.'] : []),
  );
}

export async function list(db: D1Database): Promise<Outcome> {
  const operators = await listOperators(db);
  if (operators.length === 0)
    return done('Nobody is an operator yet: npm run admin -- grant EMAIL makes one.');
  const lines = operators.map(({ email, tier, status, since, hasSecondFactor }) =>
    [
      email,
      `tier ${tier}`,
      `since ${new Date(since).toISOString().slice(0, 10)}`,
      hasSecondFactor ? 'second factor on' : 'NO SECOND FACTOR',
      ...(status === 'suspended' ? ['SUSPENDED'] : []),
    ].join(' · '),
  );
  return done(...lines);
}
