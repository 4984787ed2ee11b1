// What a statement is made of, read from entries and closes, and the statements that were made.

import { asc, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { DayClose } from '../domain/day-closes.ts';
import type { Language } from '../domain/settings-rules.ts';
import type {
  MovementFacts,
  StatementBalance,
  StorageDay,
  UncreditedDeposit,
  WordedFormat,
} from '../domain/statements.ts';
import { iso } from '../domain/time.ts';
import { dayCloses } from './schema.ts';
import { sha256Hex } from './sha256.ts';

/** The closes of the last days of months, ascending. */
export async function readMonthCloses(db: D1Database): Promise<DayClose[]> {
  return drizzle(db)
    .select()
    .from(dayCloses)
    .where(sql`${dayCloses.day} = date(${dayCloses.day}, 'start of month', '+1 month', '-1 day')`)
    .orderBy(asc(dayCloses.day));
}

/** When a customer's account was opened; null where there is none. */
export function openedAt(db: D1Database, accountId: string): Promise<number | null> {
  return db
    .prepare(`SELECT created_at AS at FROM accounts WHERE id = ?1 AND kind = 'customer'`)
    .bind(accountId)
    .first<number>('at');
}

/** The last place in the order of commits; 0 before the first. */
export async function lastSeq(db: D1Database): Promise<number> {
  return (await db.prepare(`SELECT max(seq) AS seq FROM operations`).first<number>('seq')) ?? 0;
}

type Range = { readonly from: number; readonly to: number };

/** What the account had after the operation `from` and after `to`: all its entries up to there, added up. */
export async function readEnds(
  db: D1Database,
  accountId: string,
  { from, to }: Range,
): Promise<{ readonly opening: StatementBalance; readonly closing: StatementBalance }> {
  const sum = (name: string, value: string, of: string) =>
    `coalesce(sum(iif(seq <= ?2 AND ${of}, ${value}, 0)), 0) AS ${name}From,
     coalesce(sum(iif(${of}, ${value}, 0)), 0) AS ${name}To`;
  const [moved, basis] = await db.batch<Record<string, number>>([
    db
      .prepare(
        `SELECT ${sum('cash', 'amount', "asset = 'usd'")}, ${sum('gold', 'amount', "asset = 'gold'")},
           ${sum('silver', 'amount', "asset = 'silver'")}
         FROM entries CROSS JOIN operations o ON o.id = entries.operation_id WHERE entries.account_id = ?1 AND o.seq <= ?3`,
      )
      .bind(accountId, from, to),
    db
      .prepare(
        `SELECT ${sum('gold', 'basis', "metal = 'gold'")}, ${sum('silver', 'basis', "metal = 'silver'")}
         FROM (SELECT o.seq, t.metal, iif(t.type = 'buy', t.total_cents, 0) - coalesce(t.basis_removed_cents, 0) AS basis
           FROM operations o JOIN transactions t ON t.operation_id = o.id
           WHERE o.account_id = ?1 AND o.seq <= ?3 AND t.metal IS NOT NULL)`,
      )
      .bind(accountId, from, to),
  ]);
  const at = (end: 'From' | 'To'): StatementBalance => ({
    cashCents: moved?.results[0]?.[`cash${end}`] ?? 0,
    goldE4: moved?.results[0]?.[`gold${end}`] ?? 0,
    silverE4: moved?.results[0]?.[`silver${end}`] ?? 0,
    goldBasisCents: basis?.results[0]?.[`gold${end}`] ?? 0,
    silverBasisCents: basis?.results[0]?.[`silver${end}`] ?? 0,
  });
  return { opening: at('From'), closing: at('To') };
}

type MovementRow = Omit<MovementFacts, 'at' | 'priceBasisSha256'> & {
  readonly createdAt: number;
  readonly quoteBasis: string | null;
};

/** In one query; a month may have many times as many. */
const ROWS_AT_A_TIME = 2_000;

/**
 * The operations that moved the account's cash or metal, in the order of commits. A deposit is its settlement. A withdrawal moves cash when
 * it is asked for; where it was given back, that is a movement of its own, which names the withdrawal.
 */
export async function readMovements(
  db: D1Database,
  accountId: string,
  { from, to }: Range,
  rowsAtATime: number = ROWS_AT_A_TIME,
): Promise<MovementFacts[]> {
  const movements: MovementFacts[] = [];
  for (let after = from; ;) {
    const { results } = await movementsStatement(
      db,
      accountId,
      { from: after, to },
      rowsAtATime,
    ).run<MovementRow>();
    movements.push(...(await Promise.all(results.map(factsOf))));
    const last = results.at(-1);
    if (last === undefined || results.length < rowsAtATime) return movements;
    after = last.seq;
  }
}

async function factsOf({ createdAt, quoteBasis, ...row }: MovementRow): Promise<MovementFacts> {
  return {
    ...row,
    at: iso(createdAt),
    priceBasisSha256: quoteBasis === null ? null : await sha256Hex(new TextEncoder().encode(quoteBasis)),
  };
}

function movementsStatement(
  db: D1Database,
  accountId: string,
  { from, to }: Range,
  limit: number,
): D1PreparedStatement {
  const moved = (asset: string) =>
    `coalesce((SELECT sum(e.amount) FROM entries e WHERE e.operation_id = o.id AND +e.account_id = ?1 AND e.asset = '${asset}'), 0)`;
  return db
    .prepare(
      `SELECT o.seq, o.created_at AS createdAt, o.id AS operation, o.quote_basis AS quoteBasis, t.id AS "transaction",
         iif(o.id = t.operation_id OR t.type <> 'withdrawal', t.type, 'withdrawal-return') AS type, t.reverses,
         t.reversed_type AS reversedType, t.metal, t.ounces_e4 AS ouncesE4, t.price_cents AS priceCents,
         t.subtotal_cents AS subtotalCents, t.fee_cents AS feeCents, t.total_cents AS totalCents,
         t.basis_removed_cents AS basisRemovedCents, t.method, t.gateway, iif(t.type = 'reversal', t.notes, NULL) AS note,
         ${moved('usd')} AS cashCents, ${moved('gold')} AS goldE4, ${moved('silver')} AS silverE4
       FROM operations o
         JOIN transactions t ON t.id = coalesce((SELECT d.id FROM deposits d WHERE d.settlement_id = o.id),
           (SELECT w.id FROM withdrawals w WHERE w.end_id = o.id), (SELECT own.id FROM transactions own WHERE own.operation_id = o.id))
       WHERE o.account_id = ?1 AND o.seq > ?2 AND o.seq <= ?3
         AND EXISTS (SELECT 1 FROM entries e WHERE e.operation_id = o.id AND +e.account_id = ?1)
       ORDER BY o.seq LIMIT ?4`,
    )
    .bind(accountId, from, to, limit);
}

/** Deposits begun after `from` and not credited up to `to`, as they were announced: whatever becomes of them later, this stays true. */
export async function readUncredited(
  db: D1Database,
  accountId: string,
  { from, to }: Range,
): Promise<UncreditedDeposit[]> {
  const { results } = await db
    .prepare(
      `SELECT d.id AS "transaction", o.created_at AS createdAt, d.method, coalesce(d.announced_cents, d.amount_cents) AS amountCents
       FROM operations o JOIN transactions t ON t.operation_id = o.id JOIN deposits d ON d.id = t.id
       WHERE o.account_id = ?1 AND o.kind = 'deposit' AND o.seq > ?2 AND o.seq <= ?3
         AND NOT EXISTS (SELECT 1 FROM operations s WHERE s.id = d.settlement_id AND s.seq <= ?3)
       ORDER BY o.seq`,
    )
    .bind(accountId, from, to)
    .run<Omit<UncreditedDeposit, 'at'> & { readonly createdAt: number }>();
  return results.map(({ transaction, createdAt, method, amountCents }) => ({
    transaction,
    at: iso(createdAt),
    method,
    amountCents,
  }));
}

/** The days of the month that counted: written with their closes, and never changed. */
export async function readStorageDays(
  db: D1Database,
  accountId: string,
  month: string,
): Promise<StorageDay[]> {
  const { results } = await db
    .prepare(
      `SELECT day, value_cents AS valueCents, excess_cents AS excessCents FROM storage_days
       WHERE account_id = ?1 AND day >= ?2 || '-01' AND day <= ?2 || '-31' ORDER BY day`,
    )
    .bind(accountId, month)
    .run<StorageDay>();
  return results;
}

export type StatementRow = {
  readonly accountId: string;
  readonly month: string;
  readonly template: number;
  readonly seqFrom: number;
  readonly seqTo: number;
  readonly movements: number;
  readonly cashCents: number;
  readonly goldE4: number;
  readonly silverE4: number;
  readonly previousSha256: string | null;
  readonly sha256: string;
  readonly kid: string;
  readonly signature: string;
  readonly issuedAt: number;
  readonly origin: string;
  readonly madeAt: number;
};

export type MadeStatement = StatementRow & {
  readonly holderName: string | null;
  readonly holderNumber: string | null;
};

const COLUMNS = `account_id AS accountId, month, template, seq_from AS seqFrom, seq_to AS seqTo, movements, cash_cents AS cashCents,
  gold_e4 AS goldE4, silver_e4 AS silverE4, previous_sha256 AS previousSha256, sha256, kid, signature, issued_at AS issuedAt,
  holder_name AS holderName, holder_number AS holderNumber, origin, made_at AS madeAt`;

/** Whoever has a statement. */
export async function withStatements(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT DISTINCT account_id AS id FROM statements ORDER BY 1`)
    .run<{ id: string }>();
  return results.map(({ id }) => id);
}

/** All that were made, ascending: month follows month. */
export async function listStatements(db: D1Database, accountId: string): Promise<MadeStatement[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM statements WHERE account_id = ?1 ORDER BY month`)
    .bind(accountId)
    .run<MadeStatement>();
  return results;
}

