// The authenticator app: a new key is shown, a first code proves that the app has it, and only then it is stored.
// An unfinished set-up is kept by the customer's page, sealed: the database stores nothing of it.

import { seal, unseal } from '../auth/sealing.ts';
import { newTotpKey, totpStepOf, totpUri } from '../auth/totp.ts';
import { sealTotpKey } from '../auth/totp-key.ts';
import type { Factors, FactorsChanged, TotpConfirmation, TotpSetup } from '../contract/factors.ts';
import type { Refusal } from '../contract/problems.ts';
import { guarded } from '../db/guards.ts';
import { readD1Error } from '../db/d1-errors.ts';
import { addFirstRecoveryCodesStatement, dropLoneRecoveryCodesStatement } from '../db/recovery-codes.ts';
import { addTotpStatement, findTotp, removeTotpStatement } from '../db/totp.ts';
import { normaliseTotpCode, TOTP_SETUP_LIFETIME_MS } from '../domain/factors.ts';
import { APP_FACTOR_ID } from '../domain/mailed-links.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { makeCodes, noteChange, type Owner, readFactors } from './factors.ts';
import { countGuess, wasSpentElsewhere } from './prove-factor.ts';

/** A new key. Nothing changes until its first code is confirmed. */
export async function beginTotp(
  deps: Deps,
  owner: Owner,
): Promise<Result<TotpSetup, Refusal<'FactorExists'>>> {
  if ((await findTotp(deps.db, owner.userId)) !== null) return err({ code: 'FactorExists' });
  const key = newTotpKey();
  const expiresAt = deps.now() + TOTP_SETUP_LIFETIME_MS;
  const setup = await seal(JSON.stringify({ key, expiresAt }), setupSeal(deps, owner));
  return ok({ setup, key, uri: totpUri(owner.email, key) });
}

export type ConfirmRefusal = Refusal<
  'FactorExists' | 'SetupExpired' | 'SecondFactorInvalid' | 'TooManyRequests'
>;

export async function confirmTotp(
  deps: Deps,
  owner: Owner,
  { setup, code: typed }: TotpConfirmation,
): Promise<Result<FactorsChanged, ConfirmRefusal>> {
  const now = deps.now();
  const { userId } = owner;
  const key = await readSetup(deps, owner, setup, now);
  if (key === null) return err({ code: 'SetupExpired' });
  const guesses = await countGuess(deps, userId, 'totp-setup', owner.client, now);
  if (!guesses.ok) return guesses;
  const code = normaliseTotpCode(typed);
  const step = code === null ? null : totpStepOf(key, code, now);
  if (step === null) return err({ code: 'SecondFactorInvalid' });

  const sealedSecret = await sealTotpKey(deps.env.PASSWORD_PEPPER, userId, key);
  const codes = makeCodes(deps, userId);
  try {
    const [, added] = await deps.db.batch([
      addTotpStatement(deps.db, { userId, sealedSecret, step, now }),
      addFirstRecoveryCodesStatement(deps.db, userId, codes.hashes, now),
      ...noteChange(deps, owner, { kind: 'two-step-on', mail: 'two-step-on', addedId: APP_FACTOR_ID }, now),
      ...guesses.value.forgiven,
    ]);
    deliverSoon(deps);
    const isFirst = (added?.meta.changes ?? 0) > 0;
    return ok({ factors: await readFactors(deps, userId), recoveryCodes: isFirst ? codes.shown : null });
  } catch (error) {
    const failure = readD1Error(error);
    if (failure.kind === 'unique' && failure.columns === 'totp_factors.user_id') {
      return err({ code: 'FactorExists' });
    }
    throw error;
  }
}

export async function removeTotp(deps: Deps, owner: Owner): Promise<Result<Factors, Refusal<'NotFound'>>> {
  const now = deps.now();
  try {
    await deps.db.batch([
      ...guarded(deps.db, deps.newId(), 'totp', [removeTotpStatement(deps.db, owner.userId)]),
      dropLoneRecoveryCodesStatement(deps.db, owner.userId),
      ...noteChange(deps, owner, { kind: 'two-step-off', mail: 'two-step-off' }, now),
    ]);
  } catch (error) {
    if (wasSpentElsewhere(error)) return err({ code: 'NotFound' });
    throw error;
  }
  deliverSoon(deps);
  return ok(await readFactors(deps, owner.userId));
}

/** Valid only in the stepped-up session that started the set-up. */
function setupSeal(deps: Deps, { userId, sessionId }: Owner) {
  return {
    pepper: deps.env.PASSWORD_PEPPER,
    purpose: 'totp-setup',
    owner: `${userId}\n${sessionId}`,
  } as const;
}

async function readSetup(deps: Deps, owner: Owner, setup: string, now: number): Promise<string | null> {
  const text = await unseal(setup, setupSeal(deps, owner));
  if (text === null) return null;
  const { key, expiresAt } = JSON.parse(text) as { key: string; expiresAt: number };
  return now < expiresAt ? key : null;
}
