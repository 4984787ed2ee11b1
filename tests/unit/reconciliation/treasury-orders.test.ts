// Whatever treasury books, the position and the tax are what its orders leave of them, the alert ends when the position does, and a bank's
// file finds each by its contract.

import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { failedGuard } from '../../../worker/db/guards.ts';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { readIncidents } from '../../../worker/db/operators/alerts.ts';
import { brasiliaDay, startOfDay } from '../../../worker/domain/brasilia.ts';
import { EXCHANGE_POSITION_MAX_CENTS } from '../../../worker/domain/operator-alerts.ts';
import { HOUR_MS } from '../../../worker/domain/time.ts';
import { isRateFarOff, orderRateE4 } from '../../../worker/domain/treasury.ts';
import { proposeOrderStatement, taxOwed, type TreasuryTerms } from '../../../worker/db/treasury-orders.ts';
import { bookOrder } from '../../../worker/ledger/treasury.ts';
import { loadBankFile } from '../../../worker/services/operators/load-bank-file.ts';
import { bankDeps, BANKER, load } from '../../support/bank-files.ts';
import { runs } from '../../support/deep.ts';
import { addCustomer, asD1, emptyBooks, move } from '../../support/node-books.ts';

const NOW = startOfDay('2026-11-20') + 12 * HOUR_MS;
let db: NodeD1;

beforeEach(async () => {
  db = emptyBooks();
  for (const id of ['ana', 'one', 'two', BANKER.actorId]) await addCustomer(asD1(db), id, NOW);
});

let orders = 0;
async function book(
  terms: Omit<TreasuryTerms, 'reference' | 'reason' | 'undoes'>,
  /** The number of the order that it takes back. */
  undoes?: number,
): Promise<string> {
  const [id, operationId] = [`order ${(orders += 1)}`, crypto.randomUUID()];
  const order = {
    id,
    ...terms,
    reference: `Contract ${undoes ?? orders}`,
    reason: 'because',
    undoes: undoes === undefined ? null : `order ${undoes}`,
  };
  await asD1(db).batch([
    proposeOrderStatement(asD1(db), { ...order, by: 'one', at: NOW }),
    asD1(db)
      .prepare(
        `UPDATE treasury_orders SET state = 'approved', decided_by = 'two', decided_at = ?2 WHERE id = ?1`,
      )
      .bind(id, NOW),
    ...bookOrder(asD1(db), order, { operationId, now: NOW }),
  ]);
  return order.reference;
}

/** Whether it was booked, or was refused at a guard. */
const booked = (terms: Parameters<typeof book>[0]): Promise<boolean> =>
  book(terms).then(
    () => true,
    (error: unknown) => {
      if (!failedGuard(error)) throw error;
      return false;
    },
  );

const sumOf = (account: string, asset: string) =>
  Number(
    db
      .prepared('SELECT coalesce(sum(amount), 0) AS n FROM entries WHERE account_id = ? AND asset = ?')
      .get(account, asset)?.['n'],
  );

test.each([
  [100, 500, 50_000],
  [3, 10, 33_333],
  [3, 11, 36_667],
  [1, 1, 10_000],
  [10_000_000_000, 53_063_000_000, 53_063],
])('%d cents of a dollar for %d of a real is the rate %d', (usd, brl, rateE4) => {
  expect(orderRateE4(usd, brl)).toBe(rateE4);
});

test.each([
  [50_000, 50_000, false],
  [60_000, 50_000, false],
  [60_001, 50_000, true],
  [40_000, 50_000, false],
  [39_999, 50_000, true],
])('of %d, with %d known, it is %s that it is far off', (rateE4, knownE4, far) => {
  expect(isRateFarOff(rateE4, knownE4)).toBe(far);
});

const cents = fc.integer({ min: 1, max: 100_000_000 });
const order = fc.oneof(
  fc.record({
    kind: fc.constantFrom('dollars-bought', 'dollars-sold'),
    usdCents: cents,
    brlCents: cents,
  }),
  fc.record({ kind: fc.constant('tax-paid' as const), usdCents: fc.constant(null), brlCents: cents }),
);

