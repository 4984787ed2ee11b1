// A vault that every test can buy from: the bars that operators would have received, in four statements.

import { readFreeE4 } from '../../worker/db/stock.ts';
import { fineE3Of } from '../../worker/domain/bars.ts';
import { costOf } from '../../worker/domain/fees.ts';
import { DEPOSIT_MIN_CENTS } from '../../worker/domain/limits.ts';
import type { TradedMetal } from '../../worker/domain/metals.ts';
import { NEXT_SEQ } from '../../worker/ledger/statements.ts';
import { createCustomer } from './customers.ts';
import { endow, fund } from './funds.ts';

/** The heaviest there are of each metal, so that few are enough for the largest orders. */
const BARS = [
  { metal: 'gold', grossE3: 430_000, assayE1: 9_999, count: 800 },
  { metal: 'silver', grossE3: 1_100_000, assayE1: 9_999, count: 400 },
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

/** The most that an account may hold. */
const ONE_HOLDS_E4 = 3_000_000_000;

/** Sells all but `leaveE4` of what the vault has, to customers of the test's own. */
export async function buyOut(env: Env, metal: TradedMetal, leaveE4: number): Promise<void> {
  for (let left = (await readFreeE4(env.DB, metal)) - leaveE4; left > 0; left -= ONE_HOLDS_E4) {
    const ouncesE4 = Math.min(left, ONE_HOLDS_E4);
    const whale = await createCustomer(env);
    await fund(env.DB, whale, Math.max(DEPOSIT_MIN_CENTS, costOf('buy', ouncesE4, 1).totalCents));
    await endow(env.DB, whale, { metal, ouncesE4, priceCents: 1 });
  }
}
