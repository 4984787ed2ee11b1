// Fills a database with the seed's customers by the ledger's own functions, in steps, and says what each step takes: bytes of every
// table with its indexes, processor time, the nightly check. It is a file that Miniflare's D1 opens too, which counts the rows read.

import { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { seedCrowd } from '../../../worker/commands/seed-crowd.ts';
import { crowd, type Person } from '../../../worker/commands/seed-people.ts';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { receiveBar } from '../../../worker/ledger/bars.ts';
import { storageAlongside } from '../../../worker/services/charge-storage.ts';
import { closeDays } from '../../../worker/services/close-days.ts';
import type { Deps } from '../../../worker/services/deps.ts';
import { CLOSE_ENV } from '../../support/node-books.ts';
import { withD1 } from '../runtime.ts';
import { SECRETS, SETTINGS } from '../settings.ts';
import { makeWorld, type World } from '../world.ts';

export const NOW = Date.now();
export const ENV = {
  ...SETTINGS,
  ...SECRETS,
  ...CLOSE_ENV,
  SITE_ORIGIN: 'https://onca.example',
} as unknown as Env;

export type Sizes = Readonly<Record<string, { readonly rows: number; readonly bytes: number }>>;

export type Step = {
  readonly customers: number;
  /** Days that these customers have been customers, together. */
  readonly customerDays: number;
  readonly operations: number;
  readonly bytes: number;
  readonly sizes: Sizes;
  /** The nightly check: milliseconds of processor. */
  readonly checkMs: number;
  /** Of processor time for the statements of one operation, without a commit of its own. */
  readonly operationMs: number;
};

export type Counted = {
  readonly operations: number;
  readonly readsOfOperation: number;
  readonly readsOfCheck: number;
};

export type Filled = {
  readonly world: World;
  /** Before the first customer: the tables, and bars enough for what all of them buy. */
  readonly empty: { readonly bytes: number; readonly operations: number };
  /** Each with twice as many customers as the one before. */
  readonly steps: readonly [Step, Step, Step];
  /** Rows read on D1 after the first step and after the last. */
  readonly counted: readonly [Counted, Counted];
  /** Milliseconds of processor time of the closes of all days, and the operations in them. */
  readonly closes: { readonly ms: number; readonly operations: number };
};

export async function filled(folder: string, customers: number): Promise<Filled> {
  const { world } = await makeWorld(folder, async (db) => {
    await db.batch(Array.from({ length: SILVER_BARS }, (_, index) => silverBar(db, index)).flat());
  });
  const people = crowd(NOW);
  const groups = [
    people.slice(0, customers),
    people.slice(customers, 2 * customers),
    people.slice(2 * customers, 4 * customers),
  ];
  const empty = await opened(world, async (db) => ({
    bytes: bytesOf(db),
    operations: count(db, 'operations'),
  }));
  const steps: Step[] = [];
  const counted: Counted[] = [];
  for (const [index, group] of groups.entries()) {
    steps.push(await opened(world, (db) => taken(db, group)));
    if (index !== 1) counted.push(await readRows(world, newcomers(people, index)));
  }
  const closes = await opened(world, closed);
  return { world, empty, steps: steps as never, counted: counted as never, closes };
}

const SILVER_BARS = 300;

function silverBar(db: D1Database, index: number): D1PreparedStatement[] {
  const bar = {
    metal: 'silver',
    refiner: 'Bench',
    serial: `BENCH${index}`,
    grossE3: 1_100_000,
    assayE1: 9_999,
    sample: true,
  } as const;
  return receiveBar(
    db,
    { barId: `bench-${index}`, operationId: crypto.randomUUID(), decision: 'bench', now: NOW },
    bar,
  );
}

/** The database as Node opens it, while Miniflare does not. */
export async function opened<T>({ database }: World, use: (db: NodeD1) => Promise<T>): Promise<T> {
  const db = new NodeD1(database);
  try {
    // Nobody waits for the disk of a copy that is thrown away.
    db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000;');
    return await use(db);
  } finally {
    db.close();
  }
}

const d1 = (db: NodeD1): D1Database => db as unknown as D1Database;

async function taken(db: NodeD1, group: readonly Person[]): Promise<Step> {
  const before = count(db, 'operations');
  const ms = await cpuMs(() => db.atomically(() => seedCrowd(d1(db), ENV, NOW, group)));
  const operations = count(db, 'operations');
  let findings: readonly unknown[] = [];
  const checkMs = await cpuMs(async () => {
    ({ findings } = await inspectLedger(d1(db)));
  });
  if (findings.length > 0) throw new Error(`the books do not agree: ${JSON.stringify(findings[0])}`);
  return {
    customers: count(db, 'users'),
    customerDays:
      Number(db.prepared('SELECT sum(? - created_at) AS ms FROM users').get(NOW)?.['ms']) / DAY_MS,
    operations,
    bytes: bytesOf(db),
    sizes: sizesOf(db),
    checkMs,
    operationMs: ms / (operations - before),
  };
}

async function closed(db: NodeD1): Promise<Filled['closes']> {
  const deps = { db: d1(db), env: CLOSE_ENV, now: () => NOW };
  const ms = await cpuMs(() => closeDays(deps, { atMost: Infinity, alongside: storageAlongside }));
  return { ms, operations: count(db, 'operations') };
}

/** What D1 says: the rows that an operation of a new customer reads, and the nightly check. */
async function readRows({ folder }: World, group: readonly Person[]): Promise<Counted> {
  return withD1(folder, async (real) => {
    let read = 0;
    const batch = async (statements: D1PreparedStatement[]) => {
      const results = await real.batch(statements);
      read += results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
      return results;
    };
    // Batches alone: what the seed looks up beside them no customer's operation does.
    const db = { prepare: (sql: string) => real.prepare(sql), batch } as unknown as D1Database;
    const operations = async () =>
      (await real.prepare('SELECT count(*) AS n FROM operations').first<number>('n')) ?? 0;
    const before = await operations();
    await seedCrowd(db, ENV, NOW, group);
    const readsOfOperation = read / ((await operations()) - before);
    const started = read;
    await inspectLedger(db);
    return { operations: await operations(), readsOfOperation, readsOfCheck: read - started };
  });
}

/** Five of whom the database has not heard: like somebody in the crowd, but with a number, an address and a life of their own. */
function newcomers(people: readonly Person[], index: number): Person[] {
  return people
    .filter(({ transactions }) => transactions >= 8)
    .slice(0, 5)
    .map((person, at) => {
      const number = 10_000 + index * 10 + at;
      const own = { index: number, id: crypto.randomUUID(), email: `newcomer${number}@caixa.example` };
      return Object.assign({}, person, own);
    });
}

/** Of a service, on this database; nobody is told of anything. */
export function depsOf(db: NodeD1): Deps {
  return {
    env: ENV,
    db: db as unknown as D1Database,
    hub: { notify: async () => 0, notifyAll: async () => 0 } as unknown as Deps['hub'],
    now: () => NOW,
    newId: () => crypto.randomUUID(),
    defer: () => undefined,
  };
}

export function sizesOf(db: NodeD1): Sizes {
  const rows = db
    .prepared(
      `SELECT m.tbl_name AS name, sum(s.pgsize) AS bytes FROM dbstat s JOIN sqlite_schema m ON m.name = s.name
       WHERE m.tbl_name NOT LIKE 'sqlite_%' AND m.tbl_name NOT LIKE '\\_cf\\_%' ESCAPE '\\' GROUP BY m.tbl_name`,
    )
    .all() as { name: string; bytes: number }[];
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, { rows: count(db, name), bytes }]));
}

const bytesOf = (db: NodeD1): number =>
  Number(db.prepared('SELECT sum(pgsize) AS bytes FROM dbstat').get()?.['bytes']);

export const count = (db: NodeD1, table: string): number =>
  Number(db.prepared(`SELECT count(*) AS n FROM "${table}"`).get()?.['n']);

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
