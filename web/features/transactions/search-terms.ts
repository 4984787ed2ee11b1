// People search for the words they see; the server stores its own. What is typed is matched against the words on the
// screen, in the page's language, and the stored terms are sent instead. Anything else is sent as typed: a note.

export type Vocabulary = readonly { readonly shown: string; readonly stored: string }[];

/** Lower case without accents: `Deposito` finds `Depósito`. */
export function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/**
 * The stored term for what was typed, or the text itself. A beginning is enough from two letters on; when several
 * words begin alike the one that is spelt out wins, then the first of the vocabulary.
 */
export function storedTerm(typed: string, vocabulary: Vocabulary): string {
  const wanted = folded(typed);
  if (wanted.length < 2) return typed.trim();
  const exact = vocabulary.find(({ shown }) => folded(shown) === wanted);
  const begun = exact ?? vocabulary.find(({ shown }) => folded(shown).startsWith(wanted));
  return begun?.stored ?? typed.trim();
}
