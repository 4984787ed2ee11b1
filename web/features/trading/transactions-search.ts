// Users search for what is on the screen; the server stores terms of its own and amounts in cents. The typed text is
// matched with the texts of the page's language and read as an amount; the request holds all three, and any may match.

import commonMessages from '#messages/common.json';
import transactionsMessages from '#messages/transactions.json';
import type { TransactionTerm } from '../../../worker/contract/transactions.ts';
import { PAYMENT_STATUSES } from '../../../worker/domain/deposits.ts';
import { PAYMENT_METHODS } from '../../../worker/domain/fees.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { TRANSACTION_TYPES } from '../../../worker/domain/transactions.ts';
import { WITHDRAWAL_STATES } from '../../../worker/domain/withdrawals.ts';
import type { Locale } from '../../i18n/locale.ts';
import { parseDecimal } from '../../i18n/parse-decimal.ts';

export type Vocabulary = readonly { readonly shown: string; readonly stored: TransactionTerm }[];

/** Every text of a transaction on the screen, with the term that the server stores for it. */
export const VOCABULARY: Vocabulary = [
  ...TRANSACTION_TYPES.map((stored) => ({ stored, shown: transactionsMessages.types[stored] })),
  ...TRADED_METALS.map((stored) => ({ stored, shown: commonMessages.metals[stored] })),
  ...PAYMENT_METHODS.map((stored) => ({ stored, shown: transactionsMessages.methods[stored] })),
  ...PAYMENT_STATUSES.map((stored) => ({ stored, shown: transactionsMessages.statuses[stored] })),
  ...WITHDRAWAL_STATES.map((stored) => ({ stored, shown: transactionsMessages.withdrawalStates[stored] })),
];

/** Lower case without accents: `Deposito` finds `Depósito`. */
export function foldedText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** The stored terms whose texts on the page contain the typed text. */
export function storedTerms(typed: string, vocabulary: Vocabulary): readonly TransactionTerm[] {
  const wanted = foldedText(typed);
  if (wanted === '') return [];
  const found = vocabulary
    .filter(({ shown }) => foldedText(shown).includes(wanted))
    .map(({ stored }) => stored);
  return [...new Set(found)];
}

type Cents = { readonly from: number; readonly to: number };

/** The totals that a typed amount stands for: `499` those from 499,00 to 499,99, `499,74` that one; null for no amount. */
export function centsIn(typed: string, locale: Locale): Cents | null {
  // The list writes the sign of the change before the amount.
  const figure = typed.trim().replace(/^[+−-]/u, '');
  const parsed = parseDecimal(locale, figure, 2);
  if (!parsed.ok) return null;
  const decimals = /[.,](\d{0,2})\D*$/u.exec(figure)?.[1]?.length ?? 0;
  return { from: parsed.units, to: parsed.units + 10 ** (2 - decimals) - 1 };
}
