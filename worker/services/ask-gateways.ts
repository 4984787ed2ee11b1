// Deposits that wait: the gateway is asked what became of each, on a growing interval, and what it says is applied as its callback would
// be. A gateway that says nothing decides nothing. For the cron.

import { claimAsk, type DollarDeposit, findDepositsToAsk } from '../db/operations.ts';
import { sha256Hex } from '../db/sha256.ts';
import { askAgainMs, outcomeOfAsking } from '../domain/deposits.ts';
import { answerWithin } from './answer-within.ts';
import {
  GATEWAY_TIMEOUT_MS,
  gatewayNamed,
  gatewaysOf,
  type Gateways,
  type PaymentGateway,
  type PaymentState,
} from './payment-gateway.ts';
import type { MoneyDeps } from './price-source.ts';
import { giveUpDeposit, leaveToOperators, payCentsOf, settleDeposit } from './settle-deposit.ts';
import { logLine } from '../telemetry/log.ts';

const ASKED_PER_RUN = 20;

export type Asked = {
  readonly asked: number;
  readonly completed: number;
  readonly failed: number;
  /** Left to operators. */
  readonly stray: number;
  readonly silent: number;
};

export async function askAboutDeposits(
  deps: MoneyDeps,
  gateways: Gateways = gatewaysOf(deps.env),
): Promise<Asked> {
  const names = gateways.map(({ name }) => name);
  const due = await findDepositsToAsk(deps.db, deps.now(), names, ASKED_PER_RUN);
  const counted = { asked: 0, completed: 0, failed: 0, stray: 0, silent: 0 };
  const silent = new Set<string>();
  for (const deposit of due) {
    const gateway = gatewayNamed(gateways, deposit.gateway);
    // One that does not answer is not asked again in this run: the others wait for nothing.
    if (gateway === null || silent.has(gateway.name)) continue;
    const now = deps.now();
    if (!(await claimAsk(deps.db, deposit, { now, nextAskAt: now + askAgainMs(deposit.asks + 1) }))) continue;
    counted.asked += 1;
    const said = await ask(gateway, deposit, now);
    if (said === 'silent') {
      silent.add(gateway.name);
      counted.silent += 1;
      continue;
    }
    const became = await apply(deps, deposit, said);
    if (became !== 'wait') counted[became] += 1;
  }
  return counted;
}

async function ask(
  gateway: PaymentGateway,
  { id }: DollarDeposit,
  now: number,
): Promise<PaymentState | null | 'silent'> {
  try {
    return await answerWithin(GATEWAY_TIMEOUT_MS, gateway.findPayment(id, now));
  } catch (error) {
    logLine('error', 'gateway-unreachable', { deposit: id, error: String(error) });
    return 'silent';
  }
}

async function apply(
  deps: MoneyDeps,
  deposit: DollarDeposit,
  said: PaymentState | null,
): Promise<'wait' | 'completed' | 'failed' | 'stray'> {
  const { method, createdAt } = deposit;
  const { reference, paidCents } = said ?? { reference: deposit.id, paidCents: 0 };
  const outcome = outcomeOfAsking({ payCents: payCentsOf(deposit), method, createdAt }, said, deps.now());
  switch (outcome) {
    case 'wait':
      return 'wait';
    case 'completed':
      return (await settleDeposit(deps, deposit, {
        reference,
        requestHash: await sha256Hex(JSON.stringify(said)),
      }))
        ? 'completed'
        : 'wait';
    case 'stray':
      await leaveToOperators(deps, deposit, { outcome: 'completed', reference, paidCents });
      return 'stray';
    default:
      return (await giveUpDeposit(deps, deposit, outcome)) ? 'failed' : 'wait';
  }
}
