// Cursors: the sort key of the last row of a page. The next page starts after it.

const PARTS = { number: /^\d{1,16}$/u, text: /^[A-Za-z0-9:_-]{1,150}$/u } as const;
type Parts = Readonly<Record<string, keyof typeof PARTS>>;
export type CursorOf<P extends Parts> = {
  readonly [K in keyof P]: P[K] extends 'number' ? number : string;
};

/** Of the lists by time: transactions, customers, submissions, mail, proposals, alerts and security events. */
export const TIME_CURSOR = { at: 'number', id: 'text' } as const;
export type TimeCursor = CursorOf<typeof TIME_CURSOR>;

/** Of rows that wait for a decision, and then of those that were decided, by time. */
export const PROPOSED_CURSOR = { open: 'number', at: 'number', id: 'text' } as const;
export type ProposedCursor = CursorOf<typeof PROPOSED_CURSOR>;

/** Of the ledger's list, whose key is an amount or a time, as its order says. */
export const MOVEMENT_CURSOR = { key: 'number', id: 'text' } as const;
export type MovementCursor = CursorOf<typeof MOVEMENT_CURSOR>;

/** Of the audit log. */
export const SEQ_CURSOR = { seq: 'number' } as const;
export type SeqCursor = CursorOf<typeof SEQ_CURSOR>;

/** Of the closes of the days. */
export const DAY_CURSOR = { day: 'text' } as const;

/** Of the libraries of images and videos, by display order. */
export const ORDER_CURSOR = { order: 'number', at: 'number', id: 'text' } as const;
export type OrderCursor = CursorOf<typeof ORDER_CURSOR>;

/** Of the images on cards. */
export const CARD_CURSOR = { page: 'text', card: 'text', at: 'number', id: 'text' } as const;
export type CardCursor = CursorOf<typeof CARD_CURSOR>;

/** `values` in the order of the cursor's parts. */
export const cursorText = (values: readonly (number | string)[]): string => values.join('.');

/** Null for a text that no page could have answered with. */
export function readCursor<P extends Parts>(parts: P, text: string): CursorOf<P> | null {
  const texts = text.split('.');
  const names = Object.entries(parts);
  if (texts.length !== names.length) return null;
  const values: Record<string, number | string> = {};
  for (const [i, [name, kind]] of names.entries()) {
    const part = texts[i] ?? '';
    if (!PARTS[kind].test(part)) return null;
    values[name] = kind === 'number' ? Number(part) : part;
    if (kind === 'number' && !Number.isSafeInteger(values[name])) return null;
  }
  return values as CursorOf<P>;
}
