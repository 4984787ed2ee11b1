// What of the cash may be withdrawn, in SQL: what came in too lately waits, to the millisecond, whatever was traded with it; what storage is
// owed stays; and the guard of the batch, to the cent.

import { beforeEach, describe, expect, test } from 'vitest';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { readHoldEvents } from '../../../worker/db/hold-events.ts';
import { guardWithdrawable, readWithdrawable } from '../../../worker/db/withdrawable.ts';
import { failedGuard } from '../../../worker/db/guards.ts';
import { holdsOf } from '../../../worker/domain/holds.ts';
import { CARD_MATURES_MS, FIRST_PIX_MATURES_MS } from '../../../worker/domain/limits.ts';
import { withdrawalProblem } from '../../../worker/domain/withdrawals.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { addCustomer, asD1, deposit, emptyBooks, move } from '../../support/node-books.ts';

const NOW = Date.UTC(2026, 10, 24, 12);
const ANA = 'ana';

let node: NodeD1;
let db: D1Database;
beforeEach(async () => {
  node = emptyBooks();
  db = asD1(node);
  await addCustomer(db, ANA, NOW - 90 * DAY_MS);
  await addCustomer(db, 'eve', NOW - 90 * DAY_MS);
});

/** A settled deposit of this method. */
async function paidIn(amount: number, method: string, at: number, accountId = ANA): Promise<string> {
  const id = await deposit(db, { accountId, amount, at });
  node.exec(`UPDATE deposits SET method = '${method}' WHERE id = '${id}'`);
  return id;
}
const at = (now: number) => readWithdrawable(db, ANA, now);
const withdrawableAt = async (now: number) => (await at(now)).withdrawableCents;

