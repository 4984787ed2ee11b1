// What a portfolio's value over time is made of: how the account moved within a range, and the stored prices of it.
// Read in one batch, so that balances and movements are of one moment.

import { BONUS_HOLD_MS } from '../domain/limits.ts';
import type { Resolution } from '../domain/history-ranges.ts';
import { TRADED_METALS, type TradedMetal } from '../domain/metals.ts';
import {
  knownPrice,
  type KnownPrice,
  partsOf,
  type Position,
  type PositionChange,
  type TimeGrid,
} from '../domain/portfolio-history.ts';
import type { StoredKind } from './candles.ts';

/** When the account's first money or metal moved; null before. One row, by operations_by_account. */
export async function firstMovement(db: D1Database, accountId: string): Promise<number | null> {
  return db
    .prepare(
      `SELECT o.created_at AS at FROM operations o
       WHERE o.account_id = ?1 AND EXISTS (SELECT 1 FROM entries e WHERE e.operation_id = o.id)
       ORDER BY o.created_at LIMIT 1`,
    )
    .bind(accountId)
    .first<number>('at');
}

export type HistoryFacts = {
  /** As it is now, all of `changes` included. */
  readonly position: Position;
  /** Ascending by step. */
  readonly changes: readonly PositionChange[];
  readonly prices: Readonly<Record<TradedMetal, readonly KnownPrice[]>>;
  /** Also of a bonus that is due and not yet written as free. */
  readonly bonusFreedAt: number | null;
  /** Rows the database read: a test holds it near the number of points. */
  readonly rowsRead: number;
};

export async function readHistoryFacts(
  db: D1Database,
  accountId: string,
  kind: StoredKind | null,
  grid: TimeGrid,
): Promise<HistoryFacts> {
  const priced = kind === null ? [] : TRADED_METALS.map((metal) => pricesStatement(db, metal, kind, grid));
  const replies = await db.batch<unknown>([
    positionStatement(db, accountId, grid.times.at(-1) ?? 0),
    changesStatement(db, accountId, grid),
    ...priced,
  ]);
  const [position, changes, ...prices] = replies.map(({ results }) => results);
  const now = (position as (PositionRow & { bonusFreedAt: number | null })[] | undefined)?.[0];
  if (now === undefined) throw new Error('a customer has an account');
  const pricesOf = (metal: TradedMetal) =>
    knownPrices((prices[TRADED_METALS.indexOf(metal)] ?? []) as PriceRow[]);
  return {
    position: positionOf({ ...now, paidInCents: 0 }),
    bonusFreedAt: now.bonusFreedAt,
    changes: (changes as ChangeRow[]).map((row) => ({ step: row.step, by: positionOf(row) })),
    prices: { gold: pricesOf('gold'), silver: pricesOf('silver') },
    rowsRead: replies.reduce((sum, { meta }) => sum + meta.rows_read, 0),
  };
}

type PositionRow = {
  readonly cashCents: number;
  readonly goldE4: number;
  readonly silverE4: number;
  readonly bonusE4: number;
};
type ChangeRow = PositionRow & { readonly step: number; readonly paidInCents: number };

function positionOf(row: Omit<ChangeRow, 'step'>): Position {
  return {
    cashCents: row.cashCents,
    paidInCents: row.paidInCents,
    ouncesE4: { gold: row.goldE4, silver: row.silverE4 },
    bonusE4: row.bonusE4,
  };
}

function positionStatement(db: D1Database, accountId: string, now: number): D1PreparedStatement {
  const held = (metal: TradedMetal) =>
    `coalesce((SELECT ounces_e4 FROM holdings WHERE account_id = a.id AND metal = '${metal}'), 0)`;
  return db
    .prepare(
      `SELECT a.cash_cents AS cashCents, ${held('gold')} AS goldE4, ${held('silver')} AS silverE4,
         coalesce(a.bonus_freed_at, iif(a.bonus_since <= ?2 - ${BONUS_HOLD_MS}, a.bonus_since + ${BONUS_HOLD_MS}, NULL)) AS bonusFreedAt,
         coalesce((SELECT sum(e.amount) FROM operations b JOIN entries e ON e.operation_id = b.id AND e.account_id = b.account_id
           WHERE b.account_id = a.id AND b.kind = 'bonus' AND NOT EXISTS (SELECT 1 FROM operations r WHERE r.reverses = b.id)), 0) AS bonusE4
       FROM accounts a WHERE a.id = ?1 AND a.kind = 'customer'`,
    )
    .bind(accountId, now);
}

