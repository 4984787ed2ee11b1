// People search for the words they see; the server stores its own. What is typed is matched against the words on the
// screen, in the page's language; the stored terms are sent beside the typed text, and either may match.

import type { TransactionTerm } from '../../../worker/contract/transactions.ts';

export type Vocabulary = readonly { readonly shown: string; readonly stored: TransactionTerm }[];

/** Lower case without accents: `Deposito` finds `Depósito`. */
export function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** The stored terms whose words on the page contain what was typed. */
export function storedTerms(typed: string, vocabulary: Vocabulary): readonly TransactionTerm[] {
  const wanted = folded(typed);
  if (wanted === '') return [];
  const found = vocabulary.filter(({ shown }) => folded(shown).includes(wanted)).map(({ stored }) => stored);
  return [...new Set(found)];
}
