// The gateways by which money leaves. A gateway is called with the withdrawal's own key, so calling twice pays once; whether it has
// paid is asked by the key, and it says so by a signed callback, at once or days later.

import type { PayoutDetails } from '../domain/payout-accounts.ts';
import type { SignedCallback } from './payment-gateway.ts';

export type PayoutOrder = {
  /** The withdrawal's id: the gateway's idempotency key. */
  readonly key: string;
  /** Of a US dollar for a wire, of a real by PIX and TED. */
  readonly cents: number;
  readonly currency: 'usd' | 'brl';
  readonly to: PayoutDetails;
  readonly now: number;
};

export type Payout = {
  /** The gateway's own name of the payment. */
  readonly reference: string;
  readonly outcome: 'pending' | 'paid' | 'returned';
  readonly failure?: string;
};

/** Who owns a PIX key or an account, as the banks say. `unknown`: no such key. `unavailable`: there is no look-up of this method. */
export type Holder =
  | { readonly found: 'holder'; readonly number: string; readonly name: string }
  | { readonly found: 'unknown' | 'unavailable' };

export type PayoutGateway = {
  readonly name: string;
  /** Idempotent by `key`. Throws when nobody knows whether it was taken: then only `findPayout` says. */
  readonly createPayout: (order: PayoutOrder) => Promise<Payout>;
  /** Null: the gateway has never heard of the key. Throws when it cannot be reached. */
  readonly findPayout: (key: string, now: number) => Promise<Payout | null>;
  /** Throws when it cannot be reached. */
  readonly findHolder: (to: PayoutDetails) => Promise<Holder>;
  readonly isGenuine: (callback: SignedCallback, now: number) => Promise<boolean>;
};
