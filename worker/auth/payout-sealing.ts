// How an account that money goes to is kept: sealed for its owner under PAYOUT_KEY, and as a mark by which the same one is known again.

import { createHmac } from 'node:crypto';
import type { PayoutDetails } from '../domain/payout-accounts.ts';
import { seal, unseal } from './sealing.ts';
import { keysFor } from './secrets.ts';

/** Under the newest value of the key, and under those that are being left. */
export function payoutMarks(
  payoutKey: string,
  details: PayoutDetails,
): { readonly newest: string; readonly older: readonly string[] } {
  const [newest, ...older] = keysFor(payoutKey, 'payout-account').map(({ bytes }) =>
    createHmac('sha256', bytes).update(textOf(details)).digest('base64url'),
  );
  return { newest: newest as string, older };
}

/** What makes two the same account: of an IBAN the bank's BIC is a part. */
function textOf(details: PayoutDetails): string {
  switch (details.method) {
    case 'pix':
      return `pix:${details.keyType}:${details.key}`;
    case 'ted':
      return `ted:${details.bank}:${details.branch}:${details.number}:${details.kind}`;
    case 'wire':
      return `wire:${details.iban}`;
  }
}

export function sealPayout(payoutKey: string, owner: string, details: PayoutDetails): Promise<string> {
  return seal(JSON.stringify(details), { pepper: payoutKey, purpose: 'payout-account', owner });
}

/** Null when it was sealed for another customer, or under another key. */
export async function openPayout(
  payoutKey: string,
  owner: string,
  sealed: string,
): Promise<PayoutDetails | null> {
  const text = await unseal(sealed, { pepper: payoutKey, purpose: 'payout-account', owner });
  return text === null ? null : (JSON.parse(text) as PayoutDetails);
}
