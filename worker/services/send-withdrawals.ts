// The cron's part of a withdrawal: what nobody confirmed goes back, what is over its holds goes on, what is ready is sent, and the bank is
// asked about what it has. `sending` is written before the gateway is called, by one run alone, and the gateway is called once: after that
// it is only asked. So a run that dies at any place has paid once, or has given back once.

import { openIdentity } from '../auth/identity-sealing.ts';
import { openPayout } from '../auth/payout-sealing.ts';
import { findIdentity } from '../db/identities.ts';
import { askAgainStatement, releaseStatement, type SentPayout } from '../db/withdrawals.ts';
import {
  claimQuestion,
  type DuePayout,
  paidToAskAgain,
  payoutsToAsk,
  postponeStatement,
  readyPayouts,
  refusedStatement,
  sendingStatement,
  unconfirmedSince,
  unknownStatement,
} from '../db/payouts-at-bank.ts';
import { arrivalDay } from '../domain/business-days.ts';
import type { WithdrawalReturn } from '../domain/withdrawal-mails.ts';
import { mulDiv } from '../domain/money.ts';
import {
  ASKED_AGAIN_PER_RUN,
  ASKED_PER_RUN,
  CONFIRM_WITHIN_MS,
  nextAskedAfterPaid,
  nextAskedAt,
  PAYOUT_TIMEOUT_MS,
  SENT_PER_RUN,
  UNHEARD_AFTER_MS,
  UNHEARD_AGAIN_AFTER_MS,
  type UnsentReason,
} from '../domain/withdrawals.ts';
import { giveBack } from '../ledger/withdrawals.ts';
import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import { answerWithin } from './answer-within.ts';
import { deliverSoon } from './deliver-mail.ts';
import { OrderRefusedError } from './order-refused.ts';
import { gatewayNamed } from './payment-gateway.ts';
import {
  type Payout,
  type PayoutGateways,
  payoutGatewaysOf,
  type PayoutOrder,
  type TakenOrder,
} from './payout-gateway.ts';
import { type MoneyDeps, rateToExchangeAt } from './price-source.ts';
import { applyPayout, orderedCents } from './settle-withdrawal.ts';
import { returnedLetter } from './withdrawal-letters.ts';
import { logLine } from '../telemetry/log.ts';

export type WithdrawalsCounted = {
  /** Nobody pressed the link of the letter. */
  expired: number;
  /** Over their holds. */
  released: number;
  sent: number;
  asked: number;
  /** No rate, no gateway, or no answer: looked at again by a later run. */
  waiting: number;
  /** Asked about after they were paid. */
  askedAgain: number;
};

type Sender = {
  readonly deps: MoneyDeps;
  readonly gateways: PayoutGateways;
  readonly open: typeof openDestination;
};

export async function sendWithdrawals(
  deps: MoneyDeps,
  gateways: PayoutGateways = payoutGatewaysOf(deps.env),
  open: typeof openDestination = openDestination,
): Promise<WithdrawalsCounted> {
  const sender = { deps, gateways, open };
  const expired = await expireUnconfirmed(deps);
  const now = deps.now();
  const [released] = await deps.db.batch([releaseStatement(deps.db, now), askAgainStatement(deps.db, now)]);
  const [sends, questions] = [await sendReady(sender), await askAbout(sender)];
  const askedAgain = await askAgain(sender);
  const done = [...sends, ...questions];
  return {
    expired,
    released: released?.meta.changes ?? 0,
    sent: sends.filter(Boolean).length,
    asked: questions.filter(Boolean).length,
    waiting: done.filter((one) => !one).length,
    askedAgain,
  };
}

async function expireUnconfirmed(deps: MoneyDeps): Promise<number> {
  const now = deps.now();
  const late = await unconfirmedSince(deps.db, now - CONFIRM_WITHIN_MS, SENT_PER_RUN);
  let expired = 0;
  for (const payout of late) {
    const how = { state: 'cancelled', initiator: 'house', failure: 'unconfirmed', now } as const;
    const letter = letterBack(deps, payout, 'unconfirmed', now);
    const given = await giveBack(deps.db, payout.id, how, [letter]);
    if (given.ok) expired += 1;
    tell(deps, payout);
  }
  return expired;
}

