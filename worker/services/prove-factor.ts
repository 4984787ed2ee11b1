// Checks an answer for a second factor. A right answer returns statements that consume it: the caller puts them into its batch,
// so that an answer is used once. Guesses are counted before they are checked.

import { readChallenge, type ChallengeUse } from '../auth/challenges.ts';
import type { Client } from '../auth/client.ts';
import { relyingPartyOf, verifyAssertion, type RelyingParty } from '../auth/passkeys.ts';
import { recoveryCodeHashes } from '../auth/recovery-codes.ts';
import { totpStepOf } from '../auth/totp.ts';
import { openTotpKey, sealTotpKey } from '../auth/totp-key.ts';
import type { FactorProof, PasskeyAssertion } from '../contract/factors.ts';
import type { Refusal } from '../contract/problems.ts';
import { failedGuard, guarded } from '../db/guards.ts';
import { clearBucketStatement } from '../db/attempts.ts';
import { readD1Error } from '../db/d1-errors.ts';
import { findPasskey, notePasskeyUseStatement, spendChallengeStatements } from '../db/passkeys.ts';
import { hasUnusedRecoveryCode, spendRecoveryCodeStatement } from '../db/recovery-codes.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { findTotp, spendTotpStepStatement } from '../db/totp.ts';
import { deviceOf } from '../domain/devices.ts';
import {
  FACTOR_DAY_LIMIT,
  FACTOR_LIMIT,
  normaliseRecoveryCode,
  normaliseTotpCode,
} from '../domain/factors.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { valuesOf } from '../domain/secret-values.ts';
import { claimOf, claimOrRefuse, type CountedAttempt, deviceSuffix } from './attempts.ts';
import type { Deps } from './deps.ts';
import { noteLimitedOperator } from './operator-access.ts';
import { noteRefusedSignIn } from './security-notes.ts';

export type ProofRefusal = Refusal<'SecondFactorInvalid' | 'PasskeyRefused' | 'TooManyRequests'>;

export type Proven = {
  /** The owner of the passkey: at a direct sign-in the user is not known before. */
  readonly userId: string;
  /** Consumes the answer, or aborts the batch. They are first in it. */
  readonly statements: readonly D1PreparedStatement[];
};

export type Asked = {
  readonly userId: string;
  readonly client: Client;
  /** Whose passkey challenge it must be. */
  readonly use: ChallengeUse;
};

export async function proveFactor(
  deps: Deps,
  asked: Asked,
  proof: FactorProof,
  now: number,
): Promise<Result<Proven, ProofRefusal>> {
  if (proof.method === 'passkey') return provePasskey(deps, proof.response, asked, now);
  const { userId, client } = asked;
  const guesses = await countGuess(deps, userId, proof.method, client, now);
  if (!guesses.ok) return guesses;
  const spending =
    proof.method === 'totp'
      ? await proveTotp(deps, userId, proof.code, now)
      : await proveRecoveryCode(deps, asked, proof.code, now);
  if (spending !== null) return ok({ userId, statements: [...spending, ...guesses.value.forgiven] });
  // The customer sees in the security log that the password was right and the second factor was not.
  noteRefusedSignIn(deps, userId, client, now, 'code');
  return err({ code: 'SecondFactorInvalid' });
}

/** Counts one guess; the statements of `forgiven` clear the counters after a right one. */
export async function countGuess(
  deps: Deps,
  userId: string,
  method: string,
  client: Client,
  now: number,
): Promise<Result<CountedAttempt, Refusal<'TooManyRequests'>>> {
  // Whoever has stolen the password and guesses codes elsewhere does not use up the guesses of the owner's own browser.
  const whose = `${method}:${userId}${await deviceSuffix(deps, userId, client)}`;
  const claims = [
    claimOf(deps, `factor:${whose}`, FACTOR_LIMIT),
    claimOf(deps, `factor-day:${whose}`, FACTOR_DAY_LIMIT),
  ] as const;
  const claimed = await claimOrRefuse(deps, client.addressKey, claims, now);
  if (!claimed.ok) noteLimitedOperator(deps, { id: userId }, client, now);
  const forgiven = claims.map(({ bucket }) => clearBucketStatement(deps.db, bucket));
  return claimed.ok ? ok({ claims, forgiven }) : claimed;
}

