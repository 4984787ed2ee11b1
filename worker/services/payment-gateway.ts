// The payment gateways. A gateway is called with the deposit's own key, so calling twice makes one payment,
// and answers by a signed callback that completes or fails the deposit, at once or days later.

import type { DepositMethod } from '../domain/fees.ts';
import { sandboxGateway } from './payment-gateway-sandbox.ts';

export type PaymentOrder = {
  /** The deposit's id: the gateway's idempotency key. */
  readonly key: string;
  /** What the customer pays: amount and fee. */
  readonly payCents: number;
  readonly amountCents: number;
  readonly method: DepositMethod;
  readonly now: number;
};

export type SignedCallback = { readonly body: string; readonly signature: string };

export type Payment = {
  /** The gateway's own name of the payment. */
  readonly reference: string;
  /** A callback that the gateway hands over together with its answer; it is verified like any other. */
  readonly callback: SignedCallback | null;
};

export type PaymentGateway = {
  readonly name: string;
  /** Idempotent by `key`. Throws when the gateway cannot be reached: the same call may then be made again. */
  readonly createPayment: (order: PaymentOrder) => Promise<Payment>;
  readonly isGenuine: (callback: SignedCallback, now: number) => Promise<boolean>;
};

/** The gateways of this deployment by name; the first one takes new deposits. */
export type Gateways = readonly PaymentGateway[];

/**
 * The sandbox moves no real money, so it exists everywhere but in production:
 * without a real gateway a production deployment takes no deposits rather than simulated ones.
 */
export function gatewaysOf(env: Pick<Env, 'ENVIRONMENT' | 'GATEWAY_SECRET'>): Gateways {
  const isProduction: boolean = (env.ENVIRONMENT as string) !== 'local';
  return isProduction ? [] : [sandboxGateway(env.GATEWAY_SECRET)];
}

export function gatewayNamed(gateways: Gateways, name: string): PaymentGateway | null {
  return gateways.find((gateway) => gateway.name === name) ?? null;
}
