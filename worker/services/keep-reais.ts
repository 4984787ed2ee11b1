// What the cron does about reais: refunds that are not confirmed, money that waits for a rate, and charges that nobody paid in time.

import { findOverdueCharges, findPaymentsToTry, type StoredBrlDeposit } from '../db/brl-deposits.ts';
import { CHARGE_GRACE_MS } from '../domain/pix.ts';
import { expireCharge } from '../ledger/pix.ts';
import { answerWithin } from './answer-within.ts';
import { deliverSoon } from './deliver-mail.ts';
import { GATEWAY_TIMEOUT_MS, gatewayNamed, gatewaysOf, type Gateways } from './payment-gateway.ts';
import type { MoneyDeps } from './price-source.ts';
import { creditTed, takePix } from './receive-reais.ts';
import { sendRefunds, type Tried, tryLater } from './refund-reais.ts';

const TAKEN_PER_RUN = 50;

export async function keepReais(
  deps: MoneyDeps,
  gateways: Gateways = gatewaysOf(deps.env),
): Promise<{ readonly refunds: Tried; readonly waiting: Tried; readonly overdue: Tried }> {
  const waiting = await creditWaitingPayments(deps);
  const overdue = await endOverdueCharges(deps, gateways);
  const refunds = await sendRefunds(deps, gateways);
  deliverSoon(deps);
  return { refunds, waiting, overdue };
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
  for (const charge of overdue) {
    if (!(await wasAsked(deps, charge, gateways))) continue;
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
    console.error(JSON.stringify({ event: 'gateway-unreachable', deposit: charge.id, error: String(error) }));
    return false;
  }
}
