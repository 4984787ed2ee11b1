// Pages of a list. The `nextCursor` of one page is the `cursor` of the next request; its text means nothing to a client.

import * as v from 'valibot';
import { readCursor } from '../domain/cursors.ts';

type Parts = Parameters<typeof readCursor>[0];

export const cursor = <const P extends Parts>(parts: P) =>
  v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const after = readCursor(parts, dataset.value);
        if (after !== null) return after;
        addIssue({ message: 'cursor: This page of the list does not exist.' });
        return NEVER;
      }),
    ),
  );

export const nextCursor = v.nullable(v.string());

/** A time with its zone, as text: a logged filter is read again. */
const instant = v.pipe(v.string(), v.isoTimestamp());

/** The bounds of a list by time: at or after, and before. */
export const timeBounds = { from: v.optional(instant), until: v.optional(instant) };

/** Where the times of a file are read. */
export const timeZone = v.pipe(
  v.string(),
  v.maxLength(60),
  v.check((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  }),
);

type TimeBounds = { readonly from?: string | undefined; readonly until?: string | undefined };

/** Null: unbounded. */
export function boundsOf({ from, until }: TimeBounds): {
  readonly from: number | null;
  readonly until: number | null;
} {
  const at = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
  return { from: at(from), until: at(until) };
}

/** How many rows a page shows. */
export const pageLimit = (standard: number, max: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(new RegExp(`^\\d{1,${String(max).length}}$`, 'u')),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(max),
    ),
    String(standard),
  );
