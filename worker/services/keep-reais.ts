// What the cron does about reais: refunds that are not confirmed, money that waits for a rate, charges that nobody paid in time, and what
// no callback told of.

import { findOverdueCharges, findPaymentsToTry, type StoredBrlDeposit } from '../db/brl-deposits.ts';
import { CHARGE_GRACE_MS } from '../domain/pix.ts';
import { DAY_MS, HOUR_MS } from '../domain/time.ts';
import { expireCharge } from '../ledger/pix.ts';
import { answerWithin } from './answer-within.ts';
import { deliverSoon } from './deliver-mail.ts';
import {
  GATEWAY_TIMEOUT_MS,
  gatewayNamed,
  gatewaysOf,
  type Gateways,
  type PixCharges,
} from './payment-gateway.ts';
import type { MoneyDeps } from './price-source.ts';
import { takePix } from './receive-reais.ts';
import { creditTed } from './receive-teds.ts';
import { sendRefunds, type Tried, tryLater } from './refund-reais.ts';
import { logLine } from '../telemetry/log.ts';

const TAKEN_PER_RUN = 50;

export async function keepReais(
  deps: MoneyDeps,
  gateways: Gateways = gatewaysOf(deps.env),
): Promise<{
  readonly refunds: Tried;
  readonly waiting: Tried;
  readonly overdue: Tried;
  readonly listed: Tried;
}> {
  const refunds = await sendRefunds(deps, gateways);
  const waiting = await creditWaitingPayments(deps);
  const overdue = await endOverdueCharges(deps, gateways);
  const listed = await readLists(deps, gateways);
  deliverSoon(deps);
  return { refunds, waiting, overdue, listed };
}

async function creditWaitingPayments(deps: MoneyDeps): Promise<Tried> {
  const due = await findPaymentsToTry(deps.db, 'waiting', deps.now(), TAKEN_PER_RUN);
  let ended = 0;
  for (const payment of due) {
    if (await creditTed(deps, payment)) ended += 1;
    else await tryLater(deps, payment);
  }
  return { found: due.length, ended };
}

/**
 * Charges that nobody paid in time. The bank is asked first, because a payment in time is taken also where its callback is late; one that
 * does not answer leaves them open.
 */
async function endOverdueCharges(deps: MoneyDeps, gateways: Gateways): Promise<Tried> {
  const overdue = await findOverdueCharges(deps.db, deps.now() - CHARGE_GRACE_MS, TAKEN_PER_RUN);
  let ended = 0;
  const silent = new Set<string>();
  for (const charge of overdue) {
    // One that does not answer is not asked again in this run: the others wait for nothing.
    if (silent.has(charge.gateway)) continue;
    if (!(await wasAsked(deps, charge, gateways))) {
      silent.add(charge.gateway);
      continue;
    }
    // A payment that was just taken has ended the charge.
    if ((await expireCharge(deps.db, charge.id, deps.now())).ok) ended += 1;
  }
  return { found: overdue.length, ended };
}

async function wasAsked(deps: MoneyDeps, charge: StoredBrlDeposit, gateways: Gateways): Promise<boolean> {
  const pix = gatewayNamed(gateways, charge.gateway)?.pix;
  if (pix === undefined || charge.txid === null) return false;
  try {
    const found = await answerWithin(GATEWAY_TIMEOUT_MS, pix.findCharge(charge.txid, deps.now()));
    for (const payment of found?.paid ?? []) await takePix(deps, charge.gateway, payment);
    return true;
  } catch (error) {
    logLine('error', 'gateway-unreachable', { deposit: charge.id, error: String(error) });
    return false;
  }
}

/** The minute of each hour, and the hour of the day (UTC), in which the banks' lists are read. */
const LISTED_AT_MINUTE = 37;
const CONTESTS_LISTED_AT_HOUR = 4;
/** A day, and the hours that a bank may be out of reach. */
const LISTED_MS = 30 * HOUR_MS;
/** A payer's bank may contest for 80 days, and takes some to decide. */
const CONTESTS_LISTED_MS = 100 * DAY_MS;
const LIST_PAGES_MAX = 100;

/**
 * Each hour what reached the bank in the last day, and each day what goes back of the last hundred, whoever told of it: a callback may be
 * lost, and a payment that nobody asked for is found nowhere else.
 */
async function readLists(deps: MoneyDeps, gateways: Gateways): Promise<Tried> {
  const to = deps.now();
  const at = new Date(to);
  const counted = { found: 0, ended: 0 };
  if (at.getUTCMinutes() !== LISTED_AT_MINUTE) return counted;
  const isContestsHour = at.getUTCHours() === CONTESTS_LISTED_AT_HOUR;
  for (const { name, pix } of gateways) {
    if (pix?.listReceived === undefined) continue;
    try {
      await readList(deps, name, pix.listReceived, { from: to - LISTED_MS, to, isGoingBack: false }, counted);
      if (isContestsHour) {
        const of = { from: to - CONTESTS_LISTED_MS, to, isGoingBack: true };
        await readList(deps, name, pix.listReceived, of, counted);
      }
    } catch (error) {
      logLine('error', 'gateway-unreachable', { gateway: name, error: String(error) });
    }
  }
  return counted;
}

async function readList(
  deps: MoneyDeps,
  gateway: string,
  listReceived: NonNullable<PixCharges['listReceived']>,
  of: Parameters<typeof listReceived>[0],
  counted: { found: number; ended: number },
): Promise<void> {
  for (let page = 0; page < LIST_PAGES_MAX; page += 1) {
    const payments = await answerWithin(GATEWAY_TIMEOUT_MS, listReceived(of, page));
    if (payments === null) return;
    for (const payment of payments) {
      counted.found += 1;
      if (await takePix(deps, gateway, payment)) counted.ended += 1;
    }
  }
  logLine('error', 'payments-not-all-listed', { gateway, ...of });
}