test('whatever is booked, the position, the tax and the banks have what the orders say, and no more tax is paid than is owed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.array(order, { maxLength: 8 }),
      async (tax, asked) => {
        db = emptyBooks();
        for (const id of ['ana', 'one', 'two']) await addCustomer(asD1(db), id, NOW);
        if (tax > 0) withhold(tax);
        const before = { usd: sumOf('house:fx', 'usd'), brl: sumOf('house:fx', 'brl') };
        let [usd, brl, owed] = [0, 0, tax];
        for (const one of asked) {
          const fits = one.kind !== 'tax-paid' || one.brlCents <= owed;
          expect(await booked(one)).toBe(fits);
          if (!fits) continue;
          if (one.usdCents === null) owed -= one.brlCents;
          else {
            usd += one.kind === 'dollars-bought' ? one.usdCents : -one.usdCents;
            brl += one.kind === 'dollars-bought' ? one.brlCents : -one.brlCents;
          }
        }
        expect(sumOf('house:fx', 'usd') - before.usd).toBe(usd);
        expect(sumOf('house:fx', 'brl') - before.brl).toBe(0 - brl);
        expect(sumOf('house:cash-clearing', 'usd')).toBe(0 - usd);
        expect(await taxOwed(asD1(db))).toBe(owed);
        expect(sumOf('house:pix', 'brl')).toBe(brl + (tax - owed) - tax);
        const { findings } = await inspectLedger(asD1(db));
        expect(
          findings.filter(
            ({ rule }) => rule.includes('treasury') || rule.includes('tax') || rule.startsWith('entries'),
          ),
        ).toEqual([]);
      },
    ),
    { numRuns: runs(15) },
  );
});

/** Tax that came with customers' reais, or went out again with them. */
function withhold(brlCents: number, kind: 'settlement' | 'dispute' | 'reversal' = 'settlement'): void {
  const id = crypto.randomUUID();
  db.exec(`INSERT INTO operations (id, seq, account_id, initiator, idempotency_key, request_hash, kind, created_at)
      SELECT '${id}', coalesce(max(seq), 0) + 1, 'ana', 'gateway', '${id}', 'h', '${kind}', ${NOW} FROM operations;
    INSERT INTO entries VALUES ('${id}', 1, 'house:pix', 'brl', ${-brlCents}), ('${id}', 2, 'house:taxes', 'brl', ${brlCents});`);
}

/** What the nightly check says of the tax. */
const ofTax = async () =>
  (await inspectLedger(asD1(db))).findings.filter(
    ({ rule }) => rule === 'no-more-tax-was-paid-than-withheld',
  );
const taxPaid = (brlCents: number, undoes?: number) =>
  book({ kind: 'tax-paid', usdCents: null, brlCents }, undoes);

test.each(['dispute', 'reversal'] as const)(
  'tax that a %s takes out after it was paid is no finding; what was paid beyond the tax that there was is one',
  async (kind) => {
    withhold(500);
    await taxPaid(500);
    withhold(-500, kind);
    expect(await taxOwed(asD1(db))).toBe(-500);
    expect(await ofTax()).toEqual([]);
    // Nothing is owed until as much came in again, and an order that says otherwise is not booked.
    withhold(499);
    await expect(taxPaid(1)).rejects.toSatisfy(failedGuard);
    withhold(3);
    await taxPaid(2);
    expect(await ofTax()).toEqual([]);
    db.exec(`DROP TRIGGER entries_are_never_updated;
      UPDATE entries SET amount = -3 WHERE account_id = 'house:taxes' AND amount = -2`);
    withhold(1_000);
    expect(await ofTax()).toMatchObject([{ subject: `order ${orders}`, detail: 'paid 3, left owed -1' }]);
    await taxPaid(2, orders);
    expect(await ofTax()).toEqual([]);
  },
);

test('the alert of the position ends by the dollars that are bought', async () => {
  const open = async () =>
    (await readIncidents(asD1(db), NOW)).found.filter(({ kind }) => kind === 'exchange-position');
  const short = EXCHANGE_POSITION_MAX_CENTS + 1;
  await move(asD1(db), { accountId: 'ana', asset: 'usd', amount: short, at: NOW, house: 'house:fx' });
  expect(await open()).toMatchObject([{ subject: 'usd', figure: short }]);
  await book({ kind: 'dollars-bought', usdCents: 1, brlCents: 5 });
  expect(await open()).toEqual([]);
});

test('a line of the bank is an order’s by the number of its contract, in both currencies', async () => {
  const reference = await book({ kind: 'dollars-bought', usdCents: 25_000, brlCents: 124_000 });
  const day = brasiliaDay(NOW);
  const later = NOW + 24 * HOUR_MS;
  // Nothing else has this amount: but the name alone decides.
  const dollars = await load(db, [{ day, cents: 25_000, id: reference }], later);
  const [year, month, date] = day.split('-');
  const lines = `Data;Valor;Documento;Histórico;Saldo\n${date}/${month}/${year};-1.240,00;${reference};;\n`;
  const reais = await loadBankFile(bankDeps(db, later), BANKER, {
    account: null,
    source: 'reais',
    label: 'novembro.csv',
    bytes: new TextEncoder().encode(lines),
  });
  for (const loaded of [dollars, reais])
    expect(loaded).toMatchObject({ ok: true, value: { matched: 1, closed: 0 } });
  expect(db.prepared('SELECT how FROM bank_matches').all()).toEqual([
    { how: 'reference' },
    { how: 'reference' },
  ]);
});
