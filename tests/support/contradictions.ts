// What a bank said against the books, in tests that are about something else.

/** As if an operator had recorded what was done: what stays open is a finding of the nightly check. The kinds of those that were open. */
export async function resolveContradictions(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      `UPDATE payout_contradictions AS c SET resolution = 'The bank was asked about it', resolved_at = said_at, resolved_by =
         (SELECT u.id FROM users u WHERE u.id <> (SELECT account_id FROM withdrawals WHERE id = c.withdrawal_id) LIMIT 1)
       WHERE resolved_at IS NULL RETURNING kind`,
    )
    .all<{ kind: string }>();
  return results.map(({ kind }) => kind).toSorted();
}
