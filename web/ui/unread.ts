/** The part of a query that says so. */
type Reading = { readonly data: unknown; readonly errorUpdateCount: number };

/**
 * Nothing could be read so far. That stays true while it is read again, for which the library's own `isError` is false: what says so, and
 * the button that was pressed, stay where they are.
 */
export const isUnread = ({ data, errorUpdateCount }: Reading): boolean =>
  data === undefined && errorUpdateCount > 0;
