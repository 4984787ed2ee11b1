// Many trades of one customer over three years, written in a few statements: what a read costs that must not grow with them. Purchases
// and sales of the same ounces in turns, so that the balances stay what they are.

import { NEXT_SEQ } from '../../worker/ledger/statements.ts';
import { DAY_MS } from '../../worker/domain/time.ts';

const SPAN_MS = 3 * 365 * DAY_MS;
const AT_ONCE = 20_000;
const OUNCES_E4 = 50;
const CENTS = 2_000;

/** `count` is even. */
export async function writeManyTransactions(
  db: D1Database,
  userId: string,
  count: number,
  now: number = Date.now(),
): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const to = Math.min(count, from + AT_ONCE);
    const each = `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to - 1})`;
    const id = `?1 || '-' || i`;
    const at = `?2 + CAST(i * ${SPAN_MS / count} AS INTEGER)`;
    const began = now - SPAN_MS;
    await db.batch([
      db
        .prepare(
          `${each} INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, quote_id, quote_basis, reply, created_at)
           SELECT ${id}, ${NEXT_SEQ} + i - ${from}, ?1, 'customer', 'many-' || i, 'many', 'trade', ${id}, '{}', '{}', ${at} FROM n`,
        )
        .bind(userId, began),
      db
        .prepare(
          `${each} INSERT INTO entries (operation_id, line, account_id, asset, amount)
           SELECT ${id}, l.line, iif(l.account = '', ?1, l.account), l.asset, iif(i % 2 = 0, 1, -1) * l.amount FROM n
           JOIN (SELECT 1 AS line, '' AS account, 'usd' AS asset, -${CENTS} AS amount
             UNION ALL VALUES (2, 'house:cash-clearing', 'usd', ${CENTS}), (3, '', 'gold', ${OUNCES_E4}),
               (4, 'house:metal-inventory', 'gold', -${OUNCES_E4})) l`,
        )
        .bind(userId),
      db
        .prepare(
          `${each} INSERT INTO transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents,
             total_cents, basis_removed_cents, status, created_at, settled_at)
           SELECT 'of-' || ${id}, ?1, ${id}, iif(i % 2 = 0, 'buy', 'sell'), 'gold', ${OUNCES_E4}, 400000, ${CENTS}, 0, ${CENTS},
             iif(i % 2 = 0, NULL, ${CENTS}), 'completed', ${at}, ${at} FROM n`,
        )
        .bind(userId, began),
    ]);
  }
}
