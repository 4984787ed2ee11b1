// The storage fee in the database: days with the close, months with the last day, the charge, and what the nightly check finds.
// In the time of the test the two months before this one are over, and every day of them is closed.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StorageReport } from '../../../worker/contract/storage.ts';
import type { Transaction, TransactionsPage } from '../../../worker/contract/transactions.ts';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { storageDaysOf } from '../../../worker/db/storage-days.ts';
import { storageMonthsOf } from '../../../worker/db/storage-months.ts';
import { findMoved } from '../../../worker/db/reversible.ts';
import { dayOf } from '../../../worker/domain/day-closes.ts';
import { addDays, daysOf, firstDayOf, lastDayOf, monthOf, startOfDay } from '../../../worker/domain/days.ts';
import { monthDue } from '../../../worker/domain/storage-fee.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';
import { postReversal } from '../../../worker/ledger/reverse.ts';
import { chargeMonths } from '../../../worker/services/charge-storage.ts';
import { beginCloses, closeUpTo, GOLD, SILVER, storePrices } from '../../support/closes.ts';
import { createCustomer, type Customer, freezeAtOnce } from '../../support/customers.ts';
import { endow, expectBooksToBalance, fund, postOrder } from '../../support/funds.ts';
import { callsOf } from '../../support/money-calls.ts';
import { tariffFrom } from '../../support/storage.ts';

const db = env.DB;
const THIS_MONTH = monthOf(dayOf(Date.now()));
const SECOND = monthOf(addDays(firstDayOf(THIS_MONTH), -1));
const FIRST = monthOf(addDays(firstDayOf(SECOND), -1));
const START = firstDayOf(FIRST);
const LENGTH = daysOf(FIRST).length;
/** So long before that the first year was over when the tariff began. */
const LONG_AGO = startOfDay(START) - 400 * DAY_MS;
/** Ten ounces: 40,000.00 at the marks, of which 30,000.00 count. */
const TEN = { metal: 'gold', ouncesE4: 100_000, priceCents: 400_000 } as const;
const EXCESS = 3_000_000;
const COSTS = 4_020_000;

const moved: string[] = [];
const charge = (limit?: number) =>
  chargeMonths(
    { db, newId: () => crypto.randomUUID(), now: () => Date.now(), moved: (id) => void moved.push(id) },
    limit,
  );

async function holder(cashLeftCents: number, boughtAt = LONG_AGO): Promise<Customer> {
  const customer = await createCustomer(env);
  await fund(db, customer, COSTS + Math.max(cashLeftCents, 0), boughtAt - HOUR_MS);
  await endow(db, customer, TEN, boughtAt);
  return customer;
}
const daysIn = async ({ userId }: Customer, month: string) =>
  (await storageDaysOf(db, userId, month)).map(({ day, excessCents }) => [day, excessCents]);
const monthsOf = ({ userId }: Customer) => storageMonthsOf(db, userId, 12);
const cashOf = ({ userId }: Customer) =>
  db.prepare('SELECT cash_cents AS cash FROM accounts WHERE id = ?').bind(userId).first<number>('cash');
const report = async (customer: Customer, month: string) =>
  (await callsOf(customer).get(`/api/storage?month=${month}`)).json<StorageReport>();

const close = (day: string) => closeUpTo({ db, env }, day);

/** Nobody has known a price of silver for five days. */
const UNMARKED = addDays(START, 9);
const LATE = addDays(START, 14);

