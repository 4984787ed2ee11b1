// A closing balance that a bank says follows from the one before it and the movements since, or is a break until somebody says why not.

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { addDays, startOfDay } from '../../../worker/domain/brasilia.ts';
import { HOUR_MS } from '../../../worker/domain/time.ts';
import { loadBankFile } from '../../../worker/services/operators/load-bank-file.ts';
import {
  pageOfBreaks,
  reconciliationOverview,
  resolveBreak,
  takeBreak,
} from '../../../worker/services/operators/reconciliation.ts';
import { bankDeps, BANKER, bankFindings, load, type Row } from '../../support/bank-files.ts';
import { runs } from '../../support/deep.ts';
import { addCustomer, asD1, deposit, emptyBooks, move } from '../../support/node-books.ts';

const FIRST = '2026-11-02';
const NOW = startOfDay('2026-11-20');
const day = (n: number) => addDays(FIRST, n);
const onDay = (n: number) => startOfDay(day(n)) + 12 * HOUR_MS;

let db: NodeD1;
const paid = (n: number, cents: number) =>
  deposit(asD1(db), { accountId: 'ana', amount: cents, at: onDay(n) });
const breaks = async (state: 'open' | 'resolved' | 'closed' = 'open') =>
  (await pageOfBreaks({ db: asD1(db) }, BANKER.actorId, { state })).breaks;
const kinds = async (state?: 'closed') => (await breaks(state)).map(({ kind }) => kind).toSorted();

beforeEach(async () => {
  db = emptyBooks();
  await addCustomer(asD1(db), 'ana', onDay(0));
  await addCustomer(asD1(db), BANKER.actorId, onDay(0));
});

