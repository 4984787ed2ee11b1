// What the ledger says of itself, for figures: operations since one of them, by kind. `seq` is the order of commits, so none is counted
// twice and none is left out.

import type { OperationKind } from '../domain/operations.ts';

export type BookedSince = {
  readonly to: number;
  readonly kinds: readonly { readonly kind: OperationKind; readonly count: number }[];
};

/** `from` null: from now on. */
export async function readBookedSince(db: D1Database, from: number | null): Promise<BookedSince> {
  if (from === null) {
    const to = await db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM operations').first<number>('seq');
    return { to: to ?? 0, kinds: [] };
  }
  const { results } = await db
    .prepare('SELECT kind, count(*) AS count, max(seq) AS last FROM operations WHERE seq > ?1 GROUP BY kind')
    .bind(from)
    .all<{ kind: OperationKind; count: number; last: number }>();
  return { to: Math.max(from, ...results.map(({ last }) => last)), kinds: results };
}
