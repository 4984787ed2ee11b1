// POST /api/deposits, and what a payment gateway's signed callback says.

import * as v from 'valibot';
import { DEPOSIT_METHODS } from '../domain/fees.ts';
import { Cents } from './money.ts';
import { Portfolio } from './portfolio.ts';
import { Transaction } from './transactions.ts';

export const DepositRequest = v.object({
  amountCents: v.pipe(v.number(), v.integer()),
  method: v.picklist(DEPOSIT_METHODS),
});
export type DepositRequest = v.InferOutput<typeof DepositRequest>;

export const DepositReply = v.object({
  transaction: Transaction,
  feeCents: Cents,
  totalToPayCents: Cents,
  portfolio: Portfolio,
});
export type DepositReply = v.InferOutput<typeof DepositReply>;

/** `t=<epoch ms>,v2=<hex HMAC-SHA-256 of "<t>.<body>">` (services/gateway-signature.ts). */
export const GATEWAY_SIGNATURE_HEADER = 'Onca-Signature';

export const GatewayEvent = v.object({
  /** The deposit, by the key the gateway was called with. */
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  /** The gateway's own name of the payment. */
  reference: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  outcome: v.picklist(['completed', 'failed']),
  /** What was paid, fee included: must be what was asked for. */
  paidCents: Cents,
});
export type GatewayEvent = v.InferOutput<typeof GatewayEvent>;

/** The event in a callback's body, or null when it is not one. */
export function readGatewayEvent(body: string): GatewayEvent | null {
  try {
    const parsed = v.safeParse(GatewayEvent, JSON.parse(body));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
