// migrations/0029_bonus_hold.sql on books that were there before: both figures equal a plain count, and what was free stays so.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LEDGER_RULES } from '../../../worker/db/ledger-check.ts';
import { runs } from '../../support/deep.ts';
import { sqlOf } from '../../../worker/commands/migration-files.ts';
import { databaseBefore } from '../../support/migrations.ts';

const BONUS = '0029_bonus_hold.sql';

type Move = { readonly what: 'buy' | 'sell' | 'bonus' | 'undo'; readonly cents: number };

/** The books of one customer by the rule of then; what each move did, and its moment. */
function populated(moves: readonly Move[]) {
  const db = databaseBefore(BONUS);
  db.exec(
    `INSERT INTO accounts (id, kind, created_at) VALUES ('ana', 'customer', 1), ('bea', 'customer', 1)`,
  );
  const trades: { at: number; cents: number }[] = [];
  const open: { id: string; what: 'buy' | 'sell'; cents: number }[] = [];
  let [bought, held, claimedAt] = [0, 0, null as number | null];
  let freedAt: number | null = null;
  for (const [index, { what, cents }] of moves.entries()) {
    const at = 1_000 * (index + 1);
    const id = `${index}`;
    const last = what === 'undo' ? open.pop() : undefined;
    if ((what === 'undo' && last === undefined) || (what === 'bonus' && claimedAt !== null)) continue;
    const kind = what === 'bonus' ? 'bonus' : what === 'undo' ? 'reversal' : 'trade';
    db.prepare(
      `INSERT INTO operations (id, account_id, initiator, idempotency_key, request_hash, kind, quote_id, reverses, created_at)
       VALUES (?1, 'ana', 'house', ?1, 'h', ?2, ?3, ?4, ?5)`,
    ).run(id, kind, kind === 'trade' ? `q${id}` : null, last?.id ?? null, at);
    if (what === 'bonus') {
      claimedAt = at;
      held = bought >= 100_000 ? 0 : 20_000;
      if (held === 0) freedAt = at;
    } else {
      const total = last?.cents ?? cents;
      const sign = (last?.what ?? what) === 'buy' ? 1 : -1;
      db.prepare(
        `INSERT INTO transactions (id, account_id, operation_id, type, metal, ounces_e4, price_cents, subtotal_cents, fee_cents,
           total_cents, basis_removed_cents, status, created_at, settled_at, reverses, reversed_type)
         VALUES (?1, 'ana', ?1, ?2, 'gold', 1, 1, 1, 1, ?3, ?4, 'completed', ?5, ?5, ?6, ?7)`,
      ).run(
        id,
        last === undefined ? what : 'reversal',
        total,
        last === undefined && what === 'buy' ? null : 0,
        at,
        last?.id ?? null,
        last?.what ?? null,
      );
      trades.push({ at, cents: (last === undefined ? 1 : -1) * sign * total });
      if (sign === 1) bought += last === undefined ? total : -total;
      if (last === undefined) open.push({ id, what: sign === 1 ? 'buy' : 'sell', cents: total });
      if (claimedAt !== null && held > 0 && bought >= 100_000) [held, freedAt] = [0, at];
      if (claimedAt !== null && last !== undefined && bought < 100_000) [held, freedAt] = [20_000, null];
    }
  }
  db.prepare(
    `INSERT INTO holdings (account_id, metal, ounces_e4, held_ounces_e4, updated_at) VALUES ('ana', 'silver', 20000, ?, 1)`,
  ).run(held);
  return { db, trades, held, freedAt };
}

const move: fc.Arbitrary<Move> = fc.record({
  what: fc.constantFrom('buy', 'buy', 'buy', 'sell', 'undo', 'bonus'),
  cents: fc.constantFrom(1, 40_000, 60_000, 99_999, 100_000, 250_000),
});

test('for every past, the sum, since when it is enough and what is free are as a plain count says', () => {
  const seen = { enough: 0, freed: 0, held: 0 };
  fc.assert(
    fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
      const { db, trades, held, freedAt } = populated(moves);
      db.exec(sqlOf(BONUS));
      const [ana, bea] = db
        .prepare(
          'SELECT net_purchases_cents AS net, bonus_since AS since, bonus_freed_at AS freedAt, bonus_freed_net_cents AS freedNet FROM accounts WHERE kind = ? ORDER BY id',
        )
        .all('customer');
      let [net, since] = [0, null as number | null];
      for (const { at, cents } of trades) {
        net += cents;
        since = net >= 100_000 ? (since ?? at) : null;
      }
      expect(ana).toMatchObject({ net, since });
      expect(bea).toMatchObject({ net: 0, since: null, freedAt: null });
      // Held is held, and free is free since the purchase that freed it.
      expect(freedAt === null ? [null] : [freedAt, freedAt + 1]).toContain(ana?.['freedAt']);
      expect(Number(ana?.['freedNet'] ?? 0) >= 100_000).toBe(freedAt !== null);
      const rules = LEDGER_RULES.filter(({ rule }) =>
        ['net-purchases-equal-trades', 'only-a-bonus-is-held'].includes(rule),
      );
      expect(rules.flatMap(({ sql }) => db.prepare(sql).all())).toEqual([]);
      seen.enough += since === null ? 0 : 1;
      seen.freed += freedAt === null ? 0 : 1;
      seen.held += held > 0 ? 1 : 0;
      db.close();
    }),
    { numRuns: runs(60, 1_500), seed: 20_261_123 },
  );
  expect(Object.entries(seen).filter(([, count]) => count < 10)).toEqual([]);
});
