// Random lives of alerts beside the hub's queue. Whatever the queue leaves out must have changed nothing: once the prices before it
// are judged, no alert of the database would have fired or been armed again by it. Its storage outlives it, as a hub's does.

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { AlertQueue } from '../../../durable-objects/alert-queue.ts';
import type { AlertTick } from '../../../worker/db/alert-ticks.ts';
import {
  afterPrice,
  ALERT_DIRECTIONS,
  type AlertState,
  type AlertTerms,
  isMet,
  quietPrices,
  type QuietPrices,
} from '../../../worker/domain/alerts.ts';
import { TRADED_METALS, type TradedMetal } from '../../../worker/domain/metals.ts';
import { runs } from '../../support/deep.ts';

type Row = AlertTerms & { state: AlertState; since: number; isActive: boolean };
type Command =
  | { readonly do: 'price'; readonly metal: TradedMetal; readonly cents: number }
  /** The hub is asked. The row is written by a later `commit`. */
  | { readonly do: 'ask'; readonly terms: AlertTerms }
  | { readonly do: 'commit' | 'off' | 'on' | 'delete'; readonly which: number }
  /** `once`: the database answers one question more. */
  | { readonly do: 'down' | 'once' | 'up' | 'restart' | 'wait' };

const CALL_LASTS_MS = 5 * 60_000;

const metal = fc.constantFrom(...TRADED_METALS);
const aPrice = fc.integer({ min: 97, max: 103 }).map((n) => n * 40);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('price' as const), metal, cents: aPrice }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      terms: fc.record({ metal, direction: fc.constantFrom(...ALERT_DIRECTIONS), targetCents: aPrice }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'commit' as const,
        'commit' as const,
        'off' as const,
        'on' as const,
        'delete' as const,
      ),
      which: fc.nat(3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('down', 'once', 'up', 'up', 'restart', 'wait') }) },
);

/** What the database does with a price; the rows that it changed. */
function judge(rows: readonly Row[], { metal: of, priceCents, at }: AlertTick): Row[] {
  return rows
    .filter((row) => row.isActive && row.metal === of && row.since < at)
    .filter((row) => {
      const { state } = afterPrice(row, row.state, priceCents);
      const isChanged = state !== row.state;
      if (isChanged) Object.assign(row, { state, since: at });
      return isChanged;
    });
}

class World {
  readonly storage = storageOnNode();
  readonly rows: Row[] = [];
  readonly asked: (Row & { readonly askedAt: number })[] = [];
  readonly last: Record<TradedMetal, number> = { gold: 4_000, silver: 4_000 };
  now = 1_000_000;
  answersLeft = Infinity;
  queue = this.#start();
  /** Prices that the queue left out, and the alerts that they would have changed. */
  quiet = 0;
  readonly missed: Row[] = [];
  /** Prices that the queue took and nobody has judged yet. */
  readonly waiting: AlertTick[] = [];

  #start(): AlertQueue {
    return new AlertQueue(this.storage, {
      now: () => this.now,
      evaluate: async (tick) => {
        // Other things happen before the database answers.
        await Promise.resolve();
        if (this.answersLeft === 0) throw new Error('D1_ERROR: Network connection lost.');
        this.answersLeft -= 1;
        return this.#judge(tick);
      },
    });
  }

  #judge(tick: AlertTick): QuietPrices {
    for (let [first] = this.waiting; first !== undefined && first.at <= tick.at; [first] = this.waiting)
      this.waiting.shift();
    judge(this.rows, tick);
    return this.rows
      .filter((one) => one.isActive && one.metal === tick.metal)
      .map((one) => quietPrices(one, one.state))
      .reduce(
        (all, one) => ({ below: Math.max(all.below, one.below), above: Math.min(all.above, one.above) }),
        { below: 0, above: Number.MAX_SAFE_INTEGER },
      );
  }

  price(of: TradedMetal, priceCents: number): void {
    const before = this.queue.waiting;
    this.last[of] = priceCents;
    this.now += 1;
    const tick = { at: this.now, metal: of, priceCents, priceAt: this.now };
    this.queue.add(of, priceCents, this.now);
    if (this.queue.waiting > before) return void this.waiting.push(tick);
    this.quiet += 1;
    const judged = this.rows.map((row) => ({ ...row }));
    for (const earlier of this.waiting) judge(judged, earlier);
    this.missed.push(...judge(judged, tick));
  }

  ask(terms: AlertTerms): Row {
    const price = this.last[terms.metal];
    const since = this.queue.expect(terms, price);
    return { ...terms, since, state: isMet(terms, price) ? 'fired' : 'armed', isActive: true };
  }

  async run(one: Command): Promise<void> {
    if (one.do === 'price') this.price(one.metal, one.cents);
    else if (one.do === 'ask') {
      const row = this.ask(one.terms);
      if (row.state === 'armed') this.asked.push({ ...row, askedAt: this.now });
    } else if (one.do === 'commit') {
      // A call that was asked for longer ago has failed.
      const rows = this.asked.splice(one.which % (this.asked.length + 1), 1);
      this.rows.push(...rows.filter(({ askedAt }) => this.now - askedAt < CALL_LASTS_MS));
    } else if ('which' in one) this.#change(one.do, one.which);
    else if (one.do === 'restart') this.queue = this.#start();
    else if (one.do === 'wait') this.now += 70_000;
    else this.answersLeft = { down: 0, once: 1, up: Infinity }[one.do];
    await this.queue.work();
  }

  #change(what: 'off' | 'on' | 'delete', which: number): void {
    const row = this.rows[which % Math.max(1, this.rows.length)];
    if (row === undefined) return;
    if (what === 'delete') this.rows.splice(this.rows.indexOf(row), 1);
    else if (what === 'off') row.isActive = false;
    else if (!row.isActive) Object.assign(row, this.ask(row));
  }
}