const CHANGED = 'cash_cents, paid_in_cents, gold_e4, silver_e4, bonus_e4';

/**
 * What moved since the first moment, summed up to each moment of the grid: at most one row per moment, from the account's days and
 * hours and few of its movements (0045_account_days.sql). A movement belongs to the first moment at or after it, and to the last one if
 * it comes later. Cast, because D1 binds every number as REAL, whose division is not whole.
 */
function changesStatement(db: D1Database, accountId: string, grid: TimeGrid): D1PreparedStatement {
  const { movements, hours, days } = partsOf(grid);
  const spans = [...movements, hours, days].flatMap(({ after, upTo }) => [after, upTo]);
  const within = (at: string, span: number) =>
    `account_id = ?1 AND ${at} > ?${span} AND ${at} <= ?${span + 1}`;
  return db
    .prepare(
      `SELECT step, sum(cash_cents) AS cashCents, sum(paid_in_cents) AS paidInCents, sum(gold_e4) AS goldE4,
         sum(silver_e4) AS silverE4, sum(bonus_e4) AS bonusE4
       FROM (
         SELECT *, iif(at <= ?2, 0, min(?5, 1 + max(0,
           (at - CAST(?3 AS INTEGER) + CAST(?4 AS INTEGER) - 1) / CAST(?4 AS INTEGER)))) AS step
         FROM (
           SELECT at, ${CHANGED} FROM account_movements WHERE ${within('at', 6)}
           UNION ALL SELECT at, ${CHANGED} FROM account_movements WHERE ${within('at', 8)}
           UNION ALL SELECT ended_at, ${CHANGED} FROM account_hours WHERE ${within('ended_at', 10)}
           UNION ALL SELECT ended_at, ${CHANGED} FROM account_days WHERE ${within('ended_at', 12)}))
       GROUP BY step ORDER BY step`,
    )
    .bind(accountId, grid.times[0] ?? 0, grid.roundFrom, grid.stepMs, grid.times.length - 1, ...spans);
}

type PriceRow = {
  readonly resolution: Resolution;
  readonly at: number;
  readonly close: number;
};

/**
 * The closes of the grid's candles, and beside them the last hours before both ends, so that the first and the last value
 * are as fresh as what is stored. An average belongs to the whole of its period, so to its start.
 */
function pricesStatement(
  db: D1Database,
  metal: TradedMetal,
  kind: StoredKind,
  grid: TimeGrid,
): D1PreparedStatement {
  const candles = (resolution: string, bounds: string) =>
    `SELECT resolution, iif(basis = 'observed', last_at, start_at) AS at, close_cents AS close
     FROM candles WHERE metal = ?1 AND kind = ?2 AND resolution = ${resolution} AND ${bounds}`;
  const before = (resolution: string, end: string) =>
    `SELECT * FROM (${candles(resolution, `start_at <= ${end}`)} ORDER BY start_at DESC LIMIT 2)`;
  return db
    .prepare(
      `${candles('?3', 'start_at > ?4 AND start_at <= ?5')}
       UNION ALL ${before('?3', '?4')}
       UNION ALL ${before(`'hour'`, '?4')}
       UNION ALL ${before(`'hour'`, '?5')}`,
    )
    .bind(metal, kind, grid.resolution, grid.times[0] ?? 0, grid.times.at(-1) ?? 0);
}

function knownPrices(rows: readonly PriceRow[]): KnownPrice[] {
  return rows
    .map(({ at, close, resolution }) => knownPrice(at, close, resolution))
    .sort((a, b) => a.at - b.at || a.until - b.until);
}
