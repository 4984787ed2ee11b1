// The gateways by which money leaves. A gateway is called with the withdrawal's own key, so calling twice pays once; whether it has
// paid is asked by the key, and it says so by a callback, at once or days later.

import type { PayoutEvent } from '../contract/withdrawals.ts';
import type { PayoutDetails, PayoutMethod } from '../domain/payout-accounts.ts';
import type { SignedCallback } from './payment-gateway.ts';
import { sandboxPayouts } from './payout-gateway-sandbox.ts';
import { pixApiOf, type PixApiVars } from './pix-api/connection.ts';
import { pixApiPayouts } from './pix-api/payouts.ts';

export type PayoutOrder = {
  /** The withdrawal's id: the gateway's idempotency key. */
  readonly key: string;
  /** Of a US dollar for a wire, of a real by PIX and TED. */
  readonly cents: number;
  readonly currency: 'usd' | 'brl';
  /** What the customer asked for, in cents of a US dollar and with the fee: the sandbox answers by its last two digits. */
  readonly amountCents: number;
  readonly to: PayoutDetails;
  /** The customer: a bank refuses what would go to somebody else. */
  readonly holder: Owner;
  readonly now: number;
};

/** What was sent of an order that the gateway has said it took, and when. */
export type TakenOrder = Pick<PayoutOrder, 'cents' | 'amountCents'> & { readonly takenAt: number };

export type Payout = {
  /** The gateway's own name of the payment; the key, where it has none for what it did not pay. */
  readonly reference: string;
  readonly outcome: 'pending' | 'paid' | 'returned';
  /** What it sends, as the gateway says it, in the currency of the order: must be what was asked for. */
  readonly sentCents: number;
  /** Of one that was paid: what came back since, where that is not all of it. */
  readonly partBackCents?: number;
  /** A word of ours, or the gateway's: operators read it. */
  readonly failure?: string;
};

/** What a callback says of a payment; null: only that there is something to ask. */
export type PayoutNotice = {
  readonly key: string;
  readonly said: Omit<PayoutEvent, 'key'> | null;
  /** Why it failed, where the callback alone says so. */
  readonly failure?: string;
};

/** A person's CPF or passport number, as it is stored, and full name. */
export type Owner = { readonly number: string; readonly name: string };

/**
 * Who owns a PIX key or an account, as the banks say, and at which bank it is, by its ISPB; absent: that is not said. `unknown`: no such
 * key. `unavailable`: there is no look-up of this method.
 */
export type Holder =
  | ({ readonly found: 'holder'; readonly ispb?: string } & Owner)
  | { readonly found: 'unknown' | 'unavailable' };

export type PayoutGateway = {
  readonly name: string;
  /** Which withdrawals it takes. */
  readonly methods: readonly PayoutMethod[];
  /**
   * Idempotent by `key`. Throws OrderRefusedError for an order that the bank did not take. Any other error leaves open whether it did, and
   * only `findPayout` tells.
   */
  readonly createPayout: (order: PayoutOrder) => Promise<Payout>;
  /** Null: the gateway has never heard of the key. Throws when it cannot be reached. `told`: for the sandbox alone, which forgets. */
  readonly findPayout: (key: string, now: number, told?: TakenOrder) => Promise<Payout | null>;
  /** Throws when it cannot be reached. `own`: the customer who asks, for the sandbox alone. */
  readonly findHolder: (to: PayoutDetails, own: Owner) => Promise<Holder>;
  readonly isGenuine: (callback: SignedCallback, now: number) => Promise<boolean>;
  /** What a callback that `isGenuine` says, in our words, of each payment once. Null: it is none. */
  readonly readCallback: (body: string) => readonly PayoutNotice[] | null;
};

/** The gateways of this deployment by name; the first one that takes its method takes a new withdrawal. */
export type PayoutGateways = readonly PayoutGateway[];

/** As of payments in: without a real gateway a production deployment pays nothing out. */
export function payoutGatewaysOf(
  env: Pick<Env, 'ENVIRONMENT' | 'GATEWAY_SECRET'> & PixApiVars,
): PayoutGateways {
  const isProduction: boolean = (env.ENVIRONMENT as string) !== 'local';
  const api = pixApiOf(env);
  return [
    ...(api === null ? [] : [pixApiPayouts(api)]),
    ...(isProduction ? [] : [sandboxPayouts(env.GATEWAY_SECRET)]),
  ];
}
