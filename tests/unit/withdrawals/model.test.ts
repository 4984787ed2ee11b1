// A random life of withdrawals against a page of arithmetic: customers ask and take back, operators approve, stop and reject, the cron runs
// and dies at any of its calls to the database, and the bank pays, refuses, loses calls, answers twice and changes its mind. After each
// step cash, what is taken aside and every state are what the model says; at the end the books are sound and each was paid once at most.

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { isOpen, type WithdrawalState } from '../../../worker/domain/withdrawals.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  stopWithdrawal,
} from '../../../worker/services/operators/withdrawals.ts';
import { applyPayout, orderedCents } from '../../../worker/services/settle-withdrawal.ts';
import { cancelWithdrawal } from '../../../worker/services/withdrawals.ts';
import { resolveContradictions } from '../../support/contradictions.ts';
import { runs } from '../../support/deep.ts';
import {
  actor,
  ask,
  type BankMood,
  type Books,
  cashOf,
  depsOf,
  findingsOf,
  houseOf,
  payoutOf,
  send,
  withdrawalBooks,
} from '../../support/withdrawal-books.ts';

const CASH = 4_000_000;
const REASON = 'Looked at it with the customer.';

/** From where each state is reached: the model's own table, which knows nothing of the database's triggers. */
const NEXT: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  unconfirmed: ['held', 'cancelled'],
  held: ['ready', 'waiting-approval', 'cancelled', 'rejected', 'sending', 'paid', 'returned'],
  ready: ['sending', 'waiting-approval', 'paid', 'returned', 'cancelled', 'rejected'],
  'waiting-approval': ['ready', 'sending', 'paid', 'returned', 'cancelled', 'rejected'],
  sending: ['paid', 'returned'],
  paid: [],
  returned: [],
  cancelled: [],
  rejected: [],
};

type World = {
  readonly books: Books;
  readonly ids: string[];
  readonly states: Map<string, WithdrawalState>;
  readonly amounts: Map<string, { readonly cents: number; readonly net: number }>;
  readonly back: Set<string>;
};
type Step = (world: World) => Promise<unknown>;

class KilledError extends Error {}

/** The database of a Worker that dies before its n-th call: nothing after it happens. */
function dyingAfter(db: D1Database, calls: number): D1Database {
  let left = calls;
  const alive = () => {
    if (left <= 0) throw new KilledError();
    left -= 1;
  };
  const counted = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (name === 'bind') return (...values: unknown[]) => counted(target.bind(...values));
        if (name === 'run' || name === 'all' || name === 'first' || name === 'raw') {
          return async (...args: never[]) => {
            alive();
            return (value as (...all: never[]) => unknown).apply(target, args);
          };
        }
        return value;
      },
    });
  return {
    prepare: (sql: string) => counted(db.prepare(sql)),
    async batch(statements: D1PreparedStatement[]) {
      alive();
      return db.batch(statements);
    },
  } as unknown as D1Database;
}

const unlessKilled = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof KilledError)) throw error;
  }
};

const operator = (n: number) => actor(`op-${n}`);
const chosen = ({ ids }: World, index: number) => ids[index % Math.max(1, ids.length)];

const request =
  (cents: number, method: 'pix' | 'ted' | 'wire'): Step =>
  async ({ books, ids, states, amounts }) => {
    const before = await cashOf(books);
    const made = await ask(books, cents, method);
    if (!made.ok) {
      expect(['WithdrawalBelowMinimum', 'NotWithdrawable', 'WithdrawalLimitReached']).toContain(made.error);
      expect(await cashOf(books)).toBe(before);
      return;
    }
    const { id, state, amountCents, feeCents } = made.value;
    ids.push(id);
    states.set(id, state);
    amounts.set(id, { cents: amountCents, net: amountCents - feeCents });
  };

const cancel =
  (index: number): Step =>
  async (world) => {
    const id = chosen(world, index);
    if (id !== undefined) await cancelWithdrawal(depsOf(world.books), 'ana', id);
  };

const decide =
  (index: number, by: number, what: 'approve' | 'stop' | 'reject'): Step =>
  async (world) => {
    const id = chosen(world, index);
    if (id === undefined) return;
    const deps = depsOf(world.books) as never;
    if (what === 'approve') await approveWithdrawal(deps, operator(by), { id, reason: REASON });
    else if (what === 'stop') await stopWithdrawal(deps, operator(by), { id, reason: REASON });
    else await rejectWithdrawal(deps, operator(by), { id, reason: REASON, customerNote: '' });
  };

const run =
  (mood: BankMood, killedAfter: number | null): Step =>
  async ({ books }) => {
    books.bank.mood = mood;
    const db = killedAfter === null ? books.db : dyingAfter(books.db, killedAfter);
    await unlessKilled(send(books, db));
  };

const pass =
  (ms: number): Step =>
  async ({ books }) => {
    books.now += ms;
  };

/** The bank makes up its mind about what is under way; the question or a callback brings it. */
const settle =
  (index: number, outcome: 'paid' | 'returned', byCallback: boolean): Step =>
  async (world) => {
    const id = chosen(world, index);
    const taken = id === undefined ? undefined : world.books.bank.taken.get(id);
    if (id === undefined || taken === undefined) return;
    // What a bank has returned it never pays; what it has paid may still come back.
    if (taken.outcome !== 'returned') world.books.bank.decide(id, outcome === 'paid' ? 'paid' : 'returned');
    if (!byCallback) return;
    const payout = await payoutOf(world.books, id);
    const said = world.books.bank.taken.get(id)?.outcome ?? 'pending';
    await applyPayout(depsOf(world.books), payout, {
      reference: `bank-${id}`,
      outcome: said,
      sentCents: orderedCents(payout) ?? -1,
    });
  };

