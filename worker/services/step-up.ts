// A signed-in customer proves again who they are, and their session may do what a session alone may not, for five minutes. The
// browser gets new tokens for it, and the access tokens from before are refused: a copy of one gains nothing by the proof.

import { newChallenge } from '../auth/challenges.ts';
import type { Client } from '../auth/client.ts';
import { assertionOptions } from '../auth/passkeys.ts';
import { verifyPassword } from '../auth/passwords.ts';
import type { PasskeyOptions, StepUp, SteppedUp } from '../contract/factors.ts';
import type { Refusal } from '../contract/problems.ts';
import { findStepUpMethods, stepUpStatement } from '../db/factors.ts';
import { listPasskeys } from '../db/passkeys.ts';
import { newTokenGenerationStatement } from '../db/sessions.ts';
import { findCredentials } from '../db/users.ts';
import { STEP_UP_LIFETIME_MS } from '../domain/factors.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { orRelease } from './attempts.ts';
import type { Deps } from './deps.ts';
import { noteOperatorAccess } from './operator-access.ts';
import { hasherOf } from './password-hasher.ts';
import { countGuess, proveFactor, type ProofRefusal, siteOf, wasSpentElsewhere } from './prove-factor.ts';
import { asOptions } from './second-step.ts';
import { iso } from '../domain/time.ts';

export type StepUpper = {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly client: Client;
};

export type StepUpRefusal = ProofRefusal | Refusal<'PasswordIncorrect' | 'StepUpRequired'>;

export async function stepUp(
  deps: Deps,
  who: StepUpper,
  command: StepUp,
): Promise<Result<SteppedUp, StepUpRefusal>> {
  const now = deps.now();
  const proof = await proofOf(deps, who, command, now);
  if (!proof.ok) return proof;
  try {
    await deps.db.batch([
      ...proof.value,
      stepUpStatement(deps.db, who.sessionId, command.method, now),
      newTokenGenerationStatement(deps.db, who.sessionId),
    ]);
  } catch (error) {
    if (wasSpentElsewhere(error)) return err({ code: 'SecondFactorInvalid' });
    throw error;
  }
  return ok({ until: iso(now + STEP_UP_LIFETIME_MS) });
}

async function proofOf(
  deps: Deps,
  who: StepUpper,
  command: StepUp,
  now: number,
): Promise<Result<readonly D1PreparedStatement[], StepUpRefusal>> {
  const { userId, client } = who;
  if (command.method === 'password') return passwordProof(deps, who, command.password, now);
  const use = { purpose: 'step-up', owner: who.sessionId } as const;
  const proven = await proveFactor(deps, { userId, client, use }, command, now);
  return proven.ok ? ok(proven.value.statements) : proven;
}

async function passwordProof(
  deps: Deps,
  { userId, email, client }: StepUpper,
  password: string,
  now: number,
): Promise<Result<readonly D1PreparedStatement[], StepUpRefusal>> {
  // A customer with a second factor must prove it: otherwise a stolen password would be enough to remove the factor.
  const methods = await findStepUpMethods(deps.db, userId);
  if (!methods.includes('password')) return err({ code: 'StepUpRequired', methods });
  const guesses = await countGuess(deps, userId, 'password', client, now);
  if (!guesses.ok) return guesses;
  const found = await findCredentials(deps.db, email);
  const { claims, forgiven } = guesses.value;
  const looked = verifyPassword(
    found?.passwordHash ?? null,
    password,
    deps.env.PASSWORD_PEPPER,
    hasherOf(deps.env),
  );
  if (await orRelease(deps, claims, looked)) return ok(forgiven);
  noteOperatorAccess(deps, userId, 'operator.password-refused', client, now);
  return err({ code: 'PasswordIncorrect' });
}

export async function stepUpOptions(
  deps: Deps,
  { userId, sessionId }: Pick<StepUpper, 'userId' | 'sessionId'>,
): Promise<PasskeyOptions> {
  const use = { purpose: 'step-up', owner: sessionId } as const;
  const challenge = newChallenge(deps.env.SESSION_SECRET, use, deps.now());
  const passkeys = await listPasskeys(deps.db, userId);
  return asOptions(await assertionOptions(siteOf(deps), passkeys, challenge));
}
