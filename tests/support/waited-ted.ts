// A TED that arrived while nobody knew a rate, and was credited when somebody did.

import { creditWaiting } from '../../worker/ledger/pix.ts';
import { bookArrival } from '../../worker/ledger/reais.ts';

/** Its name at the bank. */
export const WAITED_TED = 'TED-waited';

export async function waitedTed(
  db: D1Database,
  ted: {
    readonly accountId: string;
    readonly at: number;
    readonly brlCents: number;
    readonly usdCents: number;
  },
): Promise<void> {
  const { accountId, at, brlCents, usdCents } = ted;
  const name = { gateway: 'sandbox', id: WAITED_TED };
  const [requestHash, now] = ['0'.repeat(64), at];
  await bookArrival(
    db,
    { ...name, method: 'ted', brlCents, payerMac: null, paidAt: at },
    {
      operationId: 'arrived',
      requestHash,
      state: 'waiting',
      accountId,
      depositId: null,
      reason: null,
      now,
      alongside: [],
    },
  );
  const credited = await creditWaiting(
    db,
    name,
    {
      id: 'ted-deposit',
      accountId,
      method: 'ted',
      gateway: 'sandbox',
      usdCents,
      exchangeBrlCents: brlCents,
      spreadBrlCents: 0,
      iofBrlCents: 0,
      brlCents,
      spreadBasisPoints: 0,
      iofBasisPoints: 0,
      rateE4: Math.round((brlCents * 10_000) / usdCents),
      rateAt: at,
      rateSource: 'test',
      tariffId: null,
      paidAt: at,
      now,
    },
    {
      operationId: 'reserved',
      movingId: 'moved',
      settlementId: 'settled',
      accountId,
      requestHash,
      gateway: 'sandbox',
      now,
      limits: [],
      alongside: [],
    },
  );
  if (!credited.ok) throw new Error(credited.error);
}