/** A callback that says something else than the bank did: another amount, or the opposite. */
const lie =
  (index: number, outcome: 'paid' | 'returned'): Step =>
  async (world) => {
    const id = chosen(world, index);
    if (id === undefined) return;
    const payout = await payoutOf(world.books, id);
    await applyPayout(depsOf(world.books), payout, { reference: `bank-${id}`, outcome, sentCents: 1 });
  };

async function check({ books, ids, states, amounts, back }: World): Promise<void> {
  let [gone, aside] = [0, 0];
  for (const id of ids) {
    const { state, returnId } = await payoutOf(books, id);
    const was = states.get(id) ?? state;
    expect([id, was, state === was || NEXT[was].includes(state) ? state : 'not allowed']).toEqual([
      id,
      was,
      state,
    ]);
    states.set(id, state);
    const { cents, net } = amounts.get(id) ?? { cents: 0, net: 0 };
    if (isOpen(state)) aside += cents;
    if (isOpen(state) || state === 'paid') gone += cents;
    if (returnId !== null) {
      back.add(id);
      gone -= net;
    }
    // Nothing comes back twice, and a return stays.
    expect([id, back.has(id) ? returnId : null]).toEqual([id, back.has(id) ? `return-${id}` : null]);
  }
  expect(await cashOf(books)).toBe(CASH - gone);
  expect((await houseOf(books))['payouts usd'] ?? 0).toBe(aside);
}

const index = fc.nat({ max: 30 });
const mood = fc.constantFrom<BankMood>('paid', 'paid', 'paid', 'returned', 'pending', 'lost', 'mute');
const outcome = fc.constantFrom('paid', 'returned');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.integer({ min: 1_900, max: 1_300_000 }), fc.constantFrom('pix', 'ted', 'wire'))
      .map((args) => request(...args)),
  },
  { weight: 2, arbitrary: index.map(cancel) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        index,
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('approve', 'approve', 'approve', 'stop', 'reject'),
      )
      .map((args) => decide(...args)),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(mood, fc.option(fc.nat({ max: 14 }), { freq: 3 })).map((args) => run(...args)),
  },
  { weight: 5, arbitrary: fc.constantFrom(MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 30 * HOUR_MS).map(pass) },
  { weight: 4, arbitrary: fc.tuple(index, outcome, fc.boolean()).map((args) => settle(...args)) },
  { weight: 1, arbitrary: fc.tuple(index, outcome).map((args) => lie(...args)) },
);

test('random lives: every step as the model says, and each is paid once or given back once', async () => {
  const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const seen = new Set<WithdrawalState | 'back'>();
  let steps = 0;
  const life = fc.asyncProperty(
    fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }),
    async (taken) => {
      const books = await withdrawalBooks(CASH);
      const world: World = { books, ids: [], states: new Map(), amounts: new Map(), back: new Set() };
      for (const one of taken) {
        await one(world);
        await check(world);
        steps += 1;
      }
      await untilQuiet(world);
      for (const id of world.ids) {
        const { state, returnId } = await payoutOf(books, id);
        seen.add(state);
        if (returnId !== null) seen.add('back');
        // Handed to the bank once at most, and where it says it paid, it is paid here too.
        expect(books.bank.creates.filter(({ key }) => key === id).length).toBeLessThanOrEqual(1);
        // Paid here where the bank has paid and kept it, and nowhere else.
        const bank = books.bank.taken.get(id)?.outcome ?? 'never heard of';
        const known = `${bank}: ${state}${returnId === null ? '' : ', came back'}`;
        expect(known).toMatch(
          /^(?:paid: paid|returned: returned|returned: paid, came back|pending: sending|never heard of: (?!paid)[a-z-]+)$/u,
        );
      }
      // What the bank said against the books waits for somebody; otherwise they are sound.
      await resolveContradictions(books.db);
      expect(await findingsOf(books)).toEqual([]);
    },
  );
  await fc.assert(life, { numRuns: runs(30, 220), seed: 20_270_301 });
  expect(steps).toBeGreaterThan(runs(1_200, 10_000));
  // The lives were not idle: every end came up.
  expect([...seen]).toEqual(
    expect.arrayContaining(['paid', 'returned', 'cancelled', 'rejected', 'sending', 'back']),
  );
  noted.mockRestore();
});

/** The bank is sound again, and the cron runs for two days: whatever is known by then is booked. */
async function untilQuiet(world: World): Promise<void> {
  const { books } = world;
  books.bank.mood = 'pending';
  for (let hour = 0; hour < 4; hour += 1) {
    books.now += 12 * HOUR_MS;
    await send(books);
    await check(world);
  }
  for (const [id, { outcome: said }] of books.bank.taken) {
    const payout = await payoutOf(books, id);
    if (said === 'pending' || payout.state === said || payout.sentAt === null) continue;
    await applyPayout(depsOf(books), payout, {
      reference: `bank-${id}`,
      outcome: said,
      sentCents: orderedCents(payout) ?? -1,
    });
  }
  await check(world);
}
