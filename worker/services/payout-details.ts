// Where a withdrawal goes and who owns it, opened for the one moment in which the gateway is told.

import { openIdentity } from '../auth/identity-sealing.ts';
import { openPayout as openDetails } from '../auth/payout-sealing.ts';
import { findIdentity } from '../db/identities.ts';
import type { DuePayout } from '../db/withdrawals.ts';
import type { Deps } from './deps.ts';
import type { PayoutOrder } from './payout-gateway.ts';

/** Null where it does not open: such a one waits, and is not sent. */
export async function openPayout(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  { accountId, sealedDetails }: DuePayout,
): Promise<Pick<PayoutOrder, 'to' | 'holder'> | null> {
  if (sealedDetails === null) return null;
  const [details, identity] = await Promise.all([
    openDetails(env.PAYOUT_KEY, accountId, sealedDetails),
    findIdentity(db, accountId),
  ]);
  if (details === null || identity === null || identity.sealed === null) return null;
  const owner = await openIdentity(env.PASSWORD_PEPPER, accountId, identity.sealed);
  if (owner === null) return null;
  return { to: details, holder: { number: owner.number, name: owner.fullName } };
}
