// The built-in gateway: settles at once through its own signed callback, and moves no real money.
// An amount ending in .13 stays pending until a callback arrives or it is too old (P98); one ending in .66 fails. The buttons of /dev/bank
// pay reais.

import type { GatewayEvent } from '../contract/deposits.ts';
import { sandboxOutcome } from '../domain/deposits.ts';
import { DEPOSIT_METHODS } from '../domain/fees.ts';
import { isSignedCallback, signCallback } from './gateway-signature.ts';
import type { PaymentGateway, PixCharges, TedAccount } from './payment-gateway.ts';
import { readPixCallback, readTedCallback } from './pix-callback.ts';

export const SANDBOX = 'sandbox';

export function sandboxGateway(secret: string): PaymentGateway {
  return {
    name: SANDBOX,
    methods: DEPOSIT_METHODS,
    async createPayment(order) {
      // The reference follows from the key: calling twice makes one payment.
      const reference = `sandbox-${order.key}`;
      const outcome = sandboxOutcome(order.amountCents);
      if (outcome === 'pending') return { reference, callback: null };
      const event: GatewayEvent = { key: order.key, reference, outcome, paidCents: order.payCents };
      const body = JSON.stringify(event);
      return { reference, callback: { body, signature: await signCallback(secret, body, order.now) } };
    },
    async findPayment(key) {
      // The sandbox keeps nothing: what it has not said by itself is still under way.
      return { reference: `sandbox-${key}`, outcome: 'pending', paidCents: 0 };
    },
    pix: SANDBOX_PIX,
    ted: TED,
    isGenuine: (callback, now) => isSignedCallback(secret, callback.signature, callback.body, now),
  };
}

/** Keeps nothing: payments are made at /dev/bank, which tells of them by a signed callback. */
export const SANDBOX_PIX: PixCharges = {
  merchant: { name: 'Onça Sandbox', city: 'São Paulo' },
  createCharge: async ({ txid }) => ({ location: `pix.onca.example/qr/v2/${txid}` }),
  findCharge: async () => ({ paid: [] }),
  refund: async () => ({ outcome: 'returned' }),
  readCallback: readPixCallback,
};

/** No bank has this number. */
const TED: TedAccount = {
  account: {
    holder: 'Onça (sandbox)',
    cnpj: '00.000.000/0000-00',
    bank: '000',
    branch: '0000',
    number: '00000000-0',
  },
  refund: async () => ({ outcome: 'returned' }),
  readCallback: readTedCallback,
};
