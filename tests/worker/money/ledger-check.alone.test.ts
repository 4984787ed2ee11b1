// The nightly check names exactly what is wrong; GET /api/health/deep judges by its last result, or for operators by a new one.

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LEDGER_RULES } from '../../../worker/db/ledger-check.ts';
import type { DeepHealth } from '../../../worker/services/health.ts';
import { runLedgerCheck } from '../../../worker/services/reconcile.ts';
import { createCustomer, ORIGIN, type Customer } from '../../support/customers.ts';
import { endow, fund, quoteFor } from '../../support/funds.ts';
import { callsOf, realWorker, SetPrices, workerWith } from '../../support/money-calls.ts';

let ana: Customer;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  ana = await createCustomer(env);
  await fund(env.DB, ana, 100_000);
  await endow(env.DB, ana, { metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 });
  const sale = { side: 'sell', metal: 'silver', ouncesE4: 4_000, priceCents: 5_100 } as const;
  await callsOf(ana).trade(await quoteFor(env, ana, sale));
  await callsOf(ana).deposit({ amountCents: 20_013, method: 'debit_card' });
});

async function deep(headers: Record<string, string> = {}): Promise<DeepHealth> {
  return (await realWorker(new Request(`${ORIGIN}/api/health/deep`, { headers }))).json<DeepHealth>();
}
const asOperator = { Authorization: `Bearer ${env.OPS_TOKEN}` };

