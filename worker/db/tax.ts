// What the tax workbook is made of: a customer's movements of metal in the order of their commits, and what they chose for a year.

import { TAX_TYPES, type TaxMethod, type TaxMovement } from '../domain/tax/workbook.ts';
import type { TaxRegime } from '../domain/tax/regimes.ts';
import { wordsSql } from './words.ts';

export type TaxChoice = {
  readonly method: TaxMethod | null;
  /** When the first file was made with the method; from then on it stays. */
  readonly methodFixedAt: number | null;
  readonly regime: TaxRegime | null;
};
export const NO_CHOICE: TaxChoice = { method: null, methodFixedAt: null, regime: null };

export type TaxRecord = {
  readonly openedAt: number;
  /** The last operation that is counted. */
  readonly seqTo: number;
  readonly movements: readonly TaxMovement[];
  readonly choices: ReadonlyMap<number, TaxChoice>;
};

/** All of it at one moment of the database. */
export async function readTaxRecord(db: D1Database, accountId: string): Promise<TaxRecord> {
  const [account, movements, choices] = await db.batch<unknown>([
    db
      .prepare(
        `SELECT created_at AS openedAt, (SELECT coalesce(max(seq), 0) FROM operations) AS seqTo FROM accounts WHERE id = ? AND kind = 'customer'`,
      )
      .bind(accountId),
    db
      .prepare(
        `SELECT t.id, coalesce(t.settled_at, t.created_at) AS at, coalesce(t.reversed_type, t.type) AS type, t.reverses, t.metal,
           t.ounces_e4 AS ouncesE4, t.total_cents AS totalCents
         FROM transactions t JOIN operations o ON o.id = t.operation_id
         WHERE t.account_id = ? AND t.status = 'completed' AND coalesce(t.reversed_type, t.type) IN (${wordsSql(TAX_TYPES)})
         ORDER BY o.seq`,
      )
      .bind(accountId),
    db
      .prepare(
        'SELECT year, method, method_fixed_at AS methodFixedAt, regime FROM tax_choices WHERE user_id = ?',
      )
      .bind(accountId),
  ]);
  const [facts] = (account?.results ?? []) as Pick<TaxRecord, 'openedAt' | 'seqTo'>[];
  if (facts === undefined) throw new Error('a customer has an account');
  const chosen = (choices?.results ?? []) as ({ readonly year: number } & TaxChoice)[];
  return {
    ...facts,
    movements: (movements?.results ?? []) as TaxMovement[],
    choices: new Map(chosen.map(({ year, ...choice }) => [year, choice])),
  };
}

/** Writes what is named. A method that is fixed stays, whoever asks at the same time; the answer is what holds now. */
export async function chooseForYear(
  db: D1Database,
  userId: string,
  year: number,
  chosen: { readonly method?: TaxMethod | null | undefined; readonly regime?: TaxRegime | null | undefined },
  now: number,
): Promise<TaxChoice> {
  const named = (value: unknown) => (value === undefined ? 0 : 1);
  const row = await db
    .prepare(
      `INSERT INTO tax_choices (user_id, year, method, regime, updated_at) VALUES (?1, ?2, ?3, ?4, ?5)
       ON CONFLICT (user_id, year) DO UPDATE SET
         method = iif(?6 AND method_fixed_at IS NULL, excluded.method, method),
         regime = iif(?7, excluded.regime, regime), updated_at = excluded.updated_at
       RETURNING method, method_fixed_at AS methodFixedAt, regime`,
    )
    .bind(
      userId,
      year,
      chosen.method ?? null,
      chosen.regime ?? null,
      now,
      named(chosen.method),
      named(chosen.regime),
    )
    .first<TaxChoice>();
  return row ?? NO_CHOICE;
}

/** Before a file of the year is made: the method that it is made with, which stays from now on. */
export async function fixMethod(db: D1Database, userId: string, year: number, now: number): Promise<void> {
  await db
    .prepare(
      'UPDATE tax_choices SET method_fixed_at = ?3 WHERE user_id = ?1 AND year = ?2 AND method IS NOT NULL AND method_fixed_at IS NULL',
    )
    .bind(userId, year, now)
    .run();
}

/** Who the customer is, as files show it. */
export async function findHolder(
  db: D1Database,
  userId: string,
): Promise<{ readonly holderName: string | null; readonly holderNumber: string | null }> {
  const row = await db
    .prepare(
      `SELECT u.full_name AS holderName, i.masked AS holderNumber FROM users u LEFT JOIN identities i ON i.user_id = u.id WHERE u.id = ?`,
    )
    .bind(userId)
    .first<{ readonly holderName: string; readonly holderNumber: string | null }>();
  return row ?? { holderName: null, holderNumber: null };
}
