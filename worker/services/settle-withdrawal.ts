// What became of a payment out, whoever says it: the gateway's answer, its answer to a question, or its signed callback. Each end is
// applied once. Duplicates are acknowledged, contradictions are logged and the first stands, but for a payment that comes back after it
// was paid, which is a movement of its own.

import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import type { Refusal } from '../contract/problems.ts';
import { sha256Hex } from '../db/sha256.ts';
import { findPayout, type SentPayout } from '../db/withdrawals.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { type EndRefusal, giveBack, noteReference, payOut, returnPaid } from '../ledger/withdrawals.ts';
import { deliverSoon } from './deliver-mail.ts';
import { genuineGateway, type SignedCallback } from './payment-gateway.ts';
import type { Payout, PayoutGateways } from './payout-gateway.ts';
import type { CallbackAnswer, CallbackRefusal, SettlingDeps } from './settle-deposit.ts';
import { paidLetter, returnedLetter } from './withdrawal-letters.ts';

/** What is sent, in the currency of the order. */
export const orderedCents = ({ method, amountCents, feeCents, brlCents }: SentPayout): number | null =>
  method === 'wire' ? amountCents - feeCents : brlCents;

export type PayoutCallbackRefusal = CallbackRefusal | Refusal<'Unavailable'>;

/** A callback may tell of several; the first that is refused refuses it, and sent again it finds the others applied. */
export async function receivePayoutCallback(
  deps: SettlingDeps,
  gateways: PayoutGateways,
  gatewayName: string,
  callback: SignedCallback,
): Promise<Result<CallbackAnswer, PayoutCallbackRefusal>> {
  const genuine = await genuineGateway(gateways, gatewayName, callback, deps.now());
  if (!genuine.ok) return genuine;
  const events = genuine.value.readCallback(callback.body);
  if (events === null)
    return err({ code: 'ValidationFailed', detail: 'This is not an event of a payment out.' });
  let applied = false;
  for (const event of events) {
    const payout = await findPayout(deps.db, event.key);
    if (payout === null || payout.gateway !== gatewayName) return err({ code: 'NotFound' });
    const answer = await applyPayout(deps, payout, event);
    if (!answer.ok) return answer;
    applied ||= answer.value.applied;
  }
  return ok({ received: true, applied });
}

/** How often it is looked at again that another was first; each of them has moved the withdrawal on. */
const TRIES = 4;

/** What is said of a payment, by whichever way. */
export type Said = Pick<Payout, 'reference' | 'outcome' | 'sentCents'> & {
  readonly failure?: string | undefined;
};

/** `applied` is false for what was decided before. */
export async function applyPayout(
  deps: SettlingDeps,
  payout: SentPayout,
  said: Said,
): Promise<Result<CallbackAnswer, Refusal<'ValidationFailed' | 'Unavailable'>>> {
  if (payout.sentAt === null || said.sentCents !== orderedCents(payout)) {
    noteOdd('payout-mismatch', payout, { said: said.outcome, sent: said.sentCents });
    return err({ code: 'ValidationFailed', detail: 'This is not what was sent.' });
  }
  for (let now: SentPayout | null = payout, tries = 0; now !== null && tries < TRIES; tries += 1) {
    if (now.reference !== null && now.reference !== said.reference) {
      noteOdd('payout-reference-mismatch', now, { said: said.outcome });
      return err({ code: 'ValidationFailed', detail: 'This withdrawal has another reference.' });
    }
    const applied = await applyOnce(deps, now, said);
    if (applied === null) return ok({ received: true, applied: false });
    if (applied.ok) {
      if (said.outcome !== 'pending') {
        deps.defer(deps.hub.notify(now.accountId, PORTFOLIO_CHANGED));
        deliverSoon(deps);
      }
      return ok({ received: true, applied: true });
    }
    if (applied.error === 'ReferenceTaken') {
      noteOdd('payout-reference-taken', now, { said: said.outcome });
      return err({ code: 'ValidationFailed', detail: 'This reference is of another withdrawal.' });
    }
    now = await findPayout(deps.db, payout.id);
  }
  return err({ code: 'Unavailable', retryAfterSeconds: 1 });
}

/** Null: there is nothing to do. */
async function applyOnce(
  deps: SettlingDeps,
  payout: SentPayout,
  { reference, outcome, failure }: Said,
): Promise<Result<void, EndRefusal> | null> {
  const { db } = deps;
  const now = deps.now();
  const requestHash = await sha256Hex([payout.id, reference, outcome].join('\n'));
  const why = failure?.slice(0, 200) ?? null;
  if (payout.state === 'sending') {
    switch (outcome) {
      case 'pending':
        return payout.reference === null ? noteReference(db, payout.id, reference) : null;
      case 'paid':
        return payOut(db, payout, { reference, requestHash, now }, [paidLetter(deps, payout, now)]);
      case 'returned':
        return giveBack(
          db,
          payout.id,
          { state: 'returned', initiator: 'gateway', failure: why, reference, now },
          [returnedLetter(deps, payout, { cents: payout.amountCents, because: 'bank', now })],
        );
    }
  }
  if (payout.state === 'paid' && outcome === 'returned' && payout.returnId === null) {
    const returned = { transactionId: deps.newId(), requestHash, failure: why, now };
    const { transactionId } = returned;
    const letter = {
      cents: payout.amountCents - payout.feeCents,
      because: 'bank',
      transactionId,
      now,
    } as const;
    return returnPaid(db, payout, returned, [returnedLetter(deps, payout, letter)]);
  }
  const isAsKnown =
    outcome === 'pending' || outcome === payout.state || (outcome === 'returned' && payout.returnId !== null);
  if (!isAsKnown) noteOdd('payout-contradiction', payout, { said: outcome });
  return null;
}

function noteOdd(event: string, { id, state }: SentPayout, more: Readonly<Record<string, unknown>>): void {
  console.error(JSON.stringify({ event, withdrawal: id, is: state, ...more }));
}