/** Entries and answered operations refuse to be changed: a vandal has to take the triggers away first. */
async function vandalise(...sql: string[]): Promise<() => Promise<void>> {
  const triggers = await env.DB.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`).all<{
    name: string;
    sql: string;
  }>();
  await env.DB.batch(triggers.results.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)));
  await env.DB.batch(sql.map((one) => env.DB.prepare(one)));
  return async () => {
    await env.DB.batch(triggers.results.map((trigger) => env.DB.prepare(trigger.sql)));
  };
}

describe('the ledger check', () => {
  test('of sound books finds nothing and counts what it saw', async () => {
    const check = await runLedgerCheck({ db: env.DB, env }, Date.now());
    expect(check).toMatchObject({ ok: true, findings: [] });
    expect(check.counts.transactions).toBeGreaterThanOrEqual(4);
    expect(check.counts.pendingCents).toBeGreaterThanOrEqual(20_013);
  });

  test.each([
    // A bar that left without its operation: the vault is lighter, the stock is not.
    [
      'stock-is-bars-less-what-customers-hold',
      () =>
        `UPDATE bars SET out_operation = (SELECT max(id) FROM operations WHERE kind = 'trade') WHERE id = 'vault-gold-1'`,
    ],
    [
      'bars-have-their-entries',
      () =>
        `UPDATE entries SET amount = amount + 1 WHERE operation_id = 'vault-gold-2' AND account_id = 'house:metal-inventory'`,
    ],
    [
      'bars-have-their-entries',
      () =>
        `UPDATE operations SET kind = 'bar', quote_id = NULL WHERE seq = (SELECT max(seq) FROM operations)`,
    ],
    ['bars-were-decided-by-two-or-logged', () => `UPDATE bars SET sample = 0 WHERE id = 'vault-gold-3'`],
    ['stock-equals-the-house-s-metal', () => `UPDATE stock SET free_e4 = free_e4 + 1 WHERE metal = 'silver'`],
    [
      'commits-are-numbered-without-holes',
      (id: string) =>
        `UPDATE operations SET seq = seq + 1 WHERE account_id = '${id}' AND seq = (SELECT max(seq) FROM operations)`,
    ],
    [
      'cash-equals-entries',
      (id: string) => `UPDATE accounts SET cash_cents = cash_cents + 1 WHERE id = '${id}'`,
    ],
    [
      'ounces-equal-entries',
      (id: string) => `UPDATE holdings SET ounces_e4 = ounces_e4 + 1 WHERE account_id = '${id}'`,
    ],
    ['ounces-equal-entries', (id: string) => `DELETE FROM holdings WHERE account_id = '${id}'`],
    [
      'basis-equals-trades',
      (id: string) =>
        `UPDATE holdings SET cost_basis_cents = cost_basis_cents - 1 WHERE account_id = '${id}'`,
    ],
    [
      'basis-equals-trades',
      (id: string) => `UPDATE holdings SET realised_gain_cents = 7 WHERE account_id = '${id}'`,
    ],
    [
      'net-purchases-equal-trades',
      (id: string) => `UPDATE accounts SET net_purchases_cents = net_purchases_cents + 1 WHERE id = '${id}'`,
    ],
    ['net-purchases-equal-trades', (id: string) => `UPDATE accounts SET bonus_since = 1 WHERE id = '${id}'`],
    [
      'only-a-bonus-is-held',
      (id: string) => `UPDATE holdings SET held_ounces_e4 = 1 WHERE account_id = '${id}'`,
    ],
    [
      'entries-sum-to-zero',
      (id: string) => `UPDATE entries SET amount = amount + 1 WHERE account_id = '${id}' AND asset = 'usd'`,
    ],
    [
      'completed-transactions-have-their-entries',
      (id: string) =>
        `UPDATE transactions SET total_cents = total_cents + 1 WHERE account_id = '${id}' AND type = 'sell'`,
    ],
    [
      'fees-are-the-house-s-income',
      (id: string) =>
        `UPDATE transactions SET fee_cents = fee_cents + 1 WHERE account_id = '${id}' AND type = 'buy'`,
    ],
    [
      'deposits-agree-with-their-transactions',
      (id: string) =>
        `UPDATE transactions SET status = 'completed' WHERE account_id = '${id}' AND status = 'pending'`,
    ],
    [
      'deposits-agree-with-their-transactions',
      (id: string) => `DELETE FROM deposits WHERE account_id = '${id}' AND status = 'pending'`,
    ],
    [
      'operations-have-their-transactions',
      (id: string) => `DELETE FROM transactions WHERE account_id = '${id}' AND type = 'buy'`,
    ],
    [
      'trades-are-answered',
      (id: string) => `UPDATE operations SET reply = NULL WHERE account_id = '${id}' AND kind = 'trade'`,
    ],
    [
      'account-days-add-up-to-balances',
      (id: string) => `UPDATE account_days SET silver_e4 = silver_e4 + 1 WHERE account_id = '${id}'`,
    ],
    [
      'account-days-add-up-to-balances',
      (id: string) => `DELETE FROM account_days WHERE account_id = '${id}'`,
    ],
    [
      'account-hours-add-up-to-days',
      (id: string) => `UPDATE account_hours SET paid_in_cents = paid_in_cents - 1 WHERE account_id = '${id}'`,
    ],
    // A chart would draw it on another day; the sums are as before.
    [
      'account-days-equal-entries',
      (id: string) => `UPDATE account_days SET ended_at = ended_at - 5 * 86400000 WHERE account_id = '${id}'`,
    ],
    [
      'account-hours-equal-entries',
      (id: string) => `UPDATE account_hours SET ended_at = ended_at - 5 * 3600000 WHERE account_id = '${id}'`,
    ],
    [
      'an-operation-is-of-one-customer',
      (id: string) =>
        `UPDATE entries SET account_id = (SELECT id FROM accounts WHERE kind = 'customer' AND id <> '${id}' LIMIT 1)
         WHERE account_id = '${id}' AND asset = 'silver'`,
    ],
    [
      'an-operation-is-of-one-customer',
      (id: string) =>
        `UPDATE deposits SET account_id = (SELECT id FROM accounts WHERE kind = 'customer' AND id <> '${id}' LIMIT 1)
         WHERE account_id = '${id}' AND status = 'completed'`,
    ],
    ['no-guard-is-left', (id: string) => `INSERT INTO guards VALUES ('${id}', 'cash', 1)`],
  ] as const)('names %s', async (rule, damage) => {
    // The damage of earlier rows is still there: only what is new counts.
    const { findings: old } = await runLedgerCheck({ db: env.DB, env }, Date.now());
    const before = new Set(old.map((finding) => `${finding.rule} ${finding.subject}`));
    const restore = await vandalise(damage(ana.userId));
    const { ok, findings } = await runLedgerCheck({ db: env.DB, env }, Date.now());
    await restore();
    expect(ok).toBe(false);
    const fresh = findings.filter((finding) => !before.has(`${finding.rule} ${finding.subject}`));
    expect(fresh.map((finding) => finding.rule)).toContain(rule);
    expect(fresh.every(({ subject, detail }) => subject !== '' && /[a-z]/u.test(detail))).toBe(true);
  });

  test('what the schema forbids cannot even be written', async () => {
    const forbidden = [
      `UPDATE accounts SET cash_cents = -1 WHERE id = '${ana.userId}'`,
      `UPDATE holdings SET ounces_e4 = -1 WHERE account_id = '${ana.userId}'`,
      `UPDATE holdings SET ounces_e4 = 0 WHERE account_id = '${ana.userId}'`,
      `UPDATE holdings SET cost_basis_cents = 0.5 WHERE account_id = '${ana.userId}'`,
      `UPDATE accounts SET cash_cents = 1 WHERE id = 'house:fee-income'`,
      `UPDATE entries SET amount = 1`,
      `DELETE FROM entries`,
      `INSERT INTO entries SELECT operation_id, 99, account_id, 'brl', 1 FROM entries WHERE account_id = '${ana.userId}' LIMIT 1`,
      `UPDATE operations SET seq = seq + 1 WHERE seq = (SELECT max(seq) FROM operations)`,
      `UPDATE transactions SET type = 'gift-sent' WHERE account_id = '${ana.userId}' AND type = 'sell'`,
      `UPDATE operations SET reply = '{}' WHERE reply IS NOT NULL`,
      `UPDATE stock SET free_e4 = -1`,
      `UPDATE account_days SET ended_at = ended_at + 1`,
      `UPDATE account_hours SET ended_at = ended_at + 1`,
      `DELETE FROM stock`,
      `UPDATE bars SET fine_e3 = fine_e3 + 1`,
      `DELETE FROM bars`,
      `INSERT INTO guards VALUES ('x', 'y', 0)`,
    ];
    for (const sql of forbidden) await expect(env.DB.prepare(sql).run()).rejects.toThrow(/CONSTRAINT/u);
  });

  test('every rule has a name of its own', () => {
    expect(new Set(LEDGER_RULES.map(({ rule }) => rule)).size).toBe(LEDGER_RULES.length);
  });
});

describe('health', () => {
  test('answers ok', async () => {
    const reply = await realWorker(new Request(`${ORIGIN}/api/health`));
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ status: 'ok' });
  });

  test('only operators have the check run and are told more than whether all is well', async () => {
    await env.DB.prepare('DELETE FROM ledger_checks').run();
    const runs = () => env.DB.prepare('SELECT count(*) AS n FROM ledger_checks').first<number>('n');
    for (const headers of [{}, { Authorization: 'Bearer wrong' }]) {
      expect(Object.keys(await deep(headers)).sort()).toEqual(['at', 'status']);
    }
    expect(await runs()).toBe(0);
    const { ledger, database, hub, stock } = await deep(asOperator);
    expect(ledger).toHaveProperty('findings');
    expect(database).toEqual({ ok: true });
    expect(hub).toMatchObject({ ok: true, seq: expect.any(Number), ageMs: expect.any(Number) });
    expect(stock).toMatchObject({
      ok: true,
      metals: [
        { metal: 'gold', uncoveredE4: 0 },
        { metal: 'silver', uncoveredE4: 0 },
      ],
    });
    expect(await runs()).toBe(1);
  });

  test('an unset token matches nothing', async () => {
    const worker = workerWith(new SetPrices({ gold: 1 }), { OPS_TOKEN: '' as never });
    for (const token of ['', 'undefined', 'null']) {
      const request = new Request(`${ORIGIN}/api/health/deep`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(await (await worker(request)).json()).not.toHaveProperty('ledger');
    }
  });

  test('degrades when the hub is silent or the books are off', async () => {
    const silent = new SetPrices({});
    silent.isDown = true;
    const request = new Request(`${ORIGIN}/api/health/deep`, { headers: asOperator });
    const reply = await workerWith(silent)(request);
    expect(await reply.json()).toMatchObject({ status: 'degraded', hub: { ok: false } });
    const restore = await vandalise(
      `UPDATE accounts SET cash_cents = cash_cents + 1 WHERE id = '${ana.userId}'`,
    );
    const off = await deep(asOperator);
    const toldToAll = await deep();
    await restore();
    expect(toldToAll.status).toBe('degraded');
    expect(off).toMatchObject({ status: 'degraded', ledger: { ok: false } });
    expect(off.ledger?.findings).toContainEqual({
      rule: 'cash-equals-entries',
      subject: ana.userId,
      detail: expect.stringMatching(/^cash \d+, entries \d+$/u),
    });
  });
});
