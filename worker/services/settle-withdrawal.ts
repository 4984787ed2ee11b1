// What became of a payment out, whoever says it: the gateway's answer, its answer to a question, or its signed callback. Each end is
// applied once. Duplicates are acknowledged, contradictions are kept for operators and the first stands, but for a payment that comes back
// after it was paid, which is a movement of its own.

import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import type { Refusal } from '../contract/problems.ts';
import { keepContradiction } from '../db/payout-contradictions.ts';
import { sha256Hex } from '../db/sha256.ts';
import { findPayout, type SentPayout } from '../db/withdrawals.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { ContradictionKind } from '../domain/withdrawals.ts';
import { payOut, returnPaid } from '../ledger/payouts.ts';
import { type EndRefusal, giveBack, noteReference } from '../ledger/withdrawals.ts';
import { answerWithin } from './answer-within.ts';
import { deliverSoon } from './deliver-mail.ts';
import { genuineGateway, type SignedCallback } from './payment-gateway.ts';
import type { Payout, PayoutGateway, PayoutGateways, PayoutNotice } from './payout-gateway.ts';
import type { CallbackAnswer, CallbackRefusal, SettlingDeps } from './settle-deposit.ts';
import { cameBackLetter, paidLetter, returnedLetter } from './withdrawal-letters.ts';
import { logLine } from '../telemetry/log.ts';

/** What is sent, in the currency of the order. */
export const orderedCents = ({ method, amountCents, feeCents, brlCents }: SentPayout): number | null =>
  method === 'wire' ? amountCents - feeCents : brlCents;

export type PayoutCallbackRefusal = CallbackRefusal | Refusal<'Unavailable'>;

/** A bank waits a minute for the answer to a callback. */
const ASKED_WITHIN_MS = 30_000;

/**
 * A callback may tell of several. What names no withdrawal of this gateway's is passed over, because it would stand in the way of the
 * others for ever; the first that is refused refuses it once all are applied, and sent again it finds those as they are.
 */
export async function receivePayoutCallback(
  deps: SettlingDeps,
  gateways: PayoutGateways,
  gatewayName: string,
  callback: SignedCallback,
): Promise<Result<CallbackAnswer, PayoutCallbackRefusal>> {
  const genuine = await genuineGateway(gateways, gatewayName, callback, deps.now());
  if (!genuine.ok) return genuine;
  const gateway = genuine.value;
  const notices = gateway.readCallback(callback.body);
  if (notices === null)
    return err({ code: 'ValidationFailed', detail: 'This is not an event of a payment out.' });
  const answers = await Promise.all(notices.map((notice) => hear(deps, gateway, notice)));
  const refused = answers.find((answer) => !answer.ok);
  if (refused !== undefined && !refused.ok) return refused;
  return ok({ received: true, applied: answers.some((answer) => answer.ok && answer.value.applied) });
}

async function hear(
  deps: SettlingDeps,
  gateway: PayoutGateway,
  { key, said, failure }: PayoutNotice,
): Promise<Result<CallbackAnswer, Refusal<'ValidationFailed' | 'Unavailable'>>> {
  const payout = await findPayout(deps.db, key);
  if (payout === null || payout.gateway !== gateway.name) {
    logLine('error', 'payout-of-nobody', { gateway: gateway.name, key });
    return ok({ received: true, applied: false });
  }
  if (said !== null) return applyPayout(deps, payout, said);
  // Over our own connection: what stands in the callback is nobody's word.
  let answer: Payout | null;
  try {
    answer = await answerWithin(ASKED_WITHIN_MS, gateway.findPayout(key, deps.now()));
  } catch (error) {
    noteOdd('callback-unconfirmed', payout, { error: String(error) });
    return err({ code: 'Unavailable', retryAfterSeconds: 60 });
  }
  if (answer === null) return ok({ received: true, applied: false });
  return applyPayout(deps, payout, {
    ...answer,
    ...(answer.outcome === 'returned' && failure !== undefined && { failure }),
  });
}

