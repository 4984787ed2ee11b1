// Users search for the words on the screen; the server stores terms of its own. The typed text is matched with the words
// of the page's language; the request carries the typed text and the stored terms, and either may match.

import type { TransactionTerm } from '../../../worker/contract/transactions.ts';
import commonMessages from '#messages/common.json';
import transactionsMessages from '#messages/transactions.json';
import { PAYMENT_STATUSES } from '../../../worker/domain/deposits.ts';
import { DEPOSIT_METHODS } from '../../../worker/domain/fees.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { TRANSACTION_TYPES } from '../../../worker/domain/transactions.ts';

export type Vocabulary = readonly { readonly shown: string; readonly stored: TransactionTerm }[];

/** Lower case without accents: `Deposito` finds `Depósito`. */
export function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** The stored terms whose words on the page contain the typed text. */
export function storedTerms(typed: string, vocabulary: Vocabulary): readonly TransactionTerm[] {
  const wanted = folded(typed);
  if (wanted === '') return [];
  const found = vocabulary.filter(({ shown }) => folded(shown).includes(wanted)).map(({ stored }) => stored);
  return [...new Set(found)];
}

/** Every text of a transaction on the screen, with the term that the server stores for it. */
export const VOCABULARY: Vocabulary = [
  ...TRANSACTION_TYPES.map((stored) => ({ stored, shown: transactionsMessages.types[stored] })),
  ...TRADED_METALS.map((stored) => ({ stored, shown: commonMessages.metals[stored] })),
  ...DEPOSIT_METHODS.map((stored) => ({ stored, shown: transactionsMessages.methods[stored] })),
  ...PAYMENT_STATUSES.map((stored) => ({ stored, shown: transactionsMessages.statuses[stored] })),
];
