// Whose an account is: the bank's answer beside who the customer is, number by its MAC and name by its first and last word (P92).

import { numberMacs, openIdentity } from '../auth/identity-sealing.ts';
import { findFirstPix } from '../db/brl-deposits.ts';
import type { IdentityRow } from '../db/identities.ts';
import { PAYOUT_LEVEL, type PayoutDetails, sameHolder } from '../domain/payout-accounts.ts';
import { bankOfPix } from '../domain/pix.ts';
import { answerWithin } from './answer-within.ts';
import type { Deps } from './deps.ts';
import type { Holder, PayoutGateway, PayoutGateways } from './payout-gateway.ts';
import { logLine } from '../telemetry/log.ts';

const LOOK_UP_TIMEOUT_MS = 10_000;

type LookUpDeps = Pick<Deps, 'db' | 'env'>;

/** Who the customer is, as checked. */
export type KnownOwner = {
  readonly row: IdentityRow;
  readonly number: string;
  readonly name: string;
};

/** Null below the level from which it is known who the customer is. */
export async function ownerOf(deps: LookUpDeps, row: IdentityRow | null): Promise<KnownOwner | null> {
  if (row === null || row.level < PAYOUT_LEVEL || row.sealed === null) return null;
  const identity = await openIdentity(deps.env.PASSWORD_PEPPER, row.userId, row.sealed);
  if (identity === null) throw new Error('an identity does not open: the pepper that sealed it is missing');
  return { row, number: identity.number, name: identity.fullName };
}

export type Found =
  /** The customer's own; the MAC of the number that is its holder's too; whether it is at the bank that the first deposit came from. */
  | { readonly said: 'own'; readonly mac: string; readonly isSource: boolean }
  /** Another person's, no such account, no look-up, no answer. */
  | { readonly said: 'other' }
  | { readonly said: 'unknown' }
  | { readonly said: 'none' }
  | { readonly said: 'nothing' };

export async function lookUp(
  deps: LookUpDeps,
  gateway: PayoutGateway,
  details: PayoutDetails,
  { row, number, name }: KnownOwner,
): Promise<Found> {
  let holder: Holder;
  try {
    holder = await answerWithin(LOOK_UP_TIMEOUT_MS, gateway.findHolder(details, { number, name }));
  } catch (error) {
    logLine('error', 'payout-look-up-unreachable', { error: String(error) });
    return { said: 'nothing' };
  }
  if (holder.found !== 'holder') return { said: holder.found === 'unknown' ? 'unknown' : 'none' };
  const { kind, country } = row;
  const macs = numberMacs(deps.env.PASSWORD_PEPPER, { kind, country, number: holder.number });
  const isNumber = [macs.newest, ...macs.older].includes(row.numberMac ?? '');
  if (!isNumber || !sameHolder(holder.name, name)) return { said: 'other' };
  const isSource = holder.ispb !== undefined && holder.ispb === (await sourceBankOf(deps.db, row.userId));
  return { said: 'own', mac: row.numberMac ?? '', isSource };
}

/** Only the customer's own CPF pays in reais (P96), so this bank has an account of the customer's. */
async function sourceBankOf(db: D1Database, accountId: string): Promise<string | null> {
  const name = await findFirstPix(db, accountId);
  return name === null ? null : bankOfPix(name);
}

export function gatewayFor(gateways: PayoutGateways, details: PayoutDetails): PayoutGateway | null {
  return gateways.find(({ methods }) => methods.includes(details.method)) ?? null;
}
