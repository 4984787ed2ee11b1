// The cron's part of a withdrawal: what nobody confirmed goes back, what is over its holds goes on, what is ready is sent, and the bank is
// asked about what it has. `sending` is written before the gateway is called, by one run alone, and the gateway is called once: after that
// it is only asked. So a run that dies at any place has paid once, or has given back once.

import {
  askAgainStatement,
  claimQuestion,
  type DuePayout,
  payoutsToAsk,
  postponeStatement,
  readyPayouts,
  releaseStatement,
  sendingStatement,
  type SentPayout,
  unconfirmedSince,
} from '../db/withdrawals.ts';
import { arrivalDay } from '../domain/business-days.ts';
import type { WithdrawalReturn } from '../domain/withdrawal-mails.ts';
import { mulDiv } from '../domain/money.ts';
import {
  ASKED_PER_RUN,
  CONFIRM_WITHIN_MS,
  nextAskedAt,
  PAYOUT_TIMEOUT_MS,
  SENT_PER_RUN,
  UNHEARD_AFTER_MS,
} from '../domain/withdrawals.ts';
import { giveBack } from '../ledger/withdrawals.ts';
import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import { answerWithin } from './answer-within.ts';
import { deliverSoon } from './deliver-mail.ts';
import { openPayout } from './payout-details.ts';
import {
  type Payout,
  payoutGatewayNamed,
  type PayoutGateways,
  payoutGatewaysOf,
  type PayoutOrder,
} from './payout-gateway.ts';
import { type MoneyDeps, rateToExchangeAt } from './price-source.ts';
import { applyPayout } from './settle-withdrawal.ts';
import { returnedLetter } from './withdrawal-letters.ts';

export type WithdrawalsCounted = {
  /** Nobody pressed the link of the letter. */
  expired: number;
  /** Over their holds. */
  released: number;
  sent: number;
  asked: number;
  /** No rate, no gateway, or no answer: looked at again by a later run. */
  waiting: number;
};

type Sender = {
  readonly deps: MoneyDeps;
  readonly gateways: PayoutGateways;
  readonly open: typeof openPayout;
};

export async function sendWithdrawals(
  deps: MoneyDeps,
  gateways: PayoutGateways = payoutGatewaysOf(deps.env),
  open: typeof openPayout = openPayout,
): Promise<WithdrawalsCounted> {
  const sender = { deps, gateways, open };
  const expired = await expireUnconfirmed(deps);
  const [released] = await deps.db.batch([releaseStatement(deps.db, deps.now()), askAgainStatement(deps.db)]);
  const [sends, questions] = [await sendReady(sender), await askAbout(sender)];
  const done = [...sends, ...questions];
  return {
    expired,
    released: released?.meta.changes ?? 0,
    sent: sends.filter(Boolean).length,
    asked: questions.filter(Boolean).length,
    waiting: done.filter((one) => !one).length,
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
      const isSent = await orFailed(payout, send(sender, payout, rateE4));
      if (!isSent) await postponeStatement(deps.db, payout.id, deps.now()).run();
      return isSent;
    }),
  );
}

async function send(
  { deps, gateways, open }: Sender,
  due: DuePayout,
  rateE4: number | null,
): Promise<boolean> {
  const gateway = payoutGatewayNamed(gateways, due.gateway);
  const isInReais = due.method !== 'wire';
  if (gateway === null || (isInReais && rateE4 === null)) return false;
  const opened = await open(deps, due);
  if (opened === null) return false;
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
  if (meta.changes === 0) return false;
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
  if (answer === NO_ANSWER) return false;
  return (await applyPayout(deps, payout, answer)).ok;
}

/** True for each that the gateway said something about. */
async function askAbout(sender: Sender): Promise<boolean[]> {
  const { deps } = sender;
  const payouts = await payoutsToAsk(deps.db, deps.now(), ASKED_PER_RUN);
  return Promise.all(payouts.map((payout) => orFailed(payout, ask(sender, payout))));
}

async function ask({ deps, gateways }: Sender, payout: SentPayout): Promise<boolean> {
  const now = deps.now();
  const until = nextAskedAt(payout.sentAt ?? now, now);
  if (!(await claimQuestion(deps.db, payout.id, { now, until }))) return false;
  const gateway = payoutGatewayNamed(gateways, payout.gateway);
  if (gateway === null) return false;
  const answer = await answerOf(payout, gateway.findPayout(payout.id, now));
  if (answer === NO_ANSWER) return false;
  if (answer !== null) return (await applyPayout(deps, payout, answer)).ok;
  return neverHeardOf(deps, payout, now);
}

/**
 * The gateway has never heard of it, because the run that was to call it died before, or because the call never got there. After a while
 * no call can be under way any more, and it goes back; what the gateway had taken once does not.
 */
async function neverHeardOf(deps: MoneyDeps, payout: SentPayout, now: number): Promise<boolean> {
  if (payout.reference !== null) {
    log('payout-forgotten', payout);
    return false;
  }
  if (payout.sentAt === null || now - payout.sentAt < UNHEARD_AFTER_MS) return false;
  const how = { state: 'returned', initiator: 'gateway', failure: 'never-received', now } as const;
  const letter = letterBack(deps, payout, 'bank', now);
  const given = await giveBack(deps.db, payout.id, how, [letter]);
  tell(deps, payout);
  return given.ok;
}

const NO_ANSWER = Symbol('no answer');

/** Whatever the gateway does, it is waited for no longer than this. */
async function answerOf<T extends Payout | null>(
  payout: SentPayout,
  answer: Promise<T>,
): Promise<T | typeof NO_ANSWER> {
  try {
    return await answerWithin(PAYOUT_TIMEOUT_MS, answer);
  } catch (error) {
    log('payout-unanswered', payout, error);
    return NO_ANSWER;
  }
}

/** One that fails stops no other. */
async function orFailed(payout: SentPayout, work: Promise<boolean>): Promise<boolean> {
  try {
    return await work;
  } catch (error) {
    log('withdrawal-failed', payout, error);
    return false;
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

function log(event: string, { id, method, gateway }: SentPayout, error?: unknown): void {
  console.error(
    JSON.stringify({
      event,
      withdrawal: id,
      method,
      gateway,
      ...(error === undefined ? {} : { error: String(error) }),
    }),
  );
}
