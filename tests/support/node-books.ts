// Books in Node: the database that the migrations make, and operations that move what a test says, by any clock.

import { NodeD1 } from '../../worker/commands/node-d1.ts';
import type { DayClose } from '../../worker/domain/day-closes.ts';
import { createUserStatements } from '../../worker/db/users.ts';
import { HOUSE, insertEntries, insertOperation, moveCash } from '../../worker/ledger/statements.ts';
import { completeDeposit, reserveDeposit } from '../../worker/ledger/deposits.ts';
import { openAccount } from '../../worker/ledger/open-account.ts';
import { NEW_KEY } from '../fixtures/signing-keys.ts';
import { copyInto, currentDatabase, migrate } from './migrations.ts';

/** With the tables of all migrations; of a test, in memory. */
export function migratedDatabase(path?: string): NodeD1 {
  return path === undefined
    ? copyOf((migrated ??= copyInto(NodeD1, currentDatabase())))
    : migrate(new NodeD1(path));
}

/** The same database, apart from then on, in memory. */
export const copyOf = (db: NodeD1): NodeD1 => copyInto(NodeD1, db);

let migrated: NodeD1 | undefined;
let template: NodeD1 | undefined;

/** Books without a customer, and metal enough for whatever is moved. */
export function emptyBooks(): NodeD1 {
  template ??= stocked(migratedDatabase());
  return copyOf(template);
}

/** As if bars had come in. */
export function stocked(db: NodeD1): NodeD1 {
  db.exec('UPDATE stock SET free_e4 = 100000000000');
  return db;
}

export const asD1 = (db: NodeD1): D1Database => db as unknown as D1Database;

/** What a close needs of the settings. */
export const CLOSE_ENV = {
  ENVIRONMENT: 'local',
  PRICE_PROVIDERS: 'simulated',
  FX_PROVIDERS: 'simulated',
  SIGNING_KEYS: NEW_KEY,
  RETIRED_KEYS: '',
};

/** What statements need of them: the deployed site's address is one of them. */
export const STATEMENT_ENV = { ...CLOSE_ENV, SITE_ORIGIN: 'https://onca.example' } as unknown as Env;

export async function addCustomer(db: D1Database, id: string, now: number): Promise<void> {
  const user = {
    id,
    email: `${id}@example.com`,
    fullName: 'Ana',
    phone: '5511987654321',
    passwordHash: '$scrypt$ln=1$a$b',
  };
  await db.batch([
    ...createUserStatements(db, { ...user, language: 'pt-BR', currency: 'BRL', termsVersion: '1', now }),
    ...openAccount(db, id, now),
  ]);
}

export type Move = {
  readonly accountId: string;
  readonly asset: 'usd' | 'gold' | 'silver';
  readonly amount: number;
  /** The clock of its Worker. */
  readonly at: number;
  /** The house's account on the other side: its cash or its inventory without it. */
  readonly house?: string;
};

/** An operation of two entries; its id. The balances follow. */
export async function move(
  db: D1Database,
  { accountId, asset, amount, at, house = asset === 'usd' ? HOUSE.cash : HOUSE.metal }: Move,
  id: string = crypto.randomUUID(),
): Promise<string> {
  await db.batch([
    insertOperation(db, {
      id,
      accountId,
      initiator: 'house',
      idempotencyKey: id,
      requestHash: 'h',
      kind: 'gift',
      now: at,
    }),
    ...(asset === 'usd' ? [moveCash(db, accountId, amount)] : moveMetal(db, accountId, asset, amount)),
    ...insertEntries(db, id, [
      { accountId, asset, amount },
      { accountId: house, asset, amount: -amount },
    ]),
  ]);
  return id;
}

/** A settled deposit by the ledger's own functions, with its transaction. */
export async function deposit(
  db: D1Database,
  { accountId, amount: amountCents, at: now }: Omit<Move, 'asset'>,
): Promise<string> {
  const id = crypto.randomUUID();
  const operation = {
    operationId: crypto.randomUUID(),
    idempotencyKey: id,
    requestHash: 'h',
    now,
    alongside: [],
  };
  const facts = { amountCents, feeCents: 0, accountId };
  await reserveDeposit(db, {
    ...operation,
    ...facts,
    depositId: id,
    method: 'bank_transfer',
    gateway: 'sandbox',
  });
  await completeDeposit(db, { ...facts, id }, { ...operation, operationId: crypto.randomUUID() });
  return id;
}

function moveMetal(db: D1Database, accountId: string, metal: 'gold' | 'silver', amount: number) {
  return [
    db
      .prepare(
        'INSERT OR IGNORE INTO holdings (account_id, metal, ounces_e4, updated_at) VALUES (?, ?, 0, 0)',
      )
      .bind(accountId, metal),
    db
      .prepare('UPDATE holdings SET ounces_e4 = ounces_e4 + ? WHERE account_id = ? AND metal = ?')
      .bind(amount, accountId, metal),
  ];
}

/** Two statements of another room, for the batch of a close. */
export function notesAlongside(db: D1Database, { day, seqTo }: DayClose): D1PreparedStatement[] {
  return ['first', 'second'].map((note) =>
    db
      .prepare(
        'INSERT INTO ledger_checks (id, ran_at, took_ms, ok, counts, findings) VALUES (?, ?, 0, 1, ?, ?)',
      )
      .bind(`${day} ${note}`, seqTo, '{}', '[]'),
  );
}
