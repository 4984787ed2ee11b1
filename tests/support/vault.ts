// A vault that every test can buy from: the bars that operators would have received, in four statements.

import { fineE3Of } from '../../worker/domain/bars.ts';
import { NEXT_SEQ } from '../../worker/ledger/statements.ts';

/** The heaviest there are of each metal, so that few are enough for the largest orders. */
const BARS = [
  { metal: 'gold', grossE3: 430_000, assayE1: 9_999, count: 250 },
  { metal: 'silver', grossE3: 1_100_000, assayE1: 9_999, count: 200 },
] as const;

export async function fillVault(db: D1Database): Promise<void> {
  await db.batch(BARS.flatMap((bars) => barStatements(db, bars)));
}

function barStatements(
  db: D1Database,
  { metal, grossE3, assayE1, count }: (typeof BARS)[number],
): D1PreparedStatement[] {
  const each = `WITH RECURSIVE bar (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM bar WHERE n < ?1)`;
  const name = `'vault-${metal}-' || n`;
  const fineE3 = fineE3Of(grossE3, assayE1);
  const entry = (line: number, account: string, amount: number) =>
    db
      .prepare(
        `${each} INSERT INTO entries (operation_id, line, account_id, asset, amount)
         SELECT ${name}, ?2, ?3, ?4, ?5 FROM bar`,
      )
      .bind(count, line, account, metal, amount);
  return [
    db
      .prepare(
        `${each} INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
         SELECT ${name}, ${NEXT_SEQ} + n - 1, 'house:suppliers', 'house', 'in:' || ${name}, 'vault', 'bar', ?2 FROM bar`,
      )
      // Of today, so that no day before is due to be closed.
      .bind(count, Date.now()),
    db
      .prepare(
        `${each} INSERT INTO bars (id, metal, refiner, serial, gross_e3, assay_e1, fine_e3, sample, in_operation)
         SELECT ${name}, ?2, 'Tests', 'VAULT' || n, ?3, ?4, ?5, 1, ${name} FROM bar`,
      )
      .bind(count, metal, grossE3, assayE1, fineE3),
    entry(1, 'house:metal-inventory', fineE3 * 10),
    entry(2, 'house:suppliers', -fineE3 * 10),
  ];
}
