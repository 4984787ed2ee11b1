// The check of an identity by the provider: at once when it is given, and again by the cron while the provider cannot say. A provider that
// cannot be reached leaves it pending; only a word of its own refuses.

import { openIdentity } from '../auth/identity-sealing.ts';
import {
  askAgainStatement,
  findDueChecks,
  type IdentityRow,
  moveStatement,
  stepMailStatement,
  stepStatement,
} from '../db/identities.ts';
import {
  checkAgainAt,
  type CheckRefusal,
  holdsUntil,
  isCheckRefusal,
  type Level,
} from '../domain/identity.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import {
  type IdentityAnswer,
  type IdentityProvider,
  identityProviderOf,
  isTestProvider,
} from './identity-provider.ts';

const PROVIDER_TIMEOUT_MS = 10_000;
const CHECKS_PER_RUN = 50;

export type CheckDeps = Pick<Deps, 'db' | 'env' | 'now' | 'newId' | 'origin' | 'defer'>;

/** Asks the provider about a pending identity and takes the step that its answer means. Without a provider it waits for the operators. */
export async function checkIdentity(
  deps: CheckDeps,
  row: IdentityRow,
  provider: IdentityProvider | null = identityProviderOf(deps.env),
): Promise<void> {
  if (provider === null || row.sealed === null) return;
  const identity = await openIdentity(deps.env.PASSWORD_PEPPER, row.userId, row.sealed);
  if (identity === null) throw new Error('an identity does not open: the pepper that sealed it is missing');
  const { kind, country, userId } = row;
  const key = `${userId}:${row.givenAt}`;
  const { outcome, reference } = await answerOf(provider, { key, kind, country, ...identity });
  if (outcome === 'match') return matched(deps, row, reference);
  if (isCheckRefusal(outcome)) return notMatched(deps, row, outcome, reference);
  const again = checkAgainAt(row.checks, deps.now());
  const asked = { userId, revision: row.revision, checkAgainAt: again, reference };
  await askAgainStatement(deps.db, asked).run();
}

/** For the cron. One that fails does not keep the others waiting. */
export async function checkDueIdentities(
  deps: CheckDeps,
  provider: IdentityProvider | null = identityProviderOf(deps.env),
): Promise<{ asked: number; failed: number }> {
  const due = await findDueChecks(deps.db, deps.now(), CHECKS_PER_RUN);
  const results = await Promise.allSettled(due.map((row) => checkIdentity(deps, row, provider)));
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures)
    console.error(JSON.stringify({ event: 'identity-check-failed', error: String(reason) }));
  return { asked: due.length, failed: failures.length };
}

async function answerOf(
  provider: IdentityProvider,
  check: Parameters<IdentityProvider['check']>[0],
): Promise<IdentityAnswer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the provider did not answer in time')), PROVIDER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([provider.check(check), timeout]);
  } catch (error) {
    console.error(JSON.stringify({ event: 'identity-provider-unreachable', error: String(error) }));
    return { outcome: 'unreachable', reference: null };
  } finally {
    clearTimeout(timer);
  }
}

async function matched(deps: CheckDeps, row: IdentityRow, reference: string | null): Promise<void> {
  const now = deps.now();
  const { userId, revision } = row;
  const stepId = deps.newId();
  const level = Math.max(1, row.level) as Level;
  await deps.db.batch([
    moveStatement(
      deps.db,
      {
        userId,
        revision,
        stepId,
        state: 'verified',
        asks: level,
        reason: null,
        providerReference: reference,
        holds: { checkedAt: now, expiresAt: holdsUntil(now) },
      },
      now,
    ),
    stepStatement(deps.db, { id: stepId, userId, step: 'matched', by: 'provider', toLevel: level }, now),
    stepMailStatement(
      deps.db,
      {
        stepId,
        userId,
        message: {
          kind: 'identity',
          change: 'level-reached',
          level,
          reason: null,
          until: null,
          isTest: isTestProvider(row.provider),
        },
        origin: deps.origin,
      },
      now,
    ),
  ]);
  deliverSoon(deps);
}

/** A number by which nobody was ever known here is free again: somebody else may have typed it. */
async function notMatched(
  deps: CheckDeps,
  row: IdentityRow,
  reason: CheckRefusal,
  reference: string | null,
): Promise<void> {
  const now = deps.now();
  const { userId, revision } = row;
  const stepId = deps.newId();
  await deps.db.batch([
    moveStatement(
      deps.db,
      {
        userId,
        revision,
        stepId,
        state: 'refused',
        asks: 1,
        reason,
        providerReference: reference,
        ...(row.checkedAt === null ? { numberMac: null } : {}),
      },
      now,
    ),
    stepStatement(deps.db, { id: stepId, userId, step: 'not-matched', by: 'provider', detail: reason }, now),
    stepMailStatement(
      deps.db,
      {
        stepId,
        userId,
        message: {
          kind: 'identity',
          change: 'refused',
          level: 1,
          reason,
          until: null,
          isTest: isTestProvider(row.provider),
        },
        origin: deps.origin,
      },
      now,
    ),
  ]);
  deliverSoon(deps);
}
