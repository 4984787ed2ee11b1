// The check of an identity by the provider: at once when it is given, and again by the cron while the provider cannot say. First whether
// number, name and birth date belong together, then the lists of sanctions and the like. A provider that cannot be reached leaves it
// pending; only a word of its own refuses, and a list never does (P60, P76).

import { openIdentity } from '../auth/identity-sealing.ts';
import { askAgainStatement, findDueChecks, type IdentityRow } from '../db/identities.ts';
import {
  checkAgainAt,
  type CheckOutcome,
  type CheckRefusal,
  holdsUntil,
  isCheckRefusal,
  type Level,
  LISTED,
  type ListsOutcome,
} from '../domain/identity.ts';
import { answerWithin } from './answer-within.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import {
  type IdentityAnswer,
  type IdentityCheck,
  type IdentityProvider,
  identityProviderOf,
} from './identity-provider.ts';
import { identityStepStatements, type StepTaken } from './identity-steps.ts';
import { logLine } from '../telemetry/log.ts';

const PROVIDER_TIMEOUT_MS = 10_000;
const CHECKS_PER_RUN = 50;

export type CheckDeps = Pick<Deps, 'db' | 'env' | 'now' | 'newId' | 'origin' | 'defer'>;

/**
 * Asks the provider about a pending identity and takes the step that its answer means; of papers that were handed in it asks the lists alone.
 * Without a provider it waits for the operators.
 */
export async function checkIdentity(
  deps: CheckDeps,
  row: IdentityRow,
  provider: IdentityProvider | null = identityProviderOf(deps.env),
): Promise<void> {
  if (provider === null || row.sealed === null) return;
  const identity = await openIdentity(deps.env.PASSWORD_PEPPER, row.userId, row.sealed);
  if (identity === null) throw new Error('an identity does not open: the pepper that sealed it is missing');
  const { kind, country, userId } = row;
  const asked = { kind, country, ...identity };
  let reference: string | null = null;
  if (row.asks === 1) {
    const said = await answerOf(provider.check, { ...asked, key: `${userId}:${row.givenAt}` });
    if (isCheckRefusal(said.outcome)) return notMatched(deps, row, said.outcome, said.reference);
    if (said.outcome !== 'match') return askAgain(deps, row, said.reference);
    ({ reference } = said);
  }
  // Since when it is pending: of papers that is another check than the one of the number.
  const lists = await answerOf(provider.lists, { ...asked, key: `lists:${userId}:${row.updatedAt}` });
  if (lists.outcome === 'possible') return listed(deps, row, lists.reference ?? reference);
  if (lists.outcome !== 'clear') return askAgain(deps, row, lists.reference ?? reference);
  return row.asks === 1 ? matched(deps, row, reference) : notListed(deps, row, lists.reference);
}

async function askAgain(
  { db, now }: CheckDeps,
  { userId, revision, checks }: IdentityRow,
  reference: string | null,
): Promise<void> {
  await askAgainStatement(db, {
    userId,
    revision,
    checkAgainAt: checkAgainAt(checks, now()),
    reference,
  }).run();
}

/** For the cron. One that fails does not keep the others waiting. */
export async function checkDueIdentities(
  deps: CheckDeps,
  provider: IdentityProvider | null = identityProviderOf(deps.env),
): Promise<{ asked: number; failed: number }> {
  const due = await findDueChecks(deps.db, deps.now(), CHECKS_PER_RUN);
  const results = await Promise.allSettled(due.map((row) => checkIdentity(deps, row, provider)));
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures) logLine('error', 'identity-check-failed', { error: String(reason) });
  return { asked: due.length, failed: failures.length };
}

/** The word for a provider that cannot be reached is one of both questions. */
async function answerOf<Outcome extends CheckOutcome | ListsOutcome>(
  ask: (check: IdentityCheck) => Promise<IdentityAnswer<Outcome>>,
  check: IdentityCheck,
): Promise<IdentityAnswer<Outcome | 'unreachable'>> {
  try {
    return await answerWithin(PROVIDER_TIMEOUT_MS, ask(check));
  } catch (error) {
    logLine('error', 'identity-provider-unreachable', { error: String(error) });
    return { outcome: 'unreachable', reference: null };
  }
}

function matched(deps: CheckDeps, row: IdentityRow, reference: string | null): Promise<void> {
  const level = Math.max(1, row.level) as Level;
  const now = deps.now();
  return take(deps, row, {
    move: {
      state: 'verified',
      asks: level,
      reason: null,
      providerReference: reference,
      holds: { checkedAt: now, expiresAt: holdsUntil(now) },
    },
    step: { step: 'matched', by: 'provider', toLevel: level },
    letter: { change: 'level-reached', level },
  });
}

/** A number by which nobody was ever known here is free again: somebody else may have typed it. */
function notMatched(
  deps: CheckDeps,
  row: IdentityRow,
  reason: CheckRefusal,
  reference: string | null,
): Promise<void> {
  return take(deps, row, {
    move: {
      state: 'refused',
      asks: 1,
      reason,
      providerReference: reference,
      ...(row.checkedAt === null ? { numberMac: null } : {}),
    },
    step: { step: 'not-matched', by: 'provider', detail: reason },
    letter: { change: 'refused', level: 1, reason },
  });
}

/** A name on a list may be somebody else's: the operators decide, and the level waits. Of papers that they get anyhow the page says it. */
function listed(deps: CheckDeps, row: IdentityRow, reference: string | null): Promise<void> {
  const { asks } = row;
  return take(deps, row, {
    move: { state: 'waiting', asks, reason: LISTED, providerReference: reference },
    step: { step: 'listed', by: 'provider' },
    letter: asks === 1 ? { change: 'listed', level: 1 } : null,
  });
}

/** Of papers: now they wait for the operators, who look at them in any case. */
function notListed(deps: CheckDeps, row: IdentityRow, reference: string | null): Promise<void> {
  return take(deps, row, {
    move: { state: 'waiting', asks: row.asks, reason: null, providerReference: reference },
    step: { step: 'not-listed', by: 'provider' },
    letter: null,
  });
}

async function take(deps: CheckDeps, row: IdentityRow, taken: Omit<StepTaken, 'stepId'>): Promise<void> {
  const stepId = deps.newId();
  await deps.db.batch(identityStepStatements(deps, row, { ...taken, stepId }, deps.now()));
  if (taken.letter !== null) deliverSoon(deps);
}
