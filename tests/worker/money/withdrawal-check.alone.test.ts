// The nightly check names what is wrong with withdrawals, each damage by its own rule.

import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { depsFor } from '../../../worker/services/deps.ts';
import { sendWithdrawals } from '../../../worker/services/send-withdrawals.ts';
import { applyPayout } from '../../../worker/services/settle-withdrawal.ts';
import { findPayout } from '../../../worker/db/withdrawals.ts';
import { sendingStatement } from '../../../worker/db/payouts-at-bank.ts';
import { createCustomer } from '../../support/customers.ts';
import { fund } from '../../support/funds.ts';
import { addPayoutAccount, approveAll, createWithdrawer, withdraw } from '../../support/withdrawals.ts';

const ids = { paid: '', back: '', open: '', returned: '', sending: '', ana: '', other: '' };
const triggers: string[] = [];
let sound = false;
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const ana = await createWithdrawer(env);
  await fund(env.DB, ana, 1_000_000, Date.now() - 30 * DAY_MS);
  const payoutAccountId = await addPayoutAccount(env, ana, 'wire');
  const deps = depsFor(env, { waitUntil: (work) => void work });
  // With the bank for days: the only thing that says its reais.
  const [at, pix] = [Date.now() - 5 * DAY_MS, await addPayoutAccount(env, ana, 'pix')];
  ids.sending =
    (await withdraw(env.DB, ana, { payoutAccountId: pix, amountCents: 10_001, now: at }))?.id ?? '';
  const reais = { brlCents: 54_326, rateE4: 54_321, expectedOn: '2026-12-01' };
  await sendingStatement(env.DB, ids.sending, { ...reais, askedAt: Date.now() + DAY_MS, now: at }).run();
  const one = async (amountCents: number) =>
    (await withdraw(env.DB, ana, { payoutAccountId, amountCents, method: 'wire' }))?.id ?? '';
  [ids.paid, ids.back] = [await one(10_000), await one(20_000)];
  await sendWithdrawals(deps);
  ids.returned = await one(10_066);
  await approveAll(env);
  await sendWithdrawals(deps);
  const paid = await findPayout(env.DB, ids.back);
  if (paid === null) throw new Error('it is there');
  await applyPayout(deps, paid, { reference: `sandbox-${paid.id}`, outcome: 'returned', sentCents: 17_500 });
  ids.open = await one(30_000);
  ids.ana = ana.userId;
  ids.other = (await createCustomer(env)).userId;
  const { results } = await env.DB.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`).all<{
    name: string;
    sql: string;
  }>();
  triggers.push(...results.map(({ sql }) => sql));
  sound = (await inspectLedger(env.DB)).findings.length === 0;
  // A vandal has to take the triggers away first.
  await env.DB.batch(results.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)));
});
afterAll(() => env.DB.batch(triggers.map((sql) => env.DB.prepare(sql))));

const set = (id: string, sql: string) => `UPDATE withdrawals SET ${sql} WHERE id = '${id}'`;
const entries = (operation: string, account: string, sql: string) =>
  `UPDATE entries SET ${sql} WHERE operation_id = '${operation}' AND account_id = '${account}'`;

test('of sound books it finds nothing', () => expect(sound).toBe(true));

/** What the check finds of a damage, which is put right after it. */
async function foundOf([spoil = '', mend = '']: readonly string[]) {
  await env.DB.prepare(spoil).run();
  const { findings } = await inspectLedger(env.DB);
  await env.DB.prepare(mend).run();
  expect((await inspectLedger(env.DB)).findings).toEqual([]);
  return findings;
}

test.each([
  [
    'payouts-equal-open-withdrawals',
    () => [
      `INSERT INTO entries SELECT operation_id, 9, account_id, asset, 1 FROM entries WHERE account_id = 'house:payouts' LIMIT 1`,
      `DELETE FROM entries WHERE line = 9`,
    ],
  ],
  [
    'withdrawals-agree-with-their-transactions',
    () => [
      `UPDATE transactions SET status = 'pending' WHERE id = '${ids.paid}'`,
      `UPDATE transactions SET status = 'completed' WHERE id = '${ids.paid}'`,
    ],
  ],
  [
    'withdrawals-agree-with-their-transactions',
    () => [
      `UPDATE transactions SET total_cents = total_cents + 1 WHERE id = '${ids.open}'`,
      `UPDATE transactions SET total_cents = total_cents - 1 WHERE id = '${ids.open}'`,
    ],
  ],
  [
    'withdrawals-agree-with-their-transactions',
    () => [
      `UPDATE withdrawals SET return_id = NULL WHERE id = '${ids.back}'`,
      `UPDATE withdrawals SET return_id = 'return-${ids.back}' WHERE id = '${ids.back}'`,
    ],
  ],
  [
    'withdrawals-were-taken-aside-once',
    () => [
      `UPDATE operations SET initiator = 'house' WHERE id = (SELECT reserve_id FROM withdrawals WHERE id = '${ids.open}')`,
      `UPDATE operations SET initiator = 'customer' WHERE id = (SELECT reserve_id FROM withdrawals WHERE id = '${ids.open}')`,
    ],
  ],
  [
    'withdrawals-were-taken-aside-once',
    () => [
      `UPDATE withdrawals SET return_id = NULL WHERE id = '${ids.back}'`,
      `UPDATE withdrawals SET return_id = 'return-${ids.back}' WHERE id = '${ids.back}'`,
    ],
  ],
  [
    'withdrawals-end-as-they-say',
    () => [
      entries(`end-${ids.paid}`, 'house:cash-clearing', 'amount = amount - 1'),
      entries(`end-${ids.paid}`, 'house:cash-clearing', 'amount = amount + 1'),
    ],
  ],
  [
    'withdrawals-end-as-they-say',
    () => [
      `UPDATE withdrawals SET state = 'paid' WHERE id = '${ids.returned}'`,
      `UPDATE withdrawals SET state = 'returned' WHERE id = '${ids.returned}'`,
    ],
  ],
  [
    'withdrawals-end-as-they-say',
    () => [
      entries(`return-${ids.back}`, 'house:cash-clearing', 'amount = amount + 1'),
      entries(`return-${ids.back}`, 'house:cash-clearing', 'amount = amount - 1'),
    ],
  ],
  [
    'withdrawals-went-where-and-when-they-may',
    () => [
      `UPDATE payout_accounts SET account_id = '${ids.other}'`,
      `UPDATE payout_accounts SET account_id = (SELECT account_id FROM withdrawals WHERE id = '${ids.paid}')`,
    ],
  ],
  [
    'withdrawals-went-where-and-when-they-may',
    () => [
      `UPDATE withdrawals SET hold_until = sent_at + 1 WHERE id = '${ids.paid}'`,
      `UPDATE withdrawals SET hold_until = requested_at WHERE id = '${ids.paid}'`,
    ],
  ],
  [
    'withdrawals-went-where-and-when-they-may',
    () => [
      `UPDATE payout_accounts SET status = 'waiting' WHERE method = 'pix'`,
      `UPDATE payout_accounts SET status = 'active' WHERE method = 'pix'`,
    ],
  ],
  [
    // Removed while it waited for an operator: nobody has found whose it is.
    'withdrawals-went-where-and-when-they-may',
    () => [
      `UPDATE payout_accounts SET status = 'removed', removed_at = 1, reason = holder_mac, holder_mac = NULL WHERE method = 'pix'`,
      `UPDATE payout_accounts SET status = 'active', removed_at = NULL, holder_mac = reason, reason = NULL WHERE method = 'pix'`,
    ],
  ],
  [
    'withdrawals-keep-what-was-said',
    () => [set(ids.sending, 'brl_cents = brl_cents + 1'), set(ids.sending, 'brl_cents = brl_cents - 1')],
  ],
  [
    'withdrawals-keep-what-was-said',
    () => [set(ids.sending, 'rate_e4 = rate_e4 + 100'), set(ids.sending, 'rate_e4 = rate_e4 - 100')],
  ],
  [
    'withdrawals-keep-what-was-said',
    () => [set(ids.open, 'fee_cents = fee_cents - 1'), set(ids.open, 'fee_cents = fee_cents + 1')],
  ],
  [
    'withdrawals-keep-what-was-said',
    () => [set(ids.open, 'hold_until = hold_until - 1'), set(ids.open, 'hold_until = hold_until + 1')],
  ],
  [
    'withdrawals-keep-what-was-said',
    () => [
      set(ids.open, `holds = '[{"reason":"new-device","until":9999999999999}]'`),
      set(ids.open, `holds = '[]'`),
    ],
  ],
  [
    'payout-accounts-are-their-holders',
    () => [
      `UPDATE payout_accounts SET holder_mac = holder_mac || '.' WHERE method = 'pix'`,
      `UPDATE payout_accounts SET holder_mac = rtrim(holder_mac, '.') WHERE method = 'pix'`,
    ],
  ],
  [
    'withdrawals-were-approved-by-two',
    () => [
      `UPDATE withdrawals SET flags = '["large"]' WHERE id = '${ids.paid}'`,
      `UPDATE withdrawals SET flags = '[]' WHERE id = '${ids.paid}'`,
    ],
  ],
  ...(['end', 'return'] as const).map(
    (which) =>
      [
        'withdrawals-by-hand-were-decided-by-two',
        () => [
          `UPDATE operations SET initiator = 'house' WHERE id = '${which}-${ids.back}'`,
          `UPDATE operations SET initiator = 'gateway' WHERE id = '${which}-${ids.back}'`,
        ],
      ] as const,
  ),
  [
    'payout-contradictions-are-resolved',
    () => [
      `INSERT INTO payout_contradictions (id, withdrawal_id, kind, state, said, reference, cents, said_at)
       VALUES ('planted', '${ids.returned}', 'outcome', 'returned', 'paid', 'E1', 1, 1)`,
      `DELETE FROM payout_contradictions`,
    ],
  ],
  [
    'withdrawals-were-approved-by-two',
    () => [
      `UPDATE withdrawals SET void_through = 1 WHERE id = '${ids.open}'`,
      `UPDATE withdrawals SET void_through = 0 WHERE id = '${ids.open}'`,
    ],
  ],
  [
    'withdrawals-were-approved-by-two',
    () => [
      `INSERT INTO withdrawal_decisions VALUES ('${ids.open}', 1, '${ids.other}', 'stop', 'stopped by hand', 1)`,
      `DELETE FROM withdrawal_decisions WHERE withdrawal_id = '${ids.open}'`,
    ],
  ],
  [
    'payout-accounts-are-whole',
    () => [`UPDATE payout_accounts SET is_source = 1`, `UPDATE payout_accounts SET is_source = 0`],
  ],
  [
    'payout-accounts-are-few',
    () => [
      `INSERT INTO payout_accounts (id, account_id, method, masked, fingerprint, status, others, created_at)
       SELECT 'more-' || n.value, p.account_id, 'ted', '•', 'more-' || n.value, 'waiting', 0, 1
       FROM (SELECT account_id FROM withdrawals WHERE id = '${ids.paid}') p, json_each('[1, 2, 3]') n`,
      `DELETE FROM payout_accounts WHERE id LIKE 'more-%'`,
    ],
  ],
  [
    'payout-accounts-are-whole',
    () => [
      `UPDATE payout_accounts SET status = 'removed', removed_at = 1 WHERE id = (SELECT payout_account_id FROM withdrawals WHERE id = '${ids.open}')`,
      `UPDATE payout_accounts SET status = 'active', removed_at = NULL WHERE id = (SELECT payout_account_id FROM withdrawals WHERE id = '${ids.open}')`,
    ],
  ],
  [
    'payout-accounts-are-whole',
    () => [
      `UPDATE payout_accounts SET checked_by = account_id WHERE id = (SELECT payout_account_id FROM withdrawals WHERE id = '${ids.open}')`,
      `UPDATE payout_accounts SET checked_by = 'sandbox' WHERE id = (SELECT payout_account_id FROM withdrawals WHERE id = '${ids.open}')`,
    ],
  ],
  [
    'closed-accounts-wait-for-no-withdrawal',
    () => [
      `UPDATE users SET closed_at = 1 WHERE id = (SELECT account_id FROM withdrawals WHERE id = '${ids.open}')`,
      `UPDATE users SET closed_at = NULL WHERE id = (SELECT account_id FROM withdrawals WHERE id = '${ids.open}')`,
    ],
  ],
] as const)('names %s', async (rule, damage) => {
  const findings = await foundOf(damage());
  expect(findings.map((finding) => finding.rule)).toContain(rule);
  expect(findings.every(({ subject, detail }) => subject !== '' && /[a-z]/u.test(detail))).toBe(true);
});

test.each([
  ['frequent', () => [set(ids.open, `flags = '[]'`), set(ids.open, `flags = '["frequent"]'`)]],
  ['large', () => [set(ids.open, 'amount_cents = 1000001'), set(ids.open, 'amount_cents = 30000')]],
  ['first-use', () => [set(ids.paid, 'amount_cents = 200001'), set(ids.paid, 'amount_cents = 10000')]],
  [
    'young-account',
    () => [
      `UPDATE accounts SET created_at = created_at + ${70 * DAY_MS} WHERE id = '${ids.ana}'`,
      `UPDATE accounts SET created_at = created_at - ${70 * DAY_MS} WHERE id = '${ids.ana}'`,
    ],
  ],
  [
    'stopped',
    () => [
      `INSERT INTO withdrawal_decisions VALUES ('${ids.open}', 1, '${ids.other}', 'stop', 'stopped by hand', 1)`,
      `DELETE FROM withdrawal_decisions WHERE withdrawal_id = '${ids.open}'`,
    ],
  ],
] as const)('names the flag that is not there: %s', async (flag, damage) => {
  const findings = await foundOf(damage());
  const lacking = findings.filter(({ rule }) => rule === 'withdrawals-have-their-flags');
  expect(lacking.map(({ detail }) => detail).join()).toContain(`lacks ${flag}: `);
});

test('what the schema forbids cannot even be written', async () => {
  await env.DB.batch(triggers.map((sql) => env.DB.prepare(sql)));
  await env.DB.prepare(
    `INSERT INTO payout_contradictions (id, withdrawal_id, kind, state, said, reference, cents, said_at)
     VALUES ('planted', ?, 'outcome', 'returned', 'paid', 'E1', 1, 1)`,
  )
    .bind(ids.returned)
    .run();
  const forbidden = [
    `UPDATE withdrawals SET state = 'ready' WHERE id = '${ids.paid}'`,
    `UPDATE withdrawals SET state = 'sending' WHERE id = '${ids.returned}'`,
    `UPDATE withdrawals SET amount_cents = amount_cents + 1`,
    `UPDATE withdrawals SET payout_account_id = 'x'`,
    `UPDATE withdrawals SET sent_at = 1 WHERE id = '${ids.paid}'`,
    set(ids.open, 'hold_until = hold_until - 1'),
    set(ids.open, `holds = '[]'`),
    set(ids.open, `flags = '["large"]'`),
    `UPDATE withdrawals SET state = 'cancelled' WHERE id = '${ids.open}'`,
    `DELETE FROM withdrawals`,
    `INSERT INTO withdrawal_decisions SELECT id, 1, account_id, 'approve', 'his own money', 1 FROM withdrawals`,
    `UPDATE payout_contradictions SET said = 'returned'`,
    `UPDATE payout_contradictions SET resolved_by = (SELECT account_id FROM withdrawals WHERE id = withdrawal_id),
       resolution = 'his own money', resolved_at = 1`,
    `DELETE FROM payout_contradictions`,
  ];
  for (const sql of forbidden) await expect(env.DB.prepare(sql).run()).rejects.toThrow(/CONSTRAINT/u);
  const { results } = await env.DB.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all<{
    name: string;
  }>();
  await env.DB.batch(results.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)));
});