describe('a deposit', () => {
  test('by transfer may be withdrawn at once', async () => {
    await paidIn(10_000, 'bank_transfer', NOW);
    await paidIn(15_000, 'wire', NOW);
    await paidIn(12_000, 'ted', NOW);
    expect(await at(NOW)).toEqual({
      cashCents: 37_000,
      withdrawableCents: 37_000,
      owedCents: 0,
      immature: [],
    });
  });

  test('by card waits seven days, to the millisecond, and says until when', async () => {
    await paidIn(10_000, 'bank_transfer', NOW - 30 * DAY_MS);
    await paidIn(25_000, 'debit_card', NOW);
    const until = NOW + CARD_MATURES_MS;
    expect(await at(until - 1)).toEqual({
      cashCents: 35_000,
      withdrawableCents: 10_000,
      owedCents: 0,
      immature: [{ reason: 'card', cents: 25_000, until }],
    });
    expect(await at(until)).toMatchObject({ withdrawableCents: 35_000, immature: [] });
  });

  test.each([
    [1, FIRST_PIX_MATURES_MS - 1, 0],
    [1, FIRST_PIX_MATURES_MS, 910_000],
    [5 * MINUTE_MS, DAY_MS - 1, 0],
    [DAY_MS - 1, DAY_MS - 1, 0],
    [DAY_MS - 1, DAY_MS, 910_000],
    [DAY_MS, DAY_MS, 910_000],
  ])(
    'by PIX %i ms after the first one of the account: together with it, to the millisecond of its 24 hours (%i: %i)',
    async (second, now, cents) => {
      const until = NOW + FIRST_PIX_MATURES_MS;
      await paidIn(10_000, 'pix', NOW);
      await paidIn(900_000, 'pix', NOW + second);
      await paidIn(19_000, 'pix', NOW - 5 * DAY_MS, 'eve');
      expect(await at(NOW + now)).toMatchObject({
        withdrawableCents: cents,
        immature: cents === 0 ? [{ reason: 'first-pix', cents: 910_000, until }] : [],
      });
    },
  );

  test('by PIX waits for the first one also where that was undone', async () => {
    const id = await paidIn(10_000, 'pix', NOW);
    await paidIn(17_000, 'pix', NOW + HOUR_MS);
    node.exec(`PRAGMA foreign_keys = OFF;
      INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway, created_at,
        settled_at, reverses, reversed_type)
      VALUES ('undone', '${ANA}', 'undone', 'reversal', 10000, 0, 10000, 'completed', 'pix', 'sandbox', ${NOW}, ${NOW}, '${id}', 'deposit')`);
    const until = NOW + FIRST_PIX_MATURES_MS;
    expect((await at(until - 1)).immature).toEqual([{ reason: 'first-pix', cents: 17_000, until }]);
    expect((await at(until)).immature).toEqual([]);
  });

  test('that waits for the bank, or that failed, is nothing yet; one that was undone is nothing any more', async () => {
    const id = await paidIn(10_000, 'debit_card', NOW);
    node.exec(`PRAGMA foreign_keys = OFF;
      INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway, created_at,
        settled_at, reverses, reversed_type)
      VALUES ('undone', '${ANA}', 'undone', 'reversal', 10000, 0, 10000, 'completed', 'debit_card', 'sandbox', ${NOW}, ${NOW}, '${id}', 'deposit')`);
    expect((await at(NOW)).immature).toEqual([]);
  });

  test('that the payer’s bank contests waits until that is over, once, however young it is', async () => {
    const id = await paidIn(10_000, 'pix', NOW);
    node.exec(`PRAGMA foreign_keys = OFF;
      INSERT INTO brl_deposits (id, account_id, method, gateway, txid, usd_cents, exchange_brl_cents, spread_brl_cents, iof_brl_cents,
        brl_cents, rate_e4, rate_at, rate_source, spread_bp, iof_bp, state, created_at, expires_at, paid_at, contested_at)
      VALUES ('${id}', '${ANA}', 'pix', 'sandbox', '${'a'.repeat(26)}', 10000, 50000, 0, 0, 50000, 50000, ${NOW}, 'test', 0, 0, 'contested',
        ${NOW}, ${NOW + 1}, ${NOW}, ${NOW})`);
    await paidIn(15_000, 'bank_transfer', NOW);
    const contested = { reason: 'contested', cents: 10_000, until: null };
    expect(await at(NOW)).toMatchObject({ withdrawableCents: 15_000, immature: [contested] });
    expect(await at(NOW + 60 * DAY_MS)).toMatchObject({ withdrawableCents: 15_000, immature: [contested] });
    node.exec(`UPDATE brl_deposits SET state = 'paid' WHERE id = '${id}'`);
    expect(await withdrawableAt(NOW + 60 * DAY_MS)).toBe(25_000);
  });

  test('of another customer is nobody else’s', async () => {
    await paidIn(10_000, 'debit_card', NOW, 'eve');
    await paidIn(13_000, 'bank_transfer', NOW);
    expect(await withdrawableAt(NOW)).toBe(13_000);
  });
});

test('money that waits may be traded with, and what comes of it waits in the same amount', async () => {
  await paidIn(30_000, 'debit_card', NOW);
  await paidIn(10_000, 'bank_transfer', NOW - 30 * DAY_MS);
  // Bought metal for 35,000 and sold it for 45,000.
  await move(db, { accountId: ANA, asset: 'usd', amount: -35_000, at: NOW + 1 });
  expect(await withdrawableAt(NOW + 1)).toBe(0);
  await move(db, { accountId: ANA, asset: 'usd', amount: 45_000, at: NOW + 2 });
  expect(await at(NOW + 2)).toMatchObject({ cashCents: 50_000, withdrawableCents: 20_000 });
});