/** At once, because a bank that is slow keeps only its own payments waiting. True for each that was handed over. */
async function sendReady(sender: Sender): Promise<boolean[]> {
  const { deps } = sender;
  const due = await readyPayouts(deps.db, deps.now(), SENT_PER_RUN);
  if (due.length === 0) return [];
  const rate = due.some(({ method }) => method !== 'wire') ? await rateToExchangeAt(deps) : null;
  const rateE4 = rate?.rateE4 ?? null;
  return Promise.all(
    due.map(async (payout) => {
      const sent: boolean | UnsentReason = await orFailed(
        payout,
        send(sender, payout, rateE4),
        'error' as const,
      );
      if (typeof sent === 'boolean') return sent;
      const { meta } = await postponeStatement(deps.db, payout.id, { because: sent, now: deps.now() }).run();
      // Once for each reason: an alert tells operators of what lasts.
      if (meta.changes === 1 && payout.unsentBecause !== sent)
        log('withdrawal-unsent', payout, { because: sent });
      return false;
    }),
  );
}

/** Whether it was handed over, and what came of it is booked; or why it could not be. */
async function send(
  { deps, gateways, open }: Sender,
  due: DuePayout,
  rateE4: number | null,
): Promise<boolean | UnsentReason> {
  const gateway = gatewayNamed(gateways, due.gateway);
  const isInReais = due.method !== 'wire';
  if (gateway === null) return 'gateway';
  if (isInReais && rateE4 === null) return 'rate';
  const opened = await open(deps, due);
  if (opened === null) return 'details';
  const now = deps.now();
  const netCents = due.amountCents - due.feeCents;
  const rate = isInReais ? rateE4 : null;
  const brlCents = rate === null ? null : mulDiv(netCents, rate, 10_000, 'down');
  const { meta } = await sendingStatement(deps.db, due.id, {
    brlCents,
    rateE4: rate,
    expectedOn: arrivalDay(due.method, now),
    askedAt: nextAskedAt(now, now),
    now,
  }).run();
  // Cancelled, stopped or sent meanwhile; otherwise something holds it that the question above did not see.
  if (meta.changes === 0) return 'error';
  tell(deps, due);
  const payout: SentPayout = { ...due, state: 'sending', brlCents, rateE4: rate, sentAt: now };
  const order: PayoutOrder = {
    key: payout.id,
    cents: brlCents ?? netCents,
    currency: isInReais ? 'brl' : 'usd',
    amountCents: payout.amountCents,
    ...opened,
    now,
  };
  const answer = await answerOf(payout, gateway.createPayout(order));
  if (answer instanceof OrderRefusedError) {
    await refusedStatement(deps.db, payout.id, answer.code).run();
    return false;
  }
  if (answer === NO_ANSWER) return false;
  return (await applyPayout(deps, payout, answer)).ok;
}

/** Where it goes and who owns that, opened for the moment in which the gateway is told. Null where it does not open: such a one waits. */
async function openDestination(
  { db, env }: Pick<MoneyDeps, 'db' | 'env'>,
  { accountId, sealedDetails }: DuePayout,
): Promise<Pick<PayoutOrder, 'to' | 'holder'> | null> {
  if (sealedDetails === null) return null;
  const [details, identity] = await Promise.all([
    openPayout(env.PAYOUT_KEY, accountId, sealedDetails),
    findIdentity(db, accountId),
  ]);
  if (details === null || identity === null || identity.sealed === null) return null;
  const owner = await openIdentity(env.PASSWORD_PEPPER, accountId, identity.sealed);
  return owner === null ? null : { to: details, holder: { number: owner.number, name: owner.fullName } };
}

/** True for each that the gateway said something about. */
async function askAbout(sender: Sender): Promise<boolean[]> {
  const { deps } = sender;
  const payouts = await payoutsToAsk(deps.db, deps.now(), ASKED_PER_RUN);
  return Promise.all(payouts.map((payout) => orFailed(payout, ask(sender, payout), false)));
}