let ana: Customer;
let short: Customer;
let [lastMoment, nextDay, bonusAlone, undone, frozen, suspended, leaving]: Customer[] = [];
let [sold, late]: Customer[] = [];
let racers: Customer[] = [];
/** Enough for a purchase of silver, or for the fee, not for both. */
const RACED = 6_000;
beforeAll(async () => {
  await tariffFrom(env, START);
  ana = await holder(10_000_000);
  short = await holder(0);
  // Bought so that day START + 4 is the last free one, a millisecond before midnight, and a millisecond later.
  const midnight = startOfDay(addDays(START, 5 - 365));
  lastMoment = await holder(1_000_000, midnight - 1);
  nextDay = await holder(1_000_000, midnight);
  bonusAlone = await createCustomer(env);
  racers = await Promise.all(Array.from({ length: 6 }, () => holder(RACED)));
  [frozen, suspended, leaving, undone, sold, late] = await Promise.all(
    Array.from({ length: 6 }, () => holder(1_000_000)),
  );
  await beginCloses(db, addDays(START, -1));
  await storePrices(db, addDays(START, -1), lastDayOf(SECOND), (day) => ({
    gold: GOLD,
    silver: day > addDays(UNMARKED, -5) && day <= UNMARKED ? null : SILVER,
  }));
  await close(addDays(LATE, -1));
  // In the middle of the month: a sale, and a purchase that is undone with the house's word three days later.
  const noon = startOfDay(LATE) - DAY_MS / 2;
  await postOrder(db, sold as Customer, { ...TEN, side: 'sell' }, noon);
  const more = await postOrder(db, undone as Customer, { ...TEN, ouncesE4: 10_000, side: 'buy' }, noon);
  await close(LATE);
  await reverse(more, startOfDay(LATE) + 2 * DAY_MS + HOUR_MS);
  await close(lastDayOf(FIRST));
  // Stamped on the last day, committed after its close.
  await postOrder(
    db,
    late as Customer,
    { ...TEN, ouncesE4: 10_000, side: 'buy' },
    startOfDay(lastDayOf(FIRST)) + 1,
  );
  await close(lastDayOf(SECOND));
});

/** As two operators would, at a time of the past. */
async function reverse(operationId: string, now: number): Promise<void> {
  const of = await findMoved(db, operationId);
  if (of === null || of.type !== 'buy') throw new Error('no such purchase');
  const [proposer, approver] = await Promise.all([
    createCustomer(env, { admin: true }),
    createCustomer(env, { admin: true }),
  ]);
  const id = crypto.randomUUID();
  await db
    .prepare(
      `INSERT INTO reversal_proposals (id, operation_id, account_id, proposed_by, proposed_at, reason)
       VALUES (?1, ?2, ?3, ?4, ?5, 'Sent twice by mistake.')`,
    )
    .bind(id, operationId, of.accountId, proposer.userId, now)
    .run();
  const posted = await postReversal(db, {
    operationId: crypto.randomUUID(),
    transactionId: crypto.randomUUID(),
    of: { ...of, type: 'buy' },
    proposalId: id,
    approvedBy: approver.userId,
    decisionNote: null,
    note: null,
    now,
    audit: {
      id: crypto.randomUUID(),
      at: now,
      by: { actorId: approver.userId, actor: approver.email, device: null, place: null },
      action: 'ledger.reversal-approved',
      subject: { kind: 'operation', id: operationId },
    },
    alongside: [],
  });
  expect(posted).toEqual({ ok: true, value: undefined });
}

