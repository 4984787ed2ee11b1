// Whose an account is: the bank's answer beside who the customer is, number by its MAC and name by its first and last word (P92).

import { numberMacs, openIdentity } from '../auth/identity-sealing.ts';
import type { IdentityRow } from '../db/identities.ts';
import { PAYOUT_LEVEL, type PayoutDetails, sameHolder } from '../domain/payout-accounts.ts';
import { answerWithin } from './answer-within.ts';
import type { Deps } from './deps.ts';
import type { Holder, PayoutGateway, PayoutGateways } from './payout-gateway.ts';

const LOOK_UP_TIMEOUT_MS = 10_000;

type LookUpDeps = Pick<Deps, 'env'>;

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
  /** The customer's own; the MAC of the number that is its holder's too. */
  | { readonly said: 'own'; readonly mac: string }
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
    console.error(JSON.stringify({ event: 'payout-look-up-unreachable', error: String(error) }));
    return { said: 'nothing' };
  }
  if (holder.found !== 'holder') return { said: holder.found === 'unknown' ? 'unknown' : 'none' };
  const { kind, country } = row;
  const macs = numberMacs(deps.env.PASSWORD_PEPPER, { kind, country, number: holder.number });
  const isNumber = [macs.newest, ...macs.older].includes(row.numberMac ?? '');
  return isNumber && sameHolder(holder.name, name)
    ? { said: 'own', mac: row.numberMac ?? '' }
    : { said: 'other' };
}

export function gatewayFor(gateways: PayoutGateways, details: PayoutDetails): PayoutGateway | null {
  return gateways.find(({ methods }) => methods.includes(details.method)) ?? null;
}