test('a price that the queue leaves out changes no alert, whatever happens around it', async () => {
  let quiet = 0;
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 80 }), async (commands) => {
        const world = new World();
        for (const one of commands) await world.run(one);
        expect(world.missed).toEqual([]);
        quiet += world.quiet;
      }),
      { numRuns: runs(100, 2_000) },
    );
  } finally {
    told.mockRestore();
  }
  // Not because it takes them all.
  expect(quiet).toBeGreaterThan(runs(100, 2_000));
});

test('while a price waits, what was read before it is judged leaves out none of the later ones', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const world = new World();
  world.rows.push(world.ask({ metal: 'gold', direction: 'above', targetCents: 4_040 }));
  await world.run({ do: 'down' });
  for (const said of [4_000, 4_040]) await world.run({ do: 'price', metal: 'gold', cents: said });
  // Past the pause after an error.
  world.now += 10_000;
  await world.run({ do: 'once' });
  expect(world.queue.waiting).toBe(1);
  await world.run({ do: 'price', metal: 'gold', cents: 4_000 });
  expect([world.queue.waiting, world.missed]).toEqual([2, []]);
  told.mockRestore();
});

test('an alert that is switched on beyond its target is announced by its way back', async () => {
  const world = new World();
  const terms = { metal: 'gold', direction: 'above', targetCents: 4_040 } as const;
  await world.run({ do: 'price', metal: 'gold', cents: 4_080 });
  world.rows.push(world.ask(terms));
  await world.run({ do: 'price', metal: 'gold', cents: 4_100 });
  expect(world.quiet).toBe(1);
  await world.run({ do: 'price', metal: 'gold', cents: 4_000 });
  expect(world.rows).toMatchObject([{ state: 'armed' }]);
});

test('a queue that forgot what was announced would be found out', async () => {
  const world = new World();
  world.price('gold', 4_000);
  await world.queue.work();
  const terms = { metal: 'gold', direction: 'above', targetCents: 4_040 } as const;
  world.rows.push({ ...terms, state: 'armed', since: 0, isActive: true });
  world.price('gold', 4_040);
  expect(world.missed).toHaveLength(1);
});

/** As much of an object's storage as the queue uses. */
function storageOnNode(): DurableObjectStorage {
  const database = new DatabaseSync(':memory:');
  const values = new Map<string, unknown>();
  const exec = (sql: string, ...params: SQLInputValue[]) => {
    if (params.length === 0 && sql.includes('CREATE TABLE')) database.exec(sql);
    const before = Number(database.prepare('SELECT total_changes() AS n').get()?.['n']);
    const rows = sql.includes('CREATE TABLE') ? [] : database.prepare(sql).all(...params);
    const rowsWritten = Number(database.prepare('SELECT total_changes() AS n').get()?.['n']) - before;
    return { toArray: () => rows, one: () => rows[0], rowsWritten };
  };
  return {
    sql: { exec },
    kv: {
      get: (key: string) => values.get(key),
      put: (key: string, value: unknown) => values.set(key, value),
    },
    transactionSync: <T>(write: () => T): T => write(),
  } as unknown as DurableObjectStorage;
}