describe('what storage is owed', () => {
  const month = (name: string, due: number, charged: number | null, owed: number | null, before = 0) =>
    node.exec(`PRAGMA foreign_keys = OFF;
      INSERT INTO storage_months (account_id, month, cent_days, carried_in, due_cents, carried_out, owed_before_cents, charged_cents,
        owed_cents, charged_at, operation_id)
      VALUES ('${ANA}', '${name}', ${due * 73_000}, 0, ${due}, 0, ${charged === null ? 'NULL' : before}, ${charged ?? 'NULL'},
        ${owed ?? 'NULL'}, ${charged === null ? 'NULL' : NOW}, ${(charged ?? 0) ? `'op-${name}'` : 'NULL'})`);

  test('is that of the last charged month, and what is counted and not charged yet', async () => {
    await paidIn(10_000, 'bank_transfer', NOW - DAY_MS);
    month('2026-08', 900, 0, 900);
    month('2026-09', 300, 500, 700, 900);
    expect(await at(NOW)).toMatchObject({ withdrawableCents: 9_300, owedCents: 700 });
    month('2026-10', 250, null, null);
    expect(await at(NOW)).toMatchObject({ withdrawableCents: 9_050, owedCents: 950 });
  });

  test('and more than there is leaves nothing, never less', async () => {
    await paidIn(10_000, 'bank_transfer', NOW - DAY_MS);
    month('2026-10', 12_000, 0, 12_000);
    expect(await withdrawableAt(NOW)).toBe(0);
  });
});

test.each([
  ['all of it, below the minimum', 1_999, 1_999],
  ['a cent less than all of it, below the minimum', 1_998, 1_999],
  ['a cent more than all of it', 2_000, 1_999],
  ['the minimum of more', 2_000, 100_000],
  ['a cent less than the minimum of more', 1_999, 100_000],
  ['all of more', 100_000, 100_000],
  ['a cent more than all of more', 100_001, 100_000],
  ['nothing of nothing', 100, 0],
])('the guard of the batch says the same as the rule: %s', async (_, amountCents, cashCents) => {
  if (cashCents > 0) await move(db, { accountId: ANA, asset: 'usd', amount: cashCents, at: NOW });
  const withdrawal = { operationId: 'w', accountId: ANA, amountCents };
  const passes = await guardWithdrawable(db, withdrawal, NOW)
    .run()
    .then(() => true)
    .catch((error: unknown) => !failedGuard(error));
  expect(passes).toBe(withdrawalProblem(amountCents, cashCents, 'pix') === null);
});

test('what holds is read from the log, the browsers, the account and where money goes, of this customer alone', async () => {
  const event = (kind: string, ago: number, user = ANA) =>
    node.exec(`INSERT INTO security_events (id, user_id, kind, happened_at)
      VALUES ('${crypto.randomUUID()}', '${user}', '${kind}', ${NOW - ago})`);
  const goesTo = (id: string, ago: number, isSource = 0) =>
    node.exec(`INSERT INTO payout_accounts (id, account_id, method, sealed_details, masked, fingerprint, holder_mac, status, is_source,
        others, created_at, checked_at)
      VALUES ('${id}', '${ANA}', 'ted', 'sealed', '•••', '${id}', 'mac', 'active', ${isSource}, 0, ${NOW - ago}, ${NOW - ago})`);
  event('password-reset', HOUR_MS);
  event('password-changed', 2 * HOUR_MS);
  event('two-step-off', 4 * DAY_MS);
  event('two-step-reset', 2 * DAY_MS);
  event('passkey-added', 1);
  event('signed-in', 1);
  event('email-changed', HOUR_MS, 'eve');
  node.exec(`INSERT INTO known_devices (user_id, device_hash, first_seen_at, last_seen_at) VALUES
    ('${ANA}', '${'a'.repeat(43)}', ${NOW - 90 * DAY_MS}, ${NOW}), ('${ANA}', '${'b'.repeat(43)}', ${NOW - HOUR_MS}, ${NOW})`);
  goesTo('new', HOUR_MS);
  goesTo('source', HOUR_MS, 1);
  goesTo('old', 3 * DAY_MS);
  const events = await readHoldEvents(db, ANA, NOW);
  expect(holdsOf(events.customer, NOW)).toEqual([
    { reason: 'factors-reset', until: NOW + DAY_MS },
    { reason: 'password-changed', until: NOW + 23 * HOUR_MS },
    { reason: 'new-device', until: NOW + HOUR_MS },
  ]);
  const ofAccounts = [...events.byAccount].map(([id, one]) => [id, holdsOf([one], NOW)[0]?.until ?? null]);
  expect(Object.fromEntries(ofAccounts)).toEqual({
    new: NOW + 47 * HOUR_MS,
    source: NOW + 23 * HOUR_MS,
    old: null,
  });
});