/** What was paid may have been sent back by the receiver's bank since. How many the gateway said something about. */
async function askAgain(sender: Sender): Promise<number> {
  const { deps } = sender;
  const payouts = await paidToAskAgain(deps.db, deps.now(), ASKED_AGAIN_PER_RUN);
  const asked = await Promise.all(payouts.map((payout) => orFailed(payout, ask(sender, payout), false)));
  return asked.filter(Boolean).length;
}

async function ask({ deps, gateways }: Sender, payout: SentPayout): Promise<boolean> {
  const now = deps.now();
  const until =
    payout.state === 'paid'
      ? nextAskedAfterPaid(payout.settledAt ?? now, now)
      : nextAskedAt(payout.sentAt ?? now, now);
  if (!(await claimQuestion(deps.db, payout, { now, until }))) return false;
  const gateway = gatewayNamed(gateways, payout.gateway);
  if (gateway === null) {
    log('payout-gateway-gone', payout);
    return false;
  }
  const answer = await answerOf(payout, gateway.findPayout(payout.id, now, takenOf(payout)));
  if (answer === NO_ANSWER || answer instanceof OrderRefusedError) return false;
  if (answer !== null) return (await applyPayout(deps, payout, answer)).ok;
  return neverHeardOf(deps, payout, now);
}

/** What the gateway has given a name to; of anything else nobody knows whether it took it. */
function takenOf(payout: SentPayout): TakenOrder | undefined {
  const { reference, sentAt: takenAt, amountCents } = payout;
  const cents = orderedCents(payout);
  return reference === null || takenAt === null || cents === null
    ? undefined
    : { cents, amountCents, takenAt };
}

/**
 * The gateway has never heard of it, because the run that was to call it died before, or because the call never got there. After a while
 * no call can be under way any more, and it goes back once the gateway has said so twice. What the gateway had taken once does not, nor
 * what it would not take for a reason of the house's.
 */
async function neverHeardOf(deps: MoneyDeps, payout: SentPayout, now: number): Promise<boolean> {
  // What was paid is not undone by a gateway that keeps its payments for a while.
  if (payout.state !== 'sending') return false;
  if (payout.reference !== null || payout.refused !== null) {
    log('payout-forgotten', payout);
    return false;
  }
  if (payout.unknownAt === null) await unknownStatement(deps.db, payout.id, now).run();
  const firstAt = payout.unknownAt ?? now;
  if (payout.sentAt === null || now - payout.sentAt < UNHEARD_AFTER_MS) return false;
  if (now - firstAt < UNHEARD_AGAIN_AFTER_MS) return false;
  const how = { state: 'returned', initiator: 'gateway', failure: 'never-received', now } as const;
  const letter = letterBack(deps, payout, 'unreached', now);
  const given = await giveBack(deps.db, payout.id, how, [letter]);
  tell(deps, payout);
  return given.ok;
}

const NO_ANSWER = Symbol('no answer');

/** Whatever the gateway does, it is waited for no longer than this. */
async function answerOf<T extends Payout | null>(
  payout: SentPayout,
  answer: Promise<T>,
): Promise<T | OrderRefusedError | typeof NO_ANSWER> {
  try {
    return await answerWithin(PAYOUT_TIMEOUT_MS, answer);
  } catch (error) {
    if (error instanceof OrderRefusedError) {
      log('payout-refused', payout, { code: error.code });
      return error;
    }
    log('payout-unanswered', payout, { error: String(error) });
    return NO_ANSWER;
  }
}

/** One that fails stops no other. */
async function orFailed<T, F>(payout: SentPayout, work: Promise<T>, failed: F): Promise<T | F> {
  try {
    return await work;
  } catch (error) {
    log('withdrawal-failed', payout, { error: String(error) });
    return failed;
  }
}

function letterBack(
  deps: MoneyDeps,
  payout: SentPayout,
  because: WithdrawalReturn,
  now: number,
): D1PreparedStatement {
  return returnedLetter(deps, payout, { cents: payout.amountCents, because, now });
}

function tell(deps: MoneyDeps, { accountId }: SentPayout): void {
  deps.defer(deps.hub.notify(accountId, PORTFOLIO_CHANGED));
  deliverSoon(deps);
}

function log(
  event: string,
  { id, method, gateway }: SentPayout,
  more: Readonly<Record<string, string>> = {},
): void {
  logLine('error', event, { withdrawal: id, method, gateway, ...more });
}
