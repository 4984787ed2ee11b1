// Closes the accounts whose seven days are over (P63), for the minute cron: one batch posts what is left, seals the identity,
// erases what the registry of personal data says, and writes the line of the operators' log. What came in between stops it.

import { openIdentity } from '../auth/identity-sealing.ts';
import { renewedKey, sealRetained } from '../auth/retained-identity-seal.ts';
import type { KnownIdentity } from '../contract/operators/operators.ts';
import {
  cancelClosingStatement,
  type ClosingRow,
  dueClosings,
  endClosingStatement,
  guardNothingLeft,
  readLeftovers,
} from '../db/account-closings.ts';
import { commitAudited } from '../db/audit-log.ts';
import { storedExports } from '../db/data-exports.ts';
import { clearGuards, failedGuard, guarded } from '../db/guards.ts';
import { findIdentity } from '../db/identities.ts';
import { listDocuments } from '../db/identity-documents.ts';
import { outdateTotalsStatement } from '../db/operators/customer-totals.ts';
import { mailStatement } from '../db/outbox.ts';
import { removePayoutAccountsStatement } from '../db/payout-accounts.ts';
import { forgetStatements } from '../db/personal-data.ts';
import { findMoved } from '../db/reversible.ts';
import {
  destroyStatement,
  overdueIdentities,
  renewKeyStatement,
  retainedKeys,
  retainStatement,
} from '../db/retained-identities.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { erasureNoticesStatement } from '../db/submissions.ts';
import { closeUserStatement, findBonusOperation, findCustomer } from '../db/users.ts';
import { closingObstacles, keepYearsOf, keptUntil, type Leftovers } from '../domain/closing.ts';
import { logLine } from '../telemetry/log.ts';
import { lastPostings } from '../ledger/close-account.ts';
import type { ReversibleOperation } from '../ledger/reverse.ts';
import { removeCopies } from '../storage/data-copy.ts';
import { removeDocument } from '../storage/identity-documents.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { forwardSoon } from './forward-submissions.ts';

/** In one run of the cron; the next minute has the others. */
const CLOSED_AT_ONCE = 20;

/** A machine, in the operators' log. */
const CLOCK = { actorId: null, actor: 'clock', device: null, place: null } as const;

export type ClosingCount = { closed: number; stopped: number };

export async function carryOutClosings(deps: Deps): Promise<ClosingCount> {
  const counted: ClosingCount = { closed: 0, stopped: 0 };
  const failures: string[] = [];
  for (const closing of await dueClosings(deps.db, deps.now(), CLOSED_AT_ONCE)) {
    try {
      if (await carryOut(deps, closing)) counted.closed += 1;
      else counted.stopped += 1;
    } catch (error) {
      // One that fails does not hold up the others; the next minute tries it again.
      failures.push(`${closing.id}: ${String(error)}`);
    }
  }
  if (counted.closed > 0) forwardSoon(deps);
  if (counted.stopped > 0) deliverSoon(deps);
  if (failures.length > 0) throw new Error(`closings failed: ${failures.join('; ')}`);
  return counted;
}

async function carryOut(deps: Deps, closing: ClosingRow): Promise<boolean> {
  const { userId, waivedCents } = closing;
  const left = await readLeftovers(deps.db, userId);
  if (left === null) throw new Error('an open closing names an open account');
  const obstacles = closingObstacles(left, waivedCents);
  if (obstacles.length === 0) {
    try {
      await close(deps, closing, left);
      return true;
    } catch (error) {
      if (!failedGuard(error)) throw error;
    }
  }
  await stop(deps, closing, obstacles.includes('suspended') ? 'suspended' : 'not-empty');
  return false;
}