async function proveTotp(
  deps: Deps,
  userId: string,
  typed: string,
  now: number,
): Promise<D1PreparedStatement[] | null> {
  const code = normaliseTotpCode(typed);
  const totp = code === null ? null : await findTotp(deps.db, userId);
  if (code === null || totp === null) return null;
  const key = await openTotpKey(deps.env.PASSWORD_PEPPER, userId, totp.sealedSecret);
  const step = key === null ? null : totpStepOf(key, code, now);
  if (key === null || step === null || step <= totp.lastStep) return null;
  const { PASSWORD_PEPPER } = deps.env;
  // While the pepper is rotated, what is used moves to its newest value.
  const sealedSecret =
    valuesOf(PASSWORD_PEPPER).length > 1 ? await sealTotpKey(PASSWORD_PEPPER, userId, key) : null;
  const spent = spendTotpStepStatement(deps.db, { userId, step, sealedSecret }, now);
  return guarded(deps.db, deps.newId(), 'totp', [spent]);
}

async function proveRecoveryCode(
  deps: Deps,
  { userId, client }: Asked,
  typed: string,
  now: number,
): Promise<D1PreparedStatement[] | null> {
  const code = normaliseRecoveryCode(typed);
  if (code === null) return null;
  const hashes = recoveryCodeHashes(deps.env.PASSWORD_PEPPER, userId, code);
  const unused = await Promise.all(hashes.map((one) => hasUnusedRecoveryCode(deps.db, userId, one)));
  const hash = hashes[unused.indexOf(true)];
  if (hash === undefined) return null;
  return [
    ...guarded(deps.db, deps.newId(), 'recovery', [spendRecoveryCodeStatement(deps.db, userId, hash, now)]),
    securityEventStatement(deps.db, {
      id: deps.newId(),
      userId,
      kind: 'recovery-code-used',
      at: now,
      device: deviceOf(client.userAgent),
      place: client.place,
    }),
  ];
}

/** `asked.userId` null: a direct sign-in, where the passkey itself says who it is. */
export async function provePasskey(
  deps: Deps,
  response: PasskeyAssertion,
  asked: Omit<Asked, 'userId'> & { readonly userId: string | null },
  now: number,
): Promise<Result<Proven, Refusal<'PasskeyRefused'>>> {
  const refusal = err({ code: 'PasskeyRefused' } as const);
  const passkey = await findPasskey(deps.db, response.id);
  if (passkey === null || (asked.userId !== null && passkey.userId !== asked.userId)) return refusal;
  const { userHandle } = response.response;
  if (userHandle !== null && userHandle !== handleOf(passkey.userId)) return refusal;
  let challenge: ReturnType<typeof readChallenge> = null;
  const verified = await verifyAssertion(siteOf(deps), passkey, response, (sent) => {
    challenge = readChallenge(deps.env.SESSION_SECRET, sent, asked.use, now);
    return challenge !== null;
  });
  if (verified === null || challenge === null) return refusal;
  return ok({
    userId: passkey.userId,
    statements: [
      ...spendChallengeStatements(deps.db, challenge, now),
      ...guarded(deps.db, deps.newId(), 'passkey', [
        notePasskeyUseStatement(deps.db, { id: passkey.id, counter: verified.counter }, now),
      ]),
    ],
  });
}

/** The site that passkeys are bound to, as this request sees it. */
export function siteOf(deps: Deps): RelyingParty {
  if (deps.origin === undefined) throw new Error('passkeys need the address of the request');
  return relyingPartyOf(deps.env, deps.origin);
}

/** Whether a batch failed because a parallel request had used the answer. */
export function wasSpentElsewhere(error: unknown): boolean {
  if (failedGuard(error)) return true;
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns === 'spent_challenges.challenge_hash';
}

function handleOf(userId: string): string {
  return Buffer.from(userId, 'utf8').toString('base64url');
}
