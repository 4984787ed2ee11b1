// The register of bars: read here, written by worker/ledger/bars.ts together with the entries of the bar.

import type { BarFacts } from '../domain/bars.ts';
import type { TimeCursor } from '../domain/cursors.ts';
import type { TradedMetal } from '../domain/metals.ts';
import { readD1Error } from './d1-errors.ts';

export type BarRow = BarFacts & {
  readonly id: string;
  readonly fineE3: number;
  /** Made up by a local seed. */
  readonly sample: number;
  readonly inAt: number;
  /** Null: it is in the vault. */
  readonly outAt: number | null;
};

const SELECT = `SELECT b.id, b.metal, b.refiner, b.serial, b.gross_e3 AS grossE3, b.assay_e1 AS assayE1, b.fine_e3 AS fineE3, b.sample,
    came.created_at AS inAt, went.created_at AS outAt
  FROM bars b JOIN operations came ON came.id = b.in_operation LEFT JOIN operations went ON went.id = b.out_operation`;

/** The one that is in the vault under this name. */
export async function findBarInVault(
  db: D1Database,
  { metal, refiner, serial }: Pick<BarFacts, 'metal' | 'refiner' | 'serial'>,
): Promise<BarRow | null> {
  return db
    .prepare(
      `${SELECT} WHERE b.metal = ?1 AND b.refiner = ?2 COLLATE NOCASE AND b.serial = ?3 AND b.out_operation IS NULL`,
    )
    .bind(metal, refiner, serial)
    .first<BarRow>();
}

export async function findBar(db: D1Database, id: string): Promise<BarRow | null> {
  return db.prepare(`${SELECT} WHERE b.id = ?1`).bind(id).first<BarRow>();
}

export type BarsFilter = {
  readonly where: 'vault' | 'gone';
  readonly metal: TradedMetal | null;
  /** A part of the serial number or of the refiner's name. */
  readonly find: string;
  readonly after?: TimeCursor | undefined;
  readonly limit: number;
};

/** Those that came in last first. */
export async function listBars(db: D1Database, filter: BarsFilter): Promise<BarRow[]> {
  const { where, metal, find, after, limit } = filter;
  const values: (string | number)[] = [];
  const bound = (value: string | number): string => `?${values.push(value)}`;
  const conditions = [
    `b.out_operation IS ${where === 'vault' ? 'NULL' : 'NOT NULL'}`,
    ...(metal === null ? [] : [`b.metal = ${bound(metal)}`]),
    ...(find === ''
      ? []
      : [
          `(instr(b.serial, ${bound(find.toUpperCase())}) > 0 OR instr(lower(b.refiner), ${bound(find.toLowerCase())}) > 0)`,
        ]),
    ...(after === undefined ? [] : [`(came.created_at, b.id) < (${bound(after.at)}, ${bound(after.id)})`]),
  ];
  const { results } = await db
    .prepare(
      `${SELECT} WHERE ${conditions.join(' AND ')} ORDER BY came.created_at DESC, b.id DESC LIMIT ${bound(limit)}`,
    )
    .bind(...values)
    .all<BarRow>();
  return results;
}

export type BarSum = {
  readonly metal: TradedMetal;
  readonly bars: number;
  readonly samples: number;
  readonly fineE3: number;
};

/** Of the bars in the vault, by metal; no row for a metal without one. */
export async function sumBars(db: D1Database): Promise<BarSum[]> {
  const { results } = await db
    .prepare(
      `SELECT metal, count(*) AS bars, sum(sample) AS samples, sum(fine_e3) AS fineE3 FROM bars
       WHERE out_operation IS NULL GROUP BY metal`,
    )
    .all<BarSum>();
  return results;
}

/** Whether a batch failed because the bar is in the vault already. */
export function isBarInVaultError(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns.includes('bars.serial');
}
