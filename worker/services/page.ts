// A page of a list, as its rows were read: with a limit one above the page's own.

import { cursorText } from '../domain/cursors.ts';

/** `cursorOf` answers the values of the list's cursor (domain/cursors.ts), in its order. */
export function pageOf<Row, View>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => readonly (number | string)[],
  view: (row: Row) => View,
): { items: View[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  // One more than is shown tells whether there is a next page.
  const more = rows.length > limit && last !== undefined;
  return { items: shown.map((row) => view(row)), nextCursor: more ? cursorText(cursorOf(last)) : null };
}