describe('days', () => {
  test('every day but the one without a mark counts what is above', async () => {
    const days = await daysIn(ana, FIRST);
    expect(days).toEqual(
      daysOf(FIRST)
        .filter((day) => day !== UNMARKED)
        .map((day) => [day, EXCESS]),
    );
    const { unmarked, centDays, dueCents } = await report(ana, FIRST);
    expect(unmarked).toEqual([UNMARKED]);
    expect(centDays).toBe(EXCESS * (LENGTH - 1));
    expect(dueCents).toBe(Math.floor((EXCESS * (LENGTH - 1)) / 73_000));
  });

  test('the free year ends with the day 365 days after the first purchase, to the millisecond', async () => {
    expect((await daysIn(lastMoment as Customer, FIRST))[0]).toEqual([addDays(START, 5), EXCESS]);
    expect((await daysIn(nextDay as Customer, FIRST))[0]).toEqual([addDays(START, 6), EXCESS]);
    expect((await report(lastMoment as Customer, FIRST)).freeUntil).toBe(addDays(START, 4));
    expect((await report(nextDay as Customer, FIRST)).freeUntil).toBe(addDays(START, 5));
  });

  test('who bought nothing pays nothing', async () => {
    expect(await monthsOf(bonusAlone as Customer)).toEqual([]);
    expect((await report(bonusAlone as Customer, FIRST)).freeUntil).toBeNull();
  });

  test('a sale ends it from its own day on, a reversal takes what it undid out of the days after it', async () => {
    expect((await daysIn(sold as Customer, FIRST)).map(([day]) => day)).toEqual(
      daysOf(FIRST).filter((day) => day < LATE && day !== UNMARKED),
    );
    const ounce = 400_000;
    const counted = new Map((await daysIn(undone as Customer, FIRST)) as [string, number][]);
    expect(counted.get(addDays(LATE, -2))).toBe(EXCESS);
    // The close of the day before was made before the purchase was committed: it is of the next close.
    expect(counted.get(addDays(LATE, -1))).toBe(EXCESS);
    expect(counted.get(LATE)).toBe(EXCESS + ounce);
    expect(counted.get(addDays(LATE, 1))).toBe(EXCESS + ounce);
    expect(counted.get(addDays(LATE, 2))).toBe(EXCESS);
  });

  test('what was stamped before midnight and committed after the close counts from the next day', async () => {
    expect((await daysIn(late as Customer, FIRST)).at(-1)).toEqual([lastDayOf(FIRST), EXCESS]);
    expect((await daysIn(late as Customer, SECOND)).at(0)).toEqual([firstDayOf(SECOND), EXCESS + 400_000]);
  });

  test('closes that run twice, at the same time or late count nothing twice', async () => {
    const count = () => db.prepare('SELECT count(*) AS n FROM storage_days').first<number>('n');
    const before = await count();
    const runs = await Promise.all([close(lastDayOf(SECOND)), close(lastDayOf(SECOND)), close(LATE)]);
    expect(runs.map(({ closed }) => closed)).toEqual([0, 0, 0]);
    expect(await count()).toBe(before);
  });
});

