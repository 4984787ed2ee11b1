// What a list of questions may be. Words are files that people edit: a list that is none must not break a page
// (A5, A8).

export type FaqItem = { readonly q: string; readonly a: string };

/** Null: not a list at all. Items without a question or an answer are skipped. */
export function faqItems(items: unknown): readonly FaqItem[] | null {
  if (!Array.isArray(items)) return null;
  return items.filter(isFaqItem);
}

function isFaqItem(item: unknown): item is FaqItem {
  if (typeof item !== 'object' || item === null || !('q' in item) || !('a' in item)) return false;
  return typeof item.q === 'string' && item.q !== '' && typeof item.a === 'string' && item.a !== '';
}
