// Reais that go back to whoever sent them. A refund has a key, so sending it twice returns it once; what the bank says of it comes with
// its answer or by a callback. What is not confirmed is sent again by the cron, unless an operator holds it (P104).

import {
  claimPayment,
  findPaymentsToTry,
  type StoredBrlPayment,
  tryAgainStatement,
} from '../db/brl-deposits.ts';
import { bankSaidReturned } from '../db/hand-refunds.ts';
import { sha256Hex } from '../db/sha256.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time.ts';
import { endRefund } from '../ledger/reais.ts';
import { answerWithin } from './answer-within.ts';
import {
  GATEWAY_TIMEOUT_MS,
  gatewayNamed,
  gatewaysOf,
  type Gateways,
  type PixReturn,
} from './payment-gateway.ts';
import type { MoneyDeps } from './price-source.ts';
import { logLine } from '../telemetry/log.ts';

const TRIED_PER_RUN = 50;
/** A bank that has a refund under way says so by itself, and is asked as well. */
const ASK_AGAIN_MS = 5 * MINUTE_MS;
const NEXT_ATTEMPT_MS = HOUR_MS;

/** No run takes up what another one is sending. */
const CLAIMED_MS = 2 * GATEWAY_TIMEOUT_MS;

/** The key of the present attempt, in the letters and digits that the Pix API takes, 35 at most. */
function refundKey({ id, attempt }: Pick<StoredBrlPayment, 'id' | 'attempt'>): string {
  return `${id.replaceAll(/[^0-9A-Za-z]/gu, '').slice(0, 32)}R${attempt}`;
}

/** Also of an earlier attempt: what went back is back, whichever of them the bank carried out. */
function isOwnKey(payment: StoredBrlPayment, key: string): boolean {
  const attempt = Number(/R(\d{1,2})$/u.exec(key)?.[1]);
  return attempt >= 1 && attempt <= payment.attempt && key === refundKey({ ...payment, attempt });
}

/** After an hour, two, four, at most a day: whoever paid may have closed the account, and the bank says no for ever. */
const nextAttemptMs = (attempt: number): number =>
  Math.min(NEXT_ATTEMPT_MS * 2 ** Math.min(attempt - 1, 10), DAY_MS);

/** What the bank says of a refund of ours. False for what is known. */
export async function refundSaid(
  deps: MoneyDeps,
  payment: StoredBrlPayment,
  said: Pick<PixReturn, 'key' | 'outcome'>,
): Promise<boolean> {
  if (payment.reason === null || !isOwnKey(payment, said.key)) return false;
  const now = deps.now();
  // Operators had returned it by hand: it went twice, and somebody has to see to it.
  if (payment.state === 'refunded' && said.outcome === 'returned')
    return bankSaidReturned(deps.db, payment, now);
  if (payment.state !== 'refunding') return false;
  if (said.outcome === 'returned') {
    const requestHash = await sha256Hex(JSON.stringify(said));
    const moving = { operationId: deps.newId(), requestHash, now, alongside: [] };
    return (await endRefund(deps.db, payment, { ...moving, reason: payment.reason })).ok;
  }
  if (said.key !== refundKey(payment)) return false;
  const isRefused = said.outcome === 'failed';
  if (isRefused) logLine('error', 'refund-refused', { payment: payment.id, attempt: payment.attempt });
  const again = isRefused
    ? {
        at: now + nextAttemptMs(payment.attempt),
        attempt: Math.min(payment.attempt + 1, 99),
        refusedAt: now,
      }
    : { at: now + ASK_AGAIN_MS, attempt: payment.attempt };
  const { meta } = await tryAgainStatement(deps.db, payment, again).run();
  return isRefused && meta.changes > 0;
}

/** After a commit, in work that outlives the reply. */
export function refundSoon(deps: MoneyDeps, gateways: Gateways): void {
  deps.defer(sendRefunds(deps, gateways));
}

export type Tried = { readonly found: number; readonly ended: number };

export async function sendRefunds(
  deps: MoneyDeps,
  gateways: Gateways = gatewaysOf(deps.env),
): Promise<Tried> {
  const due = await findPaymentsToTry(deps.db, 'refunding', deps.now(), TRIED_PER_RUN);
  let ended = 0;
  const silent = new Set<string>();
  for (const payment of due) {
    // One that does not answer is not asked again in this run: the others wait for nothing.
    if (silent.has(payment.gateway)) continue;
    const now = deps.now();
    if (!(await claimPayment(deps.db, payment, { now, until: now + CLAIMED_MS }))) continue;
    const became = await sendRefund(deps, payment, gateways);
    if (became === 'ended') ended += 1;
    if (became === 'silent') silent.add(payment.gateway);
  }
  return { found: due.length, ended };
}

async function sendRefund(
  deps: MoneyDeps,
  payment: StoredBrlPayment,
  gateways: Gateways,
): Promise<'ended' | 'open' | 'silent'> {
  const { id, brlCents, method } = payment;
  const gateway = gatewayNamed(gateways, payment.gateway);
  const key = refundKey(payment);
  try {
    const sent =
      method === 'pix'
        ? gateway?.pix?.refund({ endToEndId: id, key, brlCents })
        : gateway?.ted?.refund({ id, key, brlCents });
    if (sent === undefined) throw new Error('this gateway is not there');
    const said = { key, ...(await answerWithin(GATEWAY_TIMEOUT_MS, sent)) };
    return (await refundSaid(deps, payment, said)) ? 'ended' : 'open';
  } catch (error) {
    logLine('error', 'refund-not-sent', { payment: id, error: String(error) });
    await tryLater(deps, payment);
    return 'silent';
  }
}

/** In a minute, by the cron. */
export async function tryLater(deps: MoneyDeps, payment: StoredBrlPayment): Promise<void> {
  const again = { at: deps.now() + MINUTE_MS, attempt: payment.attempt };
  await tryAgainStatement(deps.db, payment, again).run();
}
