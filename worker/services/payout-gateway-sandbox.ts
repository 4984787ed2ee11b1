// The built-in gateway for money out: it moves none. An amount that ends in .13 stays under way until a callback says more, .66 comes
// back, .77 is paid at the third question; every other one is paid at once. It answers a look-up with the customer who asks, except
// for a key or an account number that ends in 99, which is another person's. PIX keys are at the bank that the sandbox's payments come
// from.

import { readPayoutEvent } from '../contract/withdrawals.ts';
import { PAYOUT_METHODS, type PayoutDetails } from '../domain/payout-accounts.ts';
import { isSignedCallback } from './gateway-signature.ts';
import { SANDBOX } from './payment-gateway-sandbox.ts';
import type { Holder, Owner, Payout, PayoutGateway } from './payout-gateway.ts';

/** Banco do Brasil's, whose three digits are 001. */
export const SANDBOX_ISPB = '00000000';
export const SANDBOX_ANOTHER_HOLDER: Owner = { number: '52998224725', name: 'Outra Pessoa da Silva' };

type Taken = { readonly cents: number; readonly ending: number; questions: number };

/** What this isolate's sandbox has taken. After a restart it has heard of nothing, and takes the same order again. */
const taken = new Map<string, Taken>();
const REMEMBERED = 1_000;

export function sandboxPayouts(secret: string): PayoutGateway {
  return {
    name: SANDBOX,
    methods: PAYOUT_METHODS,
    async createPayout({ key, cents, amountCents }) {
      const known = taken.get(key);
      if (known !== undefined) return stateOf(key, known);
      return stateOf(key, remember(key, { cents, ending: amountCents % 100, questions: 0 }));
    },
    async findPayout(key) {
      const payout = taken.get(key);
      if (payout === undefined) return null;
      payout.questions += 1;
      return stateOf(key, payout);
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

function remember(key: string, payout: Taken): Taken {
  taken.set(key, payout);
  const [oldest] = taken.keys();
  if (taken.size > REMEMBERED && oldest !== undefined) taken.delete(oldest);
  return payout;
}

/** The reference follows from the key: calling twice is one payment. */
function stateOf(key: string, { cents, ending, questions }: Taken): Payout {
  const payout = { reference: `sandbox-${key}`, sentCents: cents };
  if (ending === 66) return { ...payout, outcome: 'returned', failure: 'The sandbox bank sent it back.' };
  const isUnderWay = ending === 13 || (ending === 77 && questions < 3);
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
