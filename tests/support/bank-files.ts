// Files of the bank for tests: a statement in dollars as CSV, handed in by an operator of the books in Node.

import type { NodeD1 } from '../../worker/commands/node-d1.ts';
import type { BankSource } from '../../worker/domain/bank-files.ts';
import { BANK_RULES } from '../../worker/db/bank-rules.ts';
import { loadBankFile } from '../../worker/services/operators/load-bank-file.ts';
import { asD1 } from './node-books.ts';

export const BANKER = {
  actorId: 'operator',
  actor: 'operator@example.com',
  device: null,
  place: null,
} as const;

export type Row = {
  readonly day: string;
  readonly cents: number;
  readonly id?: string;
  /** What the bank says is there after it. */
  readonly balance?: number;
};

export const csvOf = (rows: readonly Row[]): Uint8Array =>
  new TextEncoder().encode(
    [
      'date,amount,reference,description,balance',
      ...rows.map(({ day, cents, id = '', balance }) =>
        [
          day,
          (cents / 100).toFixed(2),
          id,
          '',
          balance === undefined ? '' : (balance / 100).toFixed(2),
        ].join(),
      ),
    ].join('\n'),
  );

export const bankDeps = (db: NodeD1, now: number) => ({
  db: asD1(db),
  now: () => now,
  newId: () => crypto.randomUUID(),
});

export async function load(db: NodeD1, rows: readonly Row[], now: number, source: BankSource = 'dollars') {
  return loadBankFile(bankDeps(db, now), BANKER, {
    source,
    label: 'november.csv',
    bytes: csvOf(rows),
    account: null,
  });
}

/** What the nightly check says of the files. */
export const bankFindings = (db: NodeD1): string[] =>
  BANK_RULES.flatMap(({ rule, sql }) =>
    db
      .prepared(sql)
      .all()
      .map(() => rule),
  );