/** Everything about the person at once: nobody is half closed. */
async function close(deps: Deps, closing: ClosingRow, left: Leftovers): Promise<void> {
  const { db, env } = deps;
  const { userId, waivedCents } = closing;
  const customer = await findCustomer(db, userId);
  if (customer === null) throw new Error('an open closing names an open account');
  const { email, fullName, phone, emailConfirmedAt } = customer.profile;
  const now = deps.now();
  const keepUntil = keptUntil(now, keepYearsOf(env.RETAIN_IDENTITY_YEARS));
  const known = await knownIdentity(deps, userId);
  const identity = JSON.stringify({ fullName, email, phone, known });
  const sealed = await sealRetained(identity, env.PASSWORD_PEPPER, userId);
  const bonusId = left.heldE4 > 0 ? await findBonusOperation(db, userId) : null;
  const bonus = bonusId === null ? null : await findMoved(db, bonusId);
  const heldBonus: ReversibleOperation | null = bonus === null ? null : { ...bonus, type: 'bonus' };
  // What lies in buckets first: left there without its row it would stay for ever.
  await removeCopies(env.MEDIA, await storedExports(db, userId));
  for (const { key } of await listDocuments(db, userId)) await removeDocument(env.IDENTITY_DOCUMENTS, key);
  const guardId = deps.newId();
  const person = { userId, provedEmail: emailConfirmedAt === null ? null : email };
  await commitAudited(
    db,
    {
      id: deps.newId(),
      at: now,
      by: CLOCK,
      action: 'customer.closed',
      subject: { kind: 'customer', id: userId },
      after: { closing: closing.id, waivedCents, keepUntil },
    },
    [
      guardNothingLeft(db, { id: guardId, userId, waivedCents, heldE4: left.heldE4 }),
      clearGuards(db, guardId),
      ...lastPostings(db, {
        closingId: closing.id,
        accountId: userId,
        newId: deps.newId,
        now,
        waivedCents,
        heldBonus,
      }),
      // Nothing is left, neither held nor in cents.
      guardNothingLeft(db, { id: guardId, userId, waivedCents: 0, heldE4: 0 }),
      clearGuards(db, guardId),
      ...guarded(db, guardId, 'closing', [endClosingStatement(db, closing.id, now)]),
      retainStatement(db, { accountId: userId, ...sealed, keepUntil, now }),
      erasureNoticesStatement(db, { ...person, id: closing.id, now }),
      removePayoutAccountsStatement(db, userId, now),
      ...forgetStatements(db, person),
      ...guarded(db, guardId, 'closed', [closeUserStatement(db, userId, now)]),
      outdateTotalsStatement(db, now),
    ],
  );
  logLine('info', 'account-closed', { account: userId });
}

/** Number, name and birth date as they were checked; null for who gave none. */
async function knownIdentity({ db, env }: Deps, userId: string): Promise<KnownIdentity | null> {
  const row = await findIdentity(db, userId);
  if (row === null || row.sealed === null) return null;
  const opened = await openIdentity(env.PASSWORD_PEPPER, userId, row.sealed);
  if (opened === null) throw new Error('an identity does not open: the secret that sealed it is gone');
  const { kind, country, level } = row;
  return { kind, country, level, ...opened };
}

async function stop(deps: Deps, closing: ClosingRow, because: 'suspended' | 'not-empty'): Promise<void> {
  const { db } = deps;
  const { id, userId } = closing;
  const now = deps.now();
  await db.batch([
    cancelClosingStatement(db, { userId, because, now }),
    securityEventStatement(
      db,
      { id: deps.newId(), userId, kind: 'closing-stopped', at: now, device: null, place: null },
      { ifChanged: true },
    ),
    mailStatement(db, {
      id: `stopped-${id}`,
      userId,
      message: { kind: 'closing-stopped', because, at: now },
      now,
    }),
  ]);
}

/** In one night; the next one has the others. */
const DESTROYED_AT_ONCE = 150;

/** For the nightly cron: identities whose time is over are destroyed, each with its line of the log. */
export async function destroyOverdueIdentities(
  deps: Pick<Deps, 'db' | 'newId'>,
  now: number,
): Promise<number> {
  let destroyed = 0;
  for (const accountId of await overdueIdentities(deps.db, now, DESTROYED_AT_ONCE)) {
    const { logged } = await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: now,
        by: CLOCK,
        action: 'identity.destroyed',
        subject: { kind: 'customer', id: accountId },
      },
      [destroyStatement(deps.db, accountId, now)],
      { ifChanged: true },
    );
    if (logged) destroyed += 1;
  }
  return destroyed;
}

const RENEWED_AT_ONCE = 200;

/**
 * For the nightly cron: keys that an older secret sealed move to the newest one, so that the older one can be taken out. It goes
 * through all of them, so only while there is an older one.
 */
export async function renewIdentityKeys(deps: Pick<Deps, 'db' | 'env'>): Promise<number> {
  const { db, env } = deps;
  if (!env.PASSWORD_PEPPER.includes(',')) return 0;
  let renewed = 0;
  for (let after = ''; ;) {
    const page = await retainedKeys(db, { after, limit: RENEWED_AT_ONCE });
    const keys = await Promise.all(
      page.map(async ({ accountId, sealedKey: instead }) => {
        const sealedKey = await renewedKey(instead, env.PASSWORD_PEPPER, accountId);
        return sealedKey === null ? [] : [renewKeyStatement(db, { accountId, instead, sealedKey })];
      }),
    );
    const statements = keys.flat();
    if (statements.length > 0) await db.batch(statements);
    renewed += statements.length;
    if (page.length < RENEWED_AT_ONCE) return renewed;
    after = page.at(-1)?.accountId ?? '';
  }
}
