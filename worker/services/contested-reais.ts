// A payment that the payer's bank asks for back, up to 80 days later, in the central bank's procedure for fraud (MED). What was credited
// is never undone by that alone: as long as it is contested it may be traded with and not be withdrawn, and what the bank took is decided
// by two operators (ledger/disputes.ts).

import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import { findBrlDeposit, type StoredBrlPayment } from '../db/brl-deposits.ts';
import { sha256Hex } from '../db/sha256.ts';
import { endRefund, noteContest } from '../ledger/pix.ts';
import type { PixReturn } from './payment-gateway.ts';
import type { MoneyDeps } from './price-source.ts';
import { contestLetter } from './reais-letters.ts';

const SAID = { pending: 'asked', returned: 'taken', failed: 'over' } as const;

/** False for what is known. */
export async function contestSaid(
  deps: MoneyDeps,
  payment: StoredBrlPayment,
  said: PixReturn,
): Promise<boolean> {
  const now = deps.now();
  if (payment.state !== 'credited') {
    // Not a customer's yet, or not any more: it is gone, and nobody lost it.
    if (said.outcome !== 'returned' || payment.state === 'refunded') return false;
    const requestHash = await sha256Hex(JSON.stringify(said));
    const moving = { operationId: deps.newId(), requestHash, now, alongside: [] };
    return (await endRefund(deps.db, payment, { ...moving, reason: payment.reason ?? 'contested' })).ok;
  }
  const deposit = payment.depositId === null ? null : await findBrlDeposit(deps.db, payment.depositId);
  if (deposit === null) throw new Error('what was credited has its deposit');
  const isOver = said.outcome === 'failed';
  // Of one contest there is one letter: that it was taken as well is for the operators, who then write.
  const isTold = !isOver && deposit.state === 'contested';
  const noted = await noteContest(deps.db, {
    stepId: deps.newId(),
    depositId: deposit.id,
    accountId: deposit.accountId,
    said: SAID[said.outcome],
    now,
    alongside: isTold ? [] : [contestLetter(deps, deposit, isOver, now)],
  });
  if (!noted.ok) return false;
  console.error(
    JSON.stringify({ event: 'deposit-contested', deposit: deposit.id, said: SAID[said.outcome] }),
  );
  deps.defer(deps.hub.notify(deposit.accountId, PORTFOLIO_CHANGED));
  return true;
}
