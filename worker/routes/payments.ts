// POST /api/payments/:gateway/callback, /pix, /ted and /payouts: a gateway's signed word on a payment in or out. No cookie, no session:
// the proof is a signature or, where the bank signs nothing, its own answer when asked (D96).

import { Hono, type Context } from 'hono';
import { GATEWAY_SIGNATURE_HEADER } from '../contract/deposits.ts';
import type { Refusal } from '../contract/problems.ts';
import type { Result } from '../domain/result.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { readText } from '../http/validate.ts';
import { depsFrom } from '../services/deps.ts';
import { gatewaysOf, type SignedCallback } from '../services/payment-gateway.ts';
import { payoutGatewaysOf } from '../services/payout-gateway.ts';
import { receivePixCallback, receiveTedCallback } from '../services/receive-reais.ts';
import { receiveCallback } from '../services/settle-deposit.ts';
import { receivePayoutCallback } from '../services/settle-withdrawal.ts';

/** A callback of the Pix API tells of up to a hundred payments. */
const CALLBACK_MAX_BYTES = 64 * 1024;

/**
 * The signature covers the bytes as sent, so they are read raw and parsed only after it was verified. A bank that signs nothing has the
 * token of its callbacks in the address. Null: too large.
 */
async function callbackFrom(c: Context<AppEnv>): Promise<SignedCallback | null> {
  const body = await readText(c.req.raw, CALLBACK_MAX_BYTES);
  const signature = c.req.header(GATEWAY_SIGNATURE_HEADER) ?? c.req.query('hmac') ?? '';
  return body === null ? null : { body, signature };
}

type Received = (
  c: Context<AppEnv>,
  gateway: string,
  callback: SignedCallback,
) => Promise<Result<object, Refusal>>;

const answer = (receive: Received) => async (c: Context<AppEnv>) => {
  const callback = await callbackFrom(c);
  if (callback === null) return problem(c, { code: 'PayloadTooLarge' });
  const received = await receive(c, c.req.param('gateway') ?? '', callback);
  return received.ok ? c.json(received.value, 200) : problem(c, received.error);
};

export const payments = new Hono<AppEnv>()
  .use(noStore)
  .post(
    '/:gateway/callback',
    answer((c, ...said) => receiveCallback(depsFrom(c), gatewaysOf(c.env), ...said)),
  )
  .post(
    '/:gateway/pix',
    answer((c, ...said) => receivePixCallback(depsFrom(c), gatewaysOf(c.env), ...said)),
  )
  .post(
    '/:gateway/ted',
    answer((c, ...said) => receiveTedCallback(depsFrom(c), gatewaysOf(c.env), ...said)),
  )
  .post(
    '/:gateway/payouts',
    answer((c, ...said) => receivePayoutCallback(depsFrom(c), payoutGatewaysOf(c.env), ...said)),
  );