/** Who the customer is now is kept with it. Of two that are made at the same time the first stays: both are the same. */
export function insertStatement(db: D1Database, row: StatementRow): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO statements (account_id, month, template, seq_from, seq_to, movements, cash_cents, gold_e4, silver_e4,
         previous_sha256, sha256, kid, signature, issued_at, holder_name, holder_number, origin, made_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, iif(u.closed_at IS NULL, u.full_name, NULL), i.masked, ?15, ?16
       FROM users u LEFT JOIN identities i ON i.user_id = u.id
       WHERE u.id = ?1 AND NOT EXISTS (SELECT 1 FROM statements WHERE account_id = ?1 AND month = ?2)`,
    )
    .bind(
      row.accountId,
      row.month,
      row.template,
      row.seqFrom,
      row.seqTo,
      row.movements,
      row.cashCents,
      row.goldE4,
      row.silverE4,
      row.previousSha256,
      row.sha256,
      row.kid,
      row.signature,
      row.issuedAt,
      row.origin,
      row.madeAt,
    );
}

export type FileSignature = {
  readonly sha256: string;
  readonly kid: string;
  readonly signature: string;
  readonly issuedAt: number;
};
type FileOf = {
  readonly accountId: string;
  readonly month: string;
  readonly format: WordedFormat;
  readonly language: Language;
};

/** The signature that a file was given the first time; null while nobody has had it. */
export function findFileSignature(
  db: D1Database,
  { accountId, month, format, language }: FileOf,
): Promise<FileSignature | null> {
  return db
    .prepare(
      `SELECT sha256, kid, signature, issued_at AS issuedAt FROM statement_files
       WHERE account_id = ?1 AND month = ?2 AND format = ?3 AND language = ?4`,
    )
    .bind(accountId, month, format, language)
    .first<FileSignature>();
}

export async function keepFileSignature(db: D1Database, of: FileOf, signed: FileSignature): Promise<void> {
  await db
    .prepare(
      `INSERT INTO statement_files (account_id, month, format, language, sha256, kid, signature, issued_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING`,
    )
    .bind(
      of.accountId,
      of.month,
      of.format,
      of.language,
      signed.sha256,
      signed.kid,
      signed.signature,
      signed.issuedAt,
    )
    .run();
}

/** Up to which operation the month's statements were made; null before the job's first run. */
export function seqDone(db: D1Database, month: string): Promise<number | null> {
  return db
    .prepare(`SELECT seq_done AS seq FROM statement_runs WHERE month = ?1`)
    .bind(month)
    .first<number>('seq');
}

/** Never back: another run may have come further. */
export async function noteSeqDone(db: D1Database, month: string, seq: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO statement_runs (month, seq_done) VALUES (?1, ?2)
       ON CONFLICT (month) DO UPDATE SET seq_done = max(seq_done, excluded.seq_done)`,
    )
    .bind(month, seq)
    .run();
}

/** The customers of the next operations that moved something, with the last operation looked at; null after the end. */
export async function nextMovers(
  db: D1Database,
  { from, to }: Range,
  operations: number,
): Promise<{ readonly accountIds: readonly string[]; readonly seq: number } | null> {
  const { results } = await db
    .prepare(
      `SELECT o.seq, o.account_id AS accountId, EXISTS (SELECT 1 FROM entries e WHERE e.operation_id = o.id) AS moved
       FROM operations o JOIN accounts a ON a.id = o.account_id AND a.kind = 'customer'
       WHERE o.seq > ?1 AND o.seq <= ?2 ORDER BY o.seq LIMIT ?3`,
    )
    .bind(from, to, operations)
    .run<{ readonly seq: number; readonly accountId: string; readonly moved: number }>();
  const last = results.at(-1);
  if (last === undefined) return null;
  const movers = results.filter(({ moved }) => moved === 1).map(({ accountId }) => accountId);
  return { accountIds: [...new Set(movers)], seq: results.length < operations ? to : last.seq };
}