describe('a closing balance', () => {
  /** Those that do not follow, by day: what the bank says, and what is expected. */
  const balances = async (state: 'open' | 'resolved' | 'closed' = 'open') =>
    (await breaks(state))
      .filter(({ kind }) => kind === 'balance-differs')
      .map(({ day: of, bankCents, ourCents }) => `${of} ${bankCents} ${ourCents}`)
      .toSorted();
  const closing = async () => (await reconciliationOverview(bankDeps(db, NOW))).sources[0]?.closing;

  test('that is the first one is compared with what the ledger had when the files begin', async () => {
    await paid(0, 50_000);
    await paid(1, 20_000);
    const row = { day: day(1), cents: 20_000 };
    const loaded = await load(db, [{ ...row, balance: 70_000 }], NOW);
    expect(loaded).toMatchObject({
      ok: true,
      value: {
        file: { balanceDay: day(1), balanceCents: 70_000 },
        balance: 'compared',
        breaks: { 'balance-differs': 0 },
      },
    });
    expect(await closing()).toEqual({ day: day(1), bankCents: 70_000, ledgerCents: 70_000, explained: true });
    // The same day in another file, which says something else.
    expect(await load(db, [{ ...row, balance: 69_999 }], NOW + 1)).toMatchObject({
      ok: true,
      value: { breaks: { 'balance-differs': 1 } },
    });
    expect(await balances()).toEqual([`${day(1)} 69999 70000`]);
    expect(await closing()).toMatchObject({ bankCents: 69_999, ledgerCents: 70_000, explained: false });
    expect(bankFindings(db)).toEqual([]);
  });

  test('follows from the one before and the movements since, whether or not they are ours', async () => {
    await load(db, [{ day: day(1), cents: 500, balance: 500 }], NOW);
    await load(db, [{ day: day(2), cents: -200 }], NOW);
    await load(db, [{ day: day(4), cents: 100, balance: 400 }], NOW);
    expect(await balances()).toEqual([]);
    // What only the bank has is what it differs from the ledger by.
    expect(await closing()).toEqual({ day: day(4), bankCents: 400, ledgerCents: 0, explained: true });
  });

  test('that lacks a movement is a break, which the file that has it ends', async () => {
    await load(db, [{ day: day(1), cents: 500, balance: 500 }], NOW);
    await load(db, [{ day: day(5), cents: 100, balance: 400 }], NOW);
    expect(await balances()).toEqual([`${day(5)} 400 600`]);
    // A part of it: what is expected follows, and the owner stays.
    const id = (await breaks()).find(({ kind }) => kind === 'balance-differs')?.id ?? '';
    await takeBreak(bankDeps(db, NOW), BANKER, id);
    await load(db, [{ day: day(2), cents: -150 }], NOW);
    expect(await balances()).toEqual([`${day(5)} 400 450`]);
    expect((await breaks()).find((one) => one.id === id)?.owner?.id).toBe(BANKER.actorId);
    const loaded = await load(db, [{ day: day(3), cents: -50 }], NOW);
    expect(loaded).toMatchObject({ ok: true, value: { closed: 1 } });
    expect(await balances()).toEqual([]);
    expect(await balances('closed')).toEqual([`${day(5)} 400 450`]);
    expect(bankFindings(db)).toEqual([]);
  });

  test('that somebody explained is asked about once, and again where the difference becomes another', async () => {
    await load(db, [{ day: day(1), cents: 500, balance: 10_500 }], NOW);
    expect(await balances()).toEqual([`${day(1)} 10500 500`]);
    const id = (await breaks()).find(({ kind }) => kind === 'balance-differs')?.id ?? '';
    const reason = 'The house’s own money from before';
    expect(await resolveBreak(bankDeps(db, NOW), BANKER, { id, reason })).toMatchObject({ ok: true });
    await load(db, [{ day: day(3), cents: 100, balance: 10_600 }], NOW);
    expect(await balances()).toEqual([]);
    expect(bankFindings(db)).toEqual([]);
    await load(db, [{ day: day(0), cents: 7 }], NOW);
    expect(await balances()).toEqual([`${day(1)} 10500 507`]);
    expect(await balances('resolved')).toEqual([`${day(1)} 10500 500`]);
    expect(bankFindings(db)).toEqual([]);
  });

  test('of days before the movements is that of the ledger then', async () => {
    await paid(0, 50_000);
    await paid(2, 90_000);
    const ofx = (cents: string, at: number) =>
      loadBankFile(bankDeps(db, at), BANKER, {
        account: null,
        source: 'dollars',
        label: 'early.ofx',
        bytes: new TextEncoder().encode(
          `<OFX><CURDEF>USD<BANKTRANLIST><STMTTRN><DTPOSTED>${day(5).replaceAll('-', '')}<TRNAMT>1<FITID>a</STMTTRN></BANKTRANLIST>` +
            `<LEDGERBAL><BALAMT>${cents}<DTASOF>${day(1).replaceAll('-', '')}</LEDGERBAL></OFX>`,
        ),
      });
    await ofx('500', NOW);
    expect(await balances()).toEqual([]);
    await ofx('500.01', NOW + 1);
    expect(await balances()).toEqual([`${day(1)} 50001 50000`]);
  });

  test('counts a movement that the bank booked days after us once, and a trade not at all', async () => {
    await paid(0, 50_000);
    const trade = await move(asD1(db), { accountId: 'ana', asset: 'usd', amount: -9_000, at: onDay(0) });
    db.exec(`UPDATE operations SET kind = 'trade', quote_id = 'q' WHERE id = '${trade}'`);
    await load(db, [{ day: day(2), cents: 50_000, balance: 50_000 }], NOW);
    expect(await kinds()).toEqual([]);
    expect(await closing()).toMatchObject({ ledgerCents: 50_000, explained: true });
  });

  test.each([
    [0, 'day-not-over', 0],
    [1, 'compared', 1],
  ] as const)('is compared once its day is over: %i days later', async (days, said, differ) => {
    const at = startOfDay(day(1 + days)) + (days === 0 ? 23 * HOUR_MS : 0);
    const loaded = await load(db, [{ day: day(1), cents: 500, balance: 7 }], at);
    expect(loaded).toMatchObject({
      ok: true,
      value: {
        balance: said,
        breaks: { 'balance-differs': differ },
        file: { balanceCents: days === 0 ? null : 7 },
      },
    });
    expect(await balances()).toHaveLength(differ);
  });

  test('of one source is not compared with that of another', async () => {
    await load(db, [{ day: day(1), cents: 500, balance: 500 }], NOW);
    const file = `Data;Valor;Saldo\n${day(2).split('-').toReversed().join('/')};1,00;1,00\n`;
    await loadBankFile(bankDeps(db, NOW), BANKER, {
      account: null,
      source: 'reais',
      label: 'r.csv',
      bytes: new TextEncoder().encode(file),
    });
    expect(await balances()).toEqual([]);
  });

  test('follows in whatever order, and however many at once, the files come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 2, maxLength: 8 }),
        fc.integer(),
        fc.boolean(),
        fc.option(fc.nat(), { nil: null }),
        async (amounts, seed, atOnce, left) => {
          db = emptyBooks();
          await addCustomer(asD1(db), BANKER.actorId, onDay(0));
          let there = 0;
          const files = amounts.map((amount, n): Row => {
            there += amount;
            return { day: day(n), cents: amount, id: `${n}`, balance: there };
          });
          const gap = left === null ? null : left % (files.length - 1);
          const order = files
            .map((file, n) => ({ file, n, key: Math.sin(seed + n) }))
            .filter(({ n }) => n !== gap)
            .toSorted((a, b) => a.key - b.key);
          const one = (file: Row) => load(db, [file], NOW);
          if (atOnce) await Promise.all(order.map(({ file }) => one(file)));
          else for (const { file } of order) await one(file);
          // One that is left out is missed where the next balance stands, unless the ledger's beginning stands in for it.
          expect(await balances()).toHaveLength(gap === null ? 0 : 1);
          expect(bankFindings(db)).toEqual([]);
        },
      ),
      { numRuns: runs(12) },
    );
  });
});
