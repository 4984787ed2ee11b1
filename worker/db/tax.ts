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

/** From when on there are movements, and what was chosen: all that a list of the years needs. */
export type TaxOutline = {
  readonly openedAt: number;
  /** The time of the first movement; null of none. */
  readonly firstAt: number | null;
  readonly choices: ReadonlyMap<number, TaxChoice>;
};

export type TaxRecord = TaxOutline & {
  /** The last operation that is counted. */
  readonly seqTo: number;
  readonly movements: readonly TaxMovement[];
};

/** In one query: of a long life they are read in several, so that none keeps the database from everybody else. */
const MOVEMENTS_AT_A_TIME = 2_000;
type MovementRow = TaxMovement & { readonly seq: number };

export async function readTaxOutline(db: D1Database, accountId: string): Promise<TaxOutline> {
  return (await readBeginning(db, accountId, 1)).outline;
}

/** As of one moment of the database: what is committed later has a higher number, and what is completed stays as it is. */
export async function readTaxRecord(
  db: D1Database,
  accountId: string,
  atATime: number = MOVEMENTS_AT_A_TIME,
): Promise<TaxRecord> {
  const { outline, seqTo, rows } = await readBeginning(db, accountId, atATime);
  const movements: TaxMovement[] = [];
  for (let page = rows; ;) {
    movements.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < atATime) return { ...outline, seqTo, movements };
    const rest = { after: last.seq, upTo: seqTo };
    page = (await movementsStatement(db, accountId, rest, atATime).run<MovementRow>()).results;
  }
}

async function readBeginning(db: D1Database, accountId: string, limit: number) {
  const [account, first, choices] = await db.batch<unknown>([
    db
      .prepare(
        `SELECT created_at AS openedAt, (SELECT coalesce(max(seq), 0) FROM operations) AS seqTo FROM accounts WHERE id = ? AND kind = 'customer'`,
      )
      .bind(accountId),
    movementsStatement(db, accountId, { after: 0, upTo: Number.MAX_SAFE_INTEGER }, limit),
    db
      .prepare(
        'SELECT year, method, method_fixed_at AS methodFixedAt, regime FROM tax_choices WHERE user_id = ?',
      )
      .bind(accountId),
  ]);
  const [facts] = (account?.results ?? []) as { openedAt: number; seqTo: number }[];
  if (facts === undefined) throw new Error('a customer has an account');
  const rows = (first?.results ?? []) as MovementRow[];
  const chosen = (choices?.results ?? []) as ({ readonly year: number } & TaxChoice)[];
  const outline: TaxOutline = {
    openedAt: facts.openedAt,
    firstAt: rows[0]?.at ?? null,
    choices: new Map(chosen.map(({ year, ...choice }) => [year, choice])),
  };
  return { outline, seqTo: facts.seqTo, rows };
}

/** By the index of an account's operations in their order. */
function movementsStatement(
  db: D1Database,
  accountId: string,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  limit: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT o.seq, t.id, coalesce(t.settled_at, t.created_at) AS at, coalesce(t.reversed_type, t.type) AS type, t.reverses, t.metal,
         t.ounces_e4 AS ouncesE4, t.total_cents AS totalCents
       FROM operations o CROSS JOIN transactions t ON t.operation_id = o.id
       WHERE o.account_id = ?1 AND o.seq > ?2 AND o.seq <= ?3
         AND t.status = 'completed' AND coalesce(t.reversed_type, t.type) IN (${wordsSql(TAX_TYPES)})
       ORDER BY o.seq LIMIT ?4`,
    )
    .bind(accountId, after, upTo, limit);
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
