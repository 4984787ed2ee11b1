// The payment gateways. A gateway is called with the deposit's own key, so calling twice makes one payment,
// and answers by a callback that completes or fails the deposit, at once or days later. Whether one is genuine, the gateway finds out.

import type { Refusal } from '../contract/problems.ts';
import type { DepositMethod } from '../domain/fees.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { sandboxGateway } from './payment-gateway-sandbox.ts';
import { pixApiGateway } from './pix-api/charges.ts';
import { pixApiOf, type PixApiVars } from './pix-api/connection.ts';

/** Whatever a gateway of payments in does, it is waited for no longer than this. */
export const GATEWAY_TIMEOUT_MS = 10_000;

export type PaymentOrder = {
  /** The deposit's id: the gateway's idempotency key. */
  readonly key: string;
  /** What the customer pays: amount and fee. */
  readonly payCents: number;
  readonly amountCents: number;
  readonly method: DepositMethod;
  readonly now: number;
};

/** `signature`: what it proves itself by, which is a token where a bank signs nothing. */
export type SignedCallback = { readonly body: string; readonly signature: string };

export type Payment = {
  /** The gateway's own name of the payment. */
  readonly reference: string;
  /** A callback that the gateway hands over together with its answer; it is verified like any other. */
  readonly callback: SignedCallback | null;
};

export type PaymentGateway = {
  readonly name: string;
  /** Which deposits in dollars it takes. */
  readonly methods: readonly DepositMethod[];
  /** Idempotent by `key`. Throws when the gateway cannot be reached: the same call may then be made again. */
  readonly createPayment: (order: PaymentOrder) => Promise<Payment>;
  /** What became of a payment. Null: the gateway has never heard of the key. Throws when it cannot be reached. */
  readonly findPayment: (key: string, now: number) => Promise<PaymentState | null>;
  readonly isGenuine: (callback: SignedCallback, now: number) => Promise<boolean>;
  /** Takes reais by PIX. */
  readonly pix?: PixCharges;
  /** Takes reais by TED. */
  readonly ted?: TedAccount;
};

export type PaymentState = {
  readonly reference: string;
  readonly outcome: 'pending' | 'completed' | 'failed';
  /** Fee included. */
  readonly paidCents: number;
};

export type ChargeOrder = {
  /** 26 to 35 letters and digits: the gateway's idempotency key. */
  readonly txid: string;
  readonly brlCents: number;
  readonly expiresAt: number;
  readonly now: number;
};

/** A payment by PIX that reached the house, whoever sent it and whatever for. */
export type PixReceived = {
  readonly endToEndId: string;
  /** Null: it names no charge. */
  readonly txid: string | null;
  readonly brlCents: number;
  readonly paidAt: number;
  /** The payer's CPF or CNPJ without its points, and name; null where the bank does not say. */
  readonly payer: { readonly number: string; readonly name: string } | null;
  /** What of it goes back, or went: our own refunds by their key, and what the payer's bank asks for. */
  readonly returns: readonly PixReturn[];
};

export type PixReturn = {
  readonly key: string;
  /** `contest`: by the payer's bank, in the central bank's procedure for fraud (MED). */
  readonly by: 'house' | 'contest';
  readonly brlCents: number;
  readonly outcome: 'pending' | 'returned' | 'failed';
};

/** Charges in the words of the Pix API of Brazil's central bank. Each throws when the gateway cannot be reached. */
export type PixCharges = {
  /** As payers see it: at most 25 and 15 letters. */
  readonly merchant: { readonly name: string; readonly city: string };
  /** Idempotent by `txid`. `location`: what the BR Code names, without its scheme. */
  readonly createCharge: (order: ChargeOrder) => Promise<{ readonly location: string }>;
  /** What was paid to a charge; null: the gateway has never heard of it. */
  readonly findCharge: (
    txid: string,
    now: number,
  ) => Promise<{ readonly paid: readonly PixReceived[] } | null>;
  /** What is known of a payment now, from a gateway whose callbacks do not say it by themselves. Null: it has never heard of it. */
  readonly findReceived?: (endToEndId: string) => Promise<PixReceived | null>;
  /**
   * What reached the account between two moments, a page of it; null: there is no such page. `isGoingBack`: only what goes back, or did.
   */
  readonly listReceived?: (
    of: { readonly from: number; readonly to: number; readonly isGoingBack: boolean },
    page: number,
  ) => Promise<readonly PixReceived[] | null>;
  /** Sends a payment back; idempotent by `key`. */
  readonly refund: (refund: {
    readonly endToEndId: string;
    readonly key: string;
    readonly brlCents: number;
  }) => Promise<{ readonly outcome: 'pending' | 'returned' | 'failed' }>;
  /** What a callback that `isGenuine` says: the `pix` list of the Pix API. Null: it is none. */
  readonly readCallback: (body: string) => readonly PixReceived[] | null;
};

/** A TED that reached the bank account. */
export type TedReceived = {
  /** The bank's own name of it. */
  readonly id: string;
  readonly brlCents: number;
  readonly paidAt: number;
  /** What the payer wrote; null: nothing. */
  readonly text: string | null;
  readonly payer: PixReceived['payer'];
};

export type TedAccount = {
  readonly account: {
    readonly holder: string;
    readonly cnpj: string;
    readonly bank: string;
    readonly branch: string;
    readonly number: string;
  };
  /** Sends a TED back to the account that it came from; idempotent by `key`. */
  readonly refund: (refund: {
    readonly id: string;
    readonly key: string;
    readonly brlCents: number;
  }) => Promise<{ readonly outcome: 'pending' | 'returned' | 'failed' }>;
  /** What a callback that `isGenuine` says. Null: it is none. */
  readonly readCallback: (body: string) => readonly TedReceived[] | null;
};

/** The gateways of this deployment by name; the first one that takes its method takes a new deposit. */
export type Gateways = readonly PaymentGateway[];

/**
 * The bank whose Pix API is set up, and the sandbox. It moves no real money, so it exists everywhere but in production:
 * without a real gateway a production deployment takes no deposits rather than simulated ones.
 */
export function gatewaysOf(env: Pick<Env, 'ENVIRONMENT' | 'GATEWAY_SECRET'> & PixApiVars): Gateways {
  const isProduction: boolean = (env.ENVIRONMENT as string) !== 'local';
  const api = pixApiOf(env);
  return [
    ...(api === null ? [] : [pixApiGateway(api)]),
    ...(isProduction ? [] : [sandboxGateway(env.GATEWAY_SECRET)]),
  ];
}

/** Of payments in or out. */
export function gatewayNamed<G extends { readonly name: string }>(
  gateways: readonly G[],
  name: string,
): G | null {
  return gateways.find((gateway) => gateway.name === name) ?? null;
}

/** The gateway, of payments in or out, that a callback is of: it has proved to be from there. */
export async function genuineGateway<G extends Pick<PaymentGateway, 'name' | 'isGenuine'>>(
  gateways: readonly G[],
  name: string,
  callback: SignedCallback,
  now: number,
): Promise<Result<G, Refusal<'NotFound' | 'Unauthenticated'>>> {
  const gateway = gatewayNamed(gateways, name);
  if (gateway === null) return err({ code: 'NotFound' });
  if (await gateway.isGenuine(callback, now)) return ok(gateway);
  return err({ code: 'Unauthenticated', detail: 'The signature of this callback is not valid.' });
}