describe('months', () => {
  beforeAll(async () => {
    await freezeAtOnce(db, frozen?.userId ?? '');
    await db
      .prepare("UPDATE users SET status = 'suspended' WHERE id = ?")
      .bind(suspended?.userId ?? '')
      .run();
    await db
      .prepare(
        `INSERT INTO account_closings (id, user_id, requested_at, due_at, waived_cents) VALUES (?1, ?2, ?3, ?3 + 604800000, 0)`,
      )
      .bind(crypto.randomUUID(), leaving?.userId ?? '', Date.now())
      .run();
  });

  test('are charged some at a time, oldest first', async () => {
    expect((await charge(3)).months).toBe(3);
    const { results } = await db
      .prepare('SELECT month, count(charged_at) AS charged FROM storage_months GROUP BY month ORDER BY month')
      .run<{ month: string; charged: number }>();
    expect(results).toEqual([
      { month: FIRST, charged: 3 },
      { month: SECOND, charged: 0 },
    ]);
    await expectBooksToBalance(db);
  });

  test('are charged once while customers trade: cash is spent once, and every cent is accounted for', async () => {
    const order = { side: 'buy', metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 } as const;
    const trade = async (racer: Customer) => {
      for (let n = 0; n < 3; n += 1) await postOrder(db, racer, order, Date.now()).catch(() => undefined);
    };
    await Promise.all([charge(), ...racers.map(trade), charge()]);
    await charge();
    for (const racer of racers) {
      const months = await monthsOf(racer);
      expect(months.every(({ chargedAt }) => chargedAt !== null)).toBe(true);
      const trades = await db
        .prepare(`SELECT count(*) AS n FROM operations WHERE account_id = ? AND kind = 'trade'`)
        .bind(racer.userId)
        .first<number>('n');
      const cents = months.reduce((sum, { chargedCents }) => sum + (chargedCents ?? 0), 0);
      expect(await cashOf(racer)).toBe(RACED - cents - 5_025 * ((trades ?? 0) - 1));
    }
    const twice = await Promise.all([charge(), charge()]);
    expect(twice.map(({ months }) => months)).toEqual([0, 0]);
    await expectBooksToBalance(db);
  });

  test('take the cents that are due, and carry the rest', async () => {
    const first = monthDue(0, EXCESS * (LENGTH - 1));
    const second = monthDue(first.carriedOut, EXCESS * daysOf(SECOND).length);
    expect(await monthsOf(ana)).toMatchObject([
      { month: SECOND, ...second, carriedIn: first.carriedOut, chargedCents: second.dueCents, owedCents: 0 },
      { month: FIRST, ...first, carriedIn: 0, chargedCents: first.dueCents, owedCents: 0 },
    ]);
    expect(await cashOf(ana)).toBe(10_000_000 - first.dueCents - second.dueCents);
    expect(moved).toContain(ana.userId);
  });

  test('are a transaction, a receipt and a letter', async () => {
    const list = await (
      await callsOf(ana).get('/api/transactions?search=storage-fee')
    ).json<TransactionsPage>();
    expect(list.total).toBe(2);
    const [row] = list.transactions as [Transaction];
    const { dueCents } = monthDue(0, EXCESS * (LENGTH - 1));
    expect(list.transactions.find(({ notes }) => notes === FIRST)).toMatchObject({
      type: 'storage-fee',
      totalCents: dueCents,
      feeCents: 0,
      metal: null,
      realisedGainCents: null,
      status: 'completed',
    });
    const receipt = await (
      await callsOf(ana).get(`/api/transactions/${row.id}/receipt`)
    ).json<{
      content: { storage: { month: string }; entries: { account: string; amount: number }[] };
    }>();
    expect(receipt.content.storage).toMatchObject({ month: row.notes, chargedCents: row.totalCents });
    expect(receipt.content.entries).toContainEqual({
      account: 'house:storage-income',
      asset: 'usd',
      amount: row.totalCents,
    });
    const letters = await db
      .prepare(`SELECT message FROM mail_outbox WHERE user_id = ? AND kind = 'storage-receipt'`)
      .bind(ana.userId)
      .run<{ message: string }>();
    expect(letters.results.map(({ message }) => JSON.parse(message).chargedCents).toSorted()).toEqual(
      list.transactions.map(({ totalCents }) => totalCents).toSorted(),
    );
  });

  test('touch neither the cost basis nor a gain', async () => {
    const held = await db
      .prepare(
        'SELECT cost_basis_cents AS basis, realised_gain_cents AS realised FROM holdings WHERE account_id = ?',
      )
      .bind(ana.userId)
      .first();
    expect(held).toEqual({ basis: COSTS, realised: 0 });
  });

  test('of who has no cash stay owed, and are asked for again', async () => {
    const [second, first] = await monthsOf(short);
    expect(first).toMatchObject({ chargedCents: 0, owedCents: first?.dueCents, transactionId: null });
    expect(second).toMatchObject({
      chargedCents: 0,
      owedBeforeCents: first?.dueCents,
      owedCents: (first?.dueCents ?? 0) + (second?.dueCents ?? 0),
    });
    expect((await report(short, THIS_MONTH)).owedCents).toBe(second?.owedCents);
    expect(await cashOf(short)).toBe(0);
  });

  test('are charged to the frozen and the suspended, and not to who has asked to leave', async () => {
    expect((await monthsOf(frozen as Customer)).every(({ owedCents }) => owedCents === 0)).toBe(true);
    expect((await monthsOf(suspended as Customer)).every(({ owedCents }) => owedCents === 0)).toBe(true);
    expect((await monthsOf(leaving as Customer)).every(({ chargedCents }) => chargedCents === 0)).toBe(true);
    expect(await cashOf(leaving as Customer)).toBe(1_000_000);
  });
});

test.each(['2026-13', '0000-00', '2026-2', 'x', ''])('a month "%s" is refused in words', async (month) => {
  const reply = await callsOf(ana).get(`/api/storage?month=${encodeURIComponent(month)}`);
  expect(reply.status).toBe(422);
  expect(await reply.text()).toContain('calendarMonth');
});

