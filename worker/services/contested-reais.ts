// A payment that the payer's bank asks for back, up to 80 days later, in the central bank's procedure for fraud (MED). What was credited
// is never undone by that alone: as long as it is contested it may be traded with and not be withdrawn, and what the bank took, all of it
// or a part, is decided by two operators (ledger/disputes.ts).

import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import { findBrlDeposit, type StoredBrlPayment } from '../db/brl-deposits.ts';
import { recordedCents } from '../db/disputes.ts';
import { sha256Hex } from '../db/sha256.ts';
import { noteContest } from '../ledger/pix.ts';
import { endRefund } from '../ledger/reais.ts';
import type { PixReturn } from './payment-gateway.ts';
import type { MoneyDeps } from './price-source.ts';
import { contestLetter } from './reais-letters.ts';
import { logLine } from '../telemetry/log.ts';

const SAID = { pending: 'asked', returned: 'taken', failed: 'over' } as const;

/** What the payer's bank took of a payment, up to now. */
export const takenByBank = (returns: readonly PixReturn[]): number =>
  returns.reduce(
    (cents, { by, outcome, brlCents }) =>
      by === 'contest' && outcome === 'returned' ? cents + brlCents : cents,
    0,
  );

/** False for what is known. `takenBrlCents`: of all returns that the bank names. */
export async function contestSaid(
  deps: MoneyDeps,
  payment: StoredBrlPayment,
  said: PixReturn,
  takenBrlCents: number,
): Promise<boolean> {
  const now = deps.now();
  if (payment.state !== 'credited') {
    // Not a customer's yet, or not any more: where all of it is gone, nobody lost it. Of a part the bank's file shows what is missing.
    if (said.outcome !== 'returned' || payment.state === 'refunded') return false;
    if (takenBrlCents < payment.brlCents) {
      logLine('error', 'pix-taken-in-part', { payment: payment.id });
      return false;
    }
    const requestHash = await sha256Hex(JSON.stringify(said));
    const moving = { operationId: deps.newId(), requestHash, now, alongside: [] };
    return (await endRefund(deps.db, payment, { ...moving, reason: payment.reason ?? 'contested' })).ok;
  }
  const deposit = payment.depositId === null ? null : await findBrlDeposit(deps.db, payment.depositId);
  if (deposit === null) throw new Error('what was credited has its deposit');
  const isOver = said.outcome === 'failed';
  // Of one contest there is one letter: that it was taken as well is for the operators, who then write, or have written.
  const isTold =
    !isOver &&
    (deposit.state === 'contested' ||
      (said.outcome === 'returned' && (await recordedCents(deps.db, deposit.id)) >= takenBrlCents));
  const noted = await noteContest(deps.db, {
    stepId: deps.newId(),
    depositId: deposit.id,
    said: SAID[said.outcome],
    takenBrlCents,
    now,
    alongside: isTold ? [] : [contestLetter(deps, deposit, isOver, now)],
  });
  if (!noted.ok) return false;
  logLine('error', 'deposit-contested', { deposit: deposit.id, said: SAID[said.outcome] });
  deps.defer(deps.hub.notify(deposit.accountId, PORTFOLIO_CHANGED));
  return true;
}
