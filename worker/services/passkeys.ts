// A customer's passkeys: added from a device, named, removed.

import { newChallenge, readChallenge } from '../auth/challenges.ts';
import { registrationOptions, verifyRegistration } from '../auth/passkeys.ts';
import type { Factors, FactorsChanged, NewPasskey, PasskeyOptions } from '../contract/factors.ts';
import type { Refusal } from '../contract/problems.ts';
import { guarded } from '../db/guards.ts';
import { readD1Error } from '../db/d1-errors.ts';
import {
  addPasskeyStatement,
  findOwnPasskey,
  listPasskeys,
  removePasskeyStatement,
  renamePasskeyStatement,
  spendChallengeStatements,
} from '../db/passkeys.ts';
import { addFirstRecoveryCodesStatement, dropLoneRecoveryCodesStatement } from '../db/recovery-codes.ts';
import { findCustomer } from '../db/users.ts';
import { PASSKEYS_MAX } from '../domain/factors.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { makeCodes, noteChange, type Owner, readFactors } from './factors.ts';
import { siteOf, wasSpentElsewhere } from './prove-factor.ts';
import { asOptions } from './second-step.ts';

/** The options for the device. The challenge is valid in this stepped-up session only. */
export async function newPasskeyOptions(
  deps: Deps,
  owner: Owner,
): Promise<Result<PasskeyOptions, Refusal<'PasskeyLimit'>>> {
  const [customer, existing] = await Promise.all([
    findCustomer(deps.db, owner.userId),
    listPasskeys(deps.db, owner.userId),
  ]);
  if (customer === null) throw new Error('A live session names a customer who does not exist');
  if (existing.length >= PASSKEYS_MAX) return err({ code: 'PasskeyLimit' });
  const challenge = newChallenge(deps.env.SESSION_SECRET, useOf(owner), deps.now());
  const { email, fullName } = customer.profile;
  const person = { userId: owner.userId, email, fullName };
  return ok(asOptions(await registrationOptions(siteOf(deps), person, existing, challenge)));
}

export type AddRefusal = Refusal<'PasskeyRefused' | 'PasskeyExists' | 'PasskeyLimit'>;

export async function addPasskey(
  deps: Deps,
  owner: Owner,
  { name, response }: NewPasskey,
): Promise<Result<FactorsChanged, AddRefusal>> {
  const now = deps.now();
  const { userId } = owner;
  let challenge: ReturnType<typeof readChallenge> = null;
  const made = await verifyRegistration(siteOf(deps), response, (sent) => {
    challenge = readChallenge(deps.env.SESSION_SECRET, sent, useOf(owner), now);
    return challenge !== null;
  });
  if (made === null || challenge === null) return err({ code: 'PasskeyRefused' });
  const codes = makeCodes(deps, userId);
  const id = deps.newId();
  const noted = { kind: 'passkey-added', mail: 'passkey-added', detail: name, addedId: id } as const;
  try {
    const results = await deps.db.batch([
      addFirstRecoveryCodesStatement(deps.db, userId, codes.hashes, now),
      ...spendChallengeStatements(deps.db, challenge, now),
      addPasskeyStatement(deps.db, { ...made, id, userId, name, now }),
      ...noteChange(deps, owner, noted, now),
    ]);
    deliverSoon(deps);
    const isFirst = (results[0]?.meta.changes ?? 0) > 0;
    return ok({ factors: await readFactors(deps, userId), recoveryCodes: isFirst ? codes.shown : null });
  } catch (error) {
    const code = refusalOf(error);
    if (code === null) throw error;
    return err({ code });
  }
}

function refusalOf(error: unknown): AddRefusal['code'] | null {
  const failure = readD1Error(error);
  if (failure.kind === 'check' && failure.constraint === 'at_most_ten_passkeys') return 'PasskeyLimit';
  if (failure.kind !== 'unique') return null;
  if (failure.columns === 'passkeys.credential_id') return 'PasskeyExists';
  return failure.columns === 'spent_challenges.challenge_hash' ? 'PasskeyRefused' : null;
}

export async function renamePasskey(
  deps: Deps,
  owner: Owner,
  id: string,
  name: string,
): Promise<Result<Factors, Refusal<'NotFound'>>> {
  return change(deps, owner, [
    ...guarded(deps.db, deps.newId(), 'passkey', [renamePasskeyStatement(deps.db, owner.userId, id, name)]),
    ...noteChange(deps, owner, { kind: 'passkey-renamed', detail: name }, deps.now()),
  ]);
}

export async function removePasskey(
  deps: Deps,
  owner: Owner,
  id: string,
): Promise<Result<Factors, Refusal<'NotFound'>>> {
  const passkey = await findOwnPasskey(deps.db, owner.userId, id);
  if (passkey === null) return err({ code: 'NotFound' });
  const noted = { kind: 'passkey-removed', mail: 'passkey-removed', detail: passkey.name } as const;
  return change(deps, owner, [
    ...guarded(deps.db, deps.newId(), 'passkey', [removePasskeyStatement(deps.db, owner.userId, id)]),
    dropLoneRecoveryCodesStatement(deps.db, owner.userId),
    ...noteChange(deps, owner, noted, deps.now()),
  ]);
}

/** All of it, or NotFound: another customer's passkey does not exist for this one. */
async function change(
  deps: Deps,
  owner: Owner,
  statements: D1PreparedStatement[],
): Promise<Result<Factors, Refusal<'NotFound'>>> {
  try {
    await deps.db.batch(statements);
  } catch (error) {
    if (wasSpentElsewhere(error)) return err({ code: 'NotFound' });
    throw error;
  }
  deliverSoon(deps);
  return ok(await readFactors(deps, owner.userId));
}

function useOf({ sessionId }: Owner) {
  return { purpose: 'add', owner: sessionId } as const;
}
