// The built-in gateway for money out: it moves none. An amount that ends in .13 stays under way until a callback says more, .66 comes
// back, .77 is paid after three minutes; every other one is paid at once. It answers a look-up with the customer who asks, except
// for a key or an account number that ends in 99, which is another person's. PIX keys are at the bank that the sandbox's payments come
// from.

import { readPayoutEvent } from '../contract/withdrawals.ts';
import { PAYOUT_METHODS, type PayoutDetails } from '../domain/payout-accounts.ts';
import { MINUTE_MS } from '../domain/time.ts';
import { isSignedCallback } from './gateway-signature.ts';
import { SANDBOX } from './payment-gateway-sandbox.ts';
import type { Holder, Owner, Payout, PayoutGateway, TakenOrder } from './payout-gateway.ts';

/** Banco do Brasil's, whose three digits are 001. */
export const SANDBOX_ISPB = '00000000';
export const SANDBOX_ANOTHER_HOLDER: Owner = { number: '52998224725', name: 'Outra Pessoa da Silva' };

const SLOW_MS = 3 * MINUTE_MS;

/** What this isolate's sandbox has taken. After a restart it knows what it is told that it took: what it says follows from that alone. */
const taken = new Map<string, TakenOrder>();
const REMEMBERED = 1_000;

export function sandboxPayouts(secret: string): PayoutGateway {
  return {
    name: SANDBOX,
    methods: PAYOUT_METHODS,
    async createPayout({ key, cents, amountCents, now }) {
      return stateOf(key, taken.get(key) ?? remember(key, { cents, amountCents, takenAt: now }), now);
    },
    async findPayout(key, now, told) {
      const order = taken.get(key) ?? told;
      return order === undefined ? null : stateOf(key, order, now);
    },
    findHolder: async (to, own) => holderOf(to, own),
    isGenuine: (callback, now) => isSignedCallback(secret, callback.signature, callback.body, now),
    readCallback(body) {
      const event = readPayoutEvent(body);
      if (event === null) return null;
      const { key, ...said } = event;
      return [{ key, said }];
    },
  };
}

function remember(key: string, order: TakenOrder): TakenOrder {
  taken.set(key, order);
  const [oldest] = taken.keys();
  if (taken.size > REMEMBERED && oldest !== undefined) taken.delete(oldest);
  return order;
}

/** The reference follows from the key: calling twice is one payment. */
function stateOf(key: string, { cents, amountCents, takenAt }: TakenOrder, now: number): Payout {
  const payout = { reference: `${SANDBOX}-${key}`, sentCents: cents };
  const ending = amountCents % 100;
  if (ending === 66) return { ...payout, outcome: 'returned', failure: 'The sandbox bank sent it back.' };
  const isUnderWay = ending === 13 || (ending === 77 && now < takenAt + SLOW_MS);
  return { ...payout, outcome: isUnderWay ? 'pending' : 'paid' };
}

function holderOf(to: PayoutDetails, own: Owner): Holder {
  if (to.method === 'wire') return { found: 'unavailable' };
  const isAnothers =
    // A CPF as a key says itself whose it is.
    to.method === 'pix' && to.keyType === 'cpf' ? to.key !== own.number : endOf(to).endsWith('99');
  const ispb = bankOf(to);
  return {
    found: 'holder',
    ...(isAnothers ? SANDBOX_ANOTHER_HOLDER : own),
    ...(ispb === null ? {} : { ispb }),
  };
}

/** Of the banks that are named by three digits it knows its own. */
function bankOf(to: Exclude<PayoutDetails, { readonly method: 'wire' }>): string | null {
  if (to.method === 'pix' || to.bank === '001') return SANDBOX_ISPB;
  return to.bank.length === 8 ? to.bank : null;
}

/** Of an e-mail address what stands before its @. */
function endOf(to: Exclude<PayoutDetails, { readonly method: 'wire' }>): string {
  return to.method === 'pix' ? (to.key.split('@')[0] ?? '') : to.number;
}
