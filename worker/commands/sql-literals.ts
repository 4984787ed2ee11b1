// Statements with their parameters written into them, for the one interface that takes only text: wrangler's `d1 execute`.

export type SqlValue = string | number | null;

/** As an SQLite literal. What SQLite could not read back as it was is refused, never bent. */
export function sqlLiteral(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'string' && !value.includes('\0')) return `'${value.replaceAll("'", "''")}'`;
  throw new TypeError('Only texts, finite numbers and NULL can be written into a statement');
}

/** `?1`, `?2` or plain `?`, which takes the next one. Our own SQL holds no question mark within quotes. */
export function inlined(sql: string, values: readonly unknown[]): string {
  let next = 0;
  return sql.replaceAll(/\?(\d*)/gu, (_, index: string) => {
    const at = index === '' ? next : Number(index) - 1;
    next = at + 1;
    if (at >= values.length) throw new RangeError(`The statement has no value for ?${at + 1}`);
    return sqlLiteral(values[at]);
  });
}