/** How often it is looked at again that another was first; each of them has moved the withdrawal on. */
const TRIES = 4;

/** What is said of a payment, by whichever way. */
export type Said = Pick<Payout, 'reference' | 'outcome' | 'sentCents' | 'partBackCents'> & {
  readonly failure?: string | undefined;
};

/** `applied` is false for what was decided before. */
export async function applyPayout(
  deps: SettlingDeps,
  payout: SentPayout,
  said: Said,
): Promise<Result<CallbackAnswer, Refusal<'ValidationFailed' | 'Unavailable'>>> {
  if (payout.sentAt === null || said.sentCents !== orderedCents(payout)) {
    await keep(deps, payout, 'amount', said);
    return err({ code: 'ValidationFailed', detail: 'This is not what was sent.' });
  }
  for (let now: SentPayout | null = payout, tries = 0; now !== null && tries < TRIES; tries += 1) {
    if (!isItsReference(now, said)) {
      await keep(deps, now, 'reference', said);
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
      await keep(deps, now, 'taken', said);
      return err({ code: 'ValidationFailed', detail: 'This reference is of another withdrawal.' });
    }
    now = await findPayout(deps.db, payout.id);
  }
  return err({ code: 'Unavailable', retryAfterSeconds: 1 });
}

/** What was not made may have no name: then the gateway says the key. */
const isItsReference = ({ id, reference }: SentPayout, said: Said): boolean =>
  reference === null ||
  reference === said.reference ||
  (said.outcome === 'returned' && said.reference === id);

/** Null: there is nothing to do. */
async function applyOnce(
  deps: SettlingDeps,
  payout: SentPayout,
  said: Said,
): Promise<Result<void, EndRefusal> | null> {
  const { db } = deps;
  const { reference, outcome, failure } = said;
  const now = deps.now();
  const requestHash = await sha256Hex([payout.id, reference, outcome].join('\n'));
  const why = failure?.slice(0, 200) ?? null;
  if (payout.state === 'sending') {
    switch (outcome) {
      case 'pending':
        return payout.reference === null ? noteReference(db, payout.id, reference) : null;
      case 'paid':
        return payOut(db, payout, { initiator: 'gateway', reference, requestHash, now }, [
          paidLetter(deps, payout, now),
        ]);
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
    const transactionId = deps.newId();
    const returned = { initiator: 'gateway', transactionId, requestHash, failure: why, now } as const;
    return returnPaid(db, payout, returned, [cameBackLetter(deps, payout, { transactionId, now })]);
  }
  const isAsKnown =
    outcome === 'pending' || outcome === payout.state || (outcome === 'returned' && payout.returnId !== null);
  if (!isAsKnown) await keep(deps, payout, 'outcome', said);
  const { partBackCents = 0 } = said;
  if (partBackCents > 0) await keep(deps, payout, 'part', { ...said, sentCents: partBackCents });
  return null;
}

/** Nothing is booked for it: it is kept, and operators are told until one has recorded what was done. */
async function keep(
  { db, newId, now }: SettlingDeps,
  payout: SentPayout,
  kind: ContradictionKind,
  said: Said,
): Promise<void> {
  noteOdd(EVENTS[kind], payout, { said: said.outcome });
  await keepContradiction(db, { id: newId(), kind, payout, said, now: now() });
}

const EVENTS: Readonly<Record<ContradictionKind, string>> = {
  amount: 'payout-mismatch',
  reference: 'payout-reference-mismatch',
  taken: 'payout-reference-taken',
  outcome: 'payout-contradiction',
  part: 'payout-came-back-in-part',
};

function noteOdd(event: string, { id, state }: SentPayout, more: Readonly<Record<string, unknown>>): void {
  logLine('error', event, { withdrawal: id, is: state, ...more });
}
