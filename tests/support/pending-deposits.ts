/** Deposits that the gateway has not settled, one for each entry. */
export async function addPendingDeposits(
  db: D1Database,
  entries: readonly { readonly userId: string; readonly cents: number }[],
  now: number,
): Promise<void> {
  const json = JSON.stringify(entries.map((entry) => ({ ...entry, id: crypto.randomUUID() })));
  const [id, userId, cents] = ['id', 'userId', 'cents'].map((name) => `value ->> '$.${name}'`);
  const insert = (what: string) => db.prepare(`INSERT INTO ${what} FROM json_each(?1)`).bind(json, now);
  await db.batch([
    insert(
      `operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
       SELECT ${id}, (SELECT coalesce(max(seq), 0) FROM operations) + key + 1, ${userId}, 'customer', ${id}, 'none', 'deposit', ?2`,
    ),
    insert(
      `transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway, created_at)
       SELECT ${id}, ${userId}, ${id}, 'deposit', ${cents}, 0, ${cents}, 'pending', 'wire', 'sandbox', ?2`,
    ),
    insert(
      `deposits (id, account_id, amount_cents, fee_cents, method, gateway, status, acknowledged_at, created_at)
       SELECT ${id}, ${userId}, ${cents}, 0, 'wire', 'sandbox', 'pending', ?2, ?2`,
    ),
  ]);
}
