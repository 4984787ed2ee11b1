// A customer who has traded very often, written in a few statements: what reading must not grow with. Purchases by turns with sales of
// the same ounces, evenly over a time, that leave cash and metal as they were; the nightly check finds nothing wrong with them.

import { costOf } from '../../worker/domain/fees.ts';
import type { Side } from '../../worker/domain/trades.ts';
import { HOUSE } from '../../worker/ledger/statements.ts';
import { DAY_MS } from '../../worker/domain/time.ts';

const SPAN_MS = 3 * 365 * DAY_MS;
const OUNCES_E4 = 50;
/** A sale brings what the purchase before it cost, so that net purchases and gains stay as they were too. */
const PRICES = { buy: 400_000, sell: 404_200 } as const;
const SIDES = ['buy', 'sell'] as const;

export type ManyTransactions = {
  /** An even number. */
  readonly count: number;
  /** The last one is made a moment before. */
  readonly now?: number;
  /** How long ago the first one is made. */
  readonly spanMs?: number;
};

/** For a customer with at least 20.10 dollars who holds no gold: an operation, five entries and a transaction each, as a trade has them. */
export async function writeManyTransactions(
  db: D1Database,
  { userId }: { readonly userId: string },
  { count, now = Date.now(), spanMs = SPAN_MS }: ManyTransactions,
): Promise<void> {
  if (count % 2 !== 0) throw new Error('each purchase is sold again');
  const each =
    'WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < CAST(?2 AS INTEGER) - 1)';
  // Of the form of ids that we make, so that a search for a code looks at them as at others.
  const id = `printf('%08x-0000-4000-8000-%s', i, substr(replace(?1, '-', ''), 1, 12))`;
  const at = 'CAST(?3 - ?4 + i * (?4 / ?2) AS INTEGER)';
  const run = (sql: string, ...times: number[]) => db.prepare(`${each} ${sql}`).bind(userId, count, ...times);
  await db.batch([
    run(
      `INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, quote_id, quote_basis, reply, created_at)
      SELECT ${id}, (SELECT coalesce(max(seq), 0) FROM operations) + i + 1, ?1, 'customer', 'many-' || i, 'h', 'trade', ${id}, '{}', '{}', ${at}
      FROM n`,
      now,
      spanMs,
    ),
    run(`INSERT INTO entries (operation_id, line, account_id, asset, amount)
      SELECT ${id}, l.value ->> 1, coalesce(l.value ->> 2, ?1), l.value ->> 3, l.value ->> 4
      FROM n JOIN json_each('${JSON.stringify(SIDES.flatMap(linesOf))}') l ON l.value ->> 0 = i % 2`),
    ...SIDES.map((side, parity) => {
      const { subtotalCents, feeCents, totalCents } = costOf(side, OUNCES_E4, PRICES[side]);
      return run(
        `INSERT INTO transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents,
          total_cents, basis_removed_cents, status, created_at, settled_at)
        SELECT ${id}, ?1, ${id}, '${side}', 'gold', ${OUNCES_E4}, ${PRICES[side]}, ${subtotalCents}, ${feeCents}, ${totalCents},
          ${side === 'sell' ? totalCents : 'NULL'}, 'completed', ${at}, ${at} FROM n WHERE i % 2 = ${parity}`,
        now,
        spanMs,
      );
    }),
    db
      .prepare(
        `INSERT INTO holdings (account_id, metal, ounces_e4, bought_cents, updated_at) VALUES (?1, 'gold', 0, ?2, ?3)
         ON CONFLICT (account_id, metal) DO UPDATE SET bought_cents = bought_cents + excluded.bought_cents`,
      )
      .bind(userId, (count / 2) * costOf('buy', OUNCES_E4, PRICES.buy).totalCents, now),
  ]);
}

/** [0 of a purchase or 1 of a sale, line, account or null of the customer's, asset, amount] */
function linesOf(side: Side): (number | string | null)[][] {
  const { subtotalCents, feeCents, totalCents } = costOf(side, OUNCES_E4, PRICES[side]);
  const [parity, sign] = side === 'buy' ? [0, 1] : [1, -1];
  return [
    [parity, 1, null, 'usd', -sign * totalCents],
    [parity, 2, HOUSE.cash, 'usd', sign * subtotalCents],
    [parity, 3, HOUSE.fees, 'usd', feeCents],
    [parity, 4, null, 'gold', sign * OUNCES_E4],
    [parity, 5, HOUSE.metal, 'gold', -sign * OUNCES_E4],
  ];
}