test('a month that has not come, or was before, is empty', async () => {
  for (const month of ['2099-01', '0001-01']) {
    expect(await report(ana, month)).toMatchObject({ days: [], closedTo: null, centDays: 0, unmarked: [] });
  }
});

describe('the nightly check', () => {
  beforeAll(async () => {
    // A vandal has to take the triggers away first.
    for (const name of [
      'storage_days_are_never_updated',
      'storage_days_are_never_deleted',
      'storage_months_are_charged_once',
      'storage_months_are_charged_in_order',
      'entries_are_never_updated',
    ]) {
      await db.prepare(`DROP TRIGGER ${name}`).run();
    }
  });
  const rulesBroken = async () => new Set((await inspectLedger(db)).findings.map(({ rule }) => rule));
  const mine = () => `account_id = '${ana.userId}'`;
  const LAST = lastDayOf(SECOND);
  const DAYS = 'storage-days-equal-the-closes';
  const MONTHS = 'storage-months-account-for-every-cent-day';
  const MOVED = 'storage-charges-moved-their-cents';

  test.each([
    [
      'a day is valued too high',
      [DAYS],
      (): string =>
        `UPDATE storage_days SET value_cents = value_cents + 1 WHERE ${mine()} AND day = '${LAST}'`,
      (): string =>
        `UPDATE storage_days SET value_cents = value_cents - 1 WHERE ${mine()} AND day = '${LAST}'`,
    ],
    [
      'a day is gone',
      [DAYS, MONTHS],
      (): string => `DELETE FROM storage_days WHERE ${mine()} AND day = '${LAST}'`,
      (): string => `INSERT INTO storage_days VALUES ('${ana.userId}', '${LAST}', 4000000, ${EXCESS})`,
    ],
    [
      'a day counts of who has too little',
      [DAYS, MONTHS],
      (): string => `INSERT INTO storage_days VALUES ('${sold?.userId}', '${LAST}', 4000000, 1)`,
      (): string => `DELETE FROM storage_days WHERE account_id = '${sold?.userId}' AND day = '${LAST}'`,
    ],
    [
      'a cent-day is dropped',
      [MONTHS],
      (): string =>
        `UPDATE storage_months SET cent_days = cent_days - 1, carried_out = carried_out - 1 WHERE ${mine()} AND month = '${SECOND}'`,
      (): string =>
        `UPDATE storage_months SET cent_days = cent_days + 1, carried_out = carried_out + 1 WHERE ${mine()} AND month = '${SECOND}'`,
    ],
    [
      'a debt is forgotten between two months',
      [MONTHS],
      (): string => `UPDATE storage_months SET owed_before_cents = 0, owed_cents = owed_cents - (SELECT owed_cents FROM storage_months f
        WHERE f.account_id = storage_months.account_id AND f.month = '${FIRST}') WHERE account_id = '${short.userId}' AND month = '${SECOND}'`,
      (): string => `UPDATE storage_months SET owed_before_cents = (SELECT owed_cents FROM storage_months f WHERE f.account_id = storage_months.account_id
        AND f.month = '${FIRST}'), owed_cents = owed_cents + (SELECT owed_cents FROM storage_months f
        WHERE f.account_id = storage_months.account_id AND f.month = '${FIRST}') WHERE account_id = '${short.userId}' AND month = '${SECOND}'`,
    ],
    [
      'a charge went elsewhere',
      [MOVED],
      (): string =>
        `UPDATE entries SET account_id = 'house:fee-income' WHERE account_id = 'house:storage-income'`,
      (): string => `UPDATE entries SET account_id = 'house:storage-income' WHERE account_id = 'house:fee-income'
        AND operation_id IN (SELECT id FROM operations WHERE kind = 'storage-fee')`,
    ],
  ] as const)('finds that %s', async (_what, rules, damage, repair) => {
    expect(await rulesBroken()).toEqual(new Set());
    await db.prepare(damage()).run();
    const broken = await rulesBroken();
    for (const rule of rules) expect(broken).toContain(rule);
    await db.prepare(repair()).run();
    expect(await rulesBroken()).toEqual(new Set());
  });
});
