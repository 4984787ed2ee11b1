// The nightly check sees reais that were exchanged otherwise than agreed, payments that are elsewhere than they say, and money that moved
// the bank account in reais by no payment.

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { ana, calls, charge, freshWorld, txidOf } from './pix-world.ts';

let paid: string;
let settlement: string;
let other: Customer;

beforeAll(async () => {
  await freshWorld();
  other = await createCustomer(env);
  const press = (body: object) => calls().post('/api/dev/bank', body);
  const { deposit } = await charge();
  paid = deposit.id;
  await press({ do: 'pay', txid: txidOf(deposit) });
  await press({ do: 'pay-less', txid: txidOf((await charge()).deposit) });
  await press({ do: 'ted', email: ana.email, brlCents: 132_660 });
  await press({ do: 'pay-unknown', brlCents: 5_000 });
  settlement =
    (await env.DB.prepare('SELECT settlement_id AS id FROM deposits WHERE id = ?')
      .bind(paid)
      .first<string>('id')) ?? '';
  // A vandal has to take the triggers away first.
  for (const name of [
    'entries_are_never_updated',
    'brl_deposits_keep_their_terms',
    'brl_deposits_go_forward',
    'brl_payments_stay_what_they_are',
    'brl_payments_go_forward',
    'brl_payments_have_one_payer',
    'deposits_end_once',
    'hand_refunds_are_never_deleted',
  ]) {
    await env.DB.prepare(`DROP TRIGGER ${name}`).run();
  }
});

const rulesBroken = async () => new Set((await inspectLedger(env.DB)).findings.map(({ rule }) => rule));

const EXCHANGED = 'reais-were-exchanged-as-agreed';
const COST = 'reais-cost-what-was-agreed';
const GO_ON = 'payments-in-reais-go-on';
const AS_THEY_SAY = 'deposits-in-reais-are-as-they-say';
const ARRIVED = 'payments-in-reais-arrived-once';
const WHERE = 'reais-are-where-they-say';
const BY_HAND = 'reais-went-back-by-hand-as-two-say';

test.each([
  [
    EXCHANGED,
    'another rate was taken',
    () =>
      `UPDATE entries SET amount = amount + iif(account_id = 'house:fx', 1, -1) WHERE operation_id = '${settlement}' AND asset = 'brl'`,
    () =>
      `UPDATE entries SET amount = amount - iif(account_id = 'house:fx', 1, -1) WHERE operation_id = '${settlement}' AND asset = 'brl'`,
  ],
  [
    EXCHANGED,
    'more was agreed than was paid',
    () =>
      `UPDATE brl_deposits SET brl_cents = brl_cents + 1, iof_brl_cents = iof_brl_cents + 1 WHERE id = '${paid}'`,
    () =>
      `UPDATE brl_deposits SET brl_cents = brl_cents - 1, iof_brl_cents = iof_brl_cents - 1 WHERE id = '${paid}'`,
  ],
  [
    AS_THEY_SAY,
    'the payment of a paid charge is nowhere',
    () => `UPDATE brl_payments SET state = 'unknown' WHERE deposit_id = '${paid}'`,
    () => `UPDATE brl_payments SET state = 'credited' WHERE deposit_id = '${paid}'`,
  ],
  [
    AS_THEY_SAY,
    'a paid charge waits again',
    () => `UPDATE brl_deposits SET state = 'active', paid_at = NULL WHERE id = '${paid}'`,
    () => `UPDATE brl_deposits SET state = 'paid', paid_at = created_at WHERE id = '${paid}'`,
  ],
  [
    ARRIVED,
    'a payment is said to be more than arrived',
    () => `UPDATE brl_payments SET brl_cents = brl_cents + 1 WHERE state = 'unknown'`,
    () => `UPDATE brl_payments SET brl_cents = brl_cents - 1 WHERE state = 'unknown'`,
  ],
  [
    ARRIVED,
    'a payment went back that did not',
    () => `UPDATE brl_payments SET end_id = arrival_id WHERE state = 'refunded'`,
    () =>
      `UPDATE brl_payments SET end_id = (SELECT o.id FROM operations o WHERE o.idempotency_key = 'returned:' || gateway || ':' || brl_payments.id)
       WHERE state = 'refunded'`,
  ],
  [
    WHERE,
    'what waits is with the bank',
    () =>
      `UPDATE entries SET account_id = 'house:suppliers' WHERE account_id = 'house:pix-waiting' AND amount = 5000`,
    () =>
      `UPDATE entries SET account_id = 'house:pix-waiting' WHERE account_id = 'house:suppliers' AND asset = 'brl'`,
  ],
  [
    WHERE,
    'the exchange has another position',
    () =>
      `UPDATE entries SET account_id = 'house:suppliers' WHERE operation_id = '${settlement}' AND account_id = 'house:fx' AND asset = 'usd'`,
    () =>
      `UPDATE entries SET account_id = 'house:fx' WHERE operation_id = '${settlement}' AND account_id = 'house:suppliers'`,
  ],
  [
    COST,
    'another rate is said to have been agreed',
    () => 'UPDATE brl_deposits SET rate_e4 = rate_e4 + 1',
    () => 'UPDATE brl_deposits SET rate_e4 = rate_e4 - 1',
  ],
  [
    COST,
    'another spread is said to have been agreed',
    () => 'UPDATE brl_deposits SET spread_bp = spread_bp + 1',
    () => 'UPDATE brl_deposits SET spread_bp = spread_bp - 1',
  ],
  [
    COST,
    'another tax is said to have been agreed',
    () => 'UPDATE brl_deposits SET iof_bp = iof_bp + 1',
    () => 'UPDATE brl_deposits SET iof_bp = iof_bp - 1',
  ],
  [
    GO_ON,
    'what goes back is never tried again',
    () => `UPDATE brl_payments SET state = 'waiting' WHERE state = 'unknown'`,
    () => `UPDATE brl_payments SET state = 'unknown' WHERE state = 'waiting'`,
  ],
  [
    GO_ON,
    'nobody is known to have paid what was credited',
    () => `UPDATE brl_payments SET payer_mac = NULL WHERE state = 'credited'`,
    () => `UPDATE brl_payments SET payer_mac = 'somebody' WHERE state = 'credited'`,
  ],
  [
    GO_ON,
    'it came after the end',
    () => `UPDATE brl_payments SET paid_at = paid_at + 900000 WHERE state = 'credited'`,
    () => `UPDATE brl_payments SET paid_at = paid_at - 900000 WHERE state = 'credited'`,
  ],
  [
    BY_HAND,
    'two say that it went back by hand, and the bank alone had sent it',
    () => `INSERT INTO hand_refunds (id, gateway, payment_id, reference, reason, proposed_by, proposed_at, state, decided_by, decided_at)
      SELECT 'h', gateway, id, 'TED 1', 'because', '${ana.userId}', 1, 'approved', '${other.userId}', 2 FROM brl_payments WHERE state = 'refunded'`,
    () => `DELETE FROM hand_refunds`,
  ],
])('%s: %s', async (rule, _, damage, repair) => {
  expect(await rulesBroken()).toEqual(new Set());
  await env.DB.prepare(damage()).run();
  expect(await rulesBroken()).toContain(rule);
  await env.DB.prepare(repair()).run();
});

test('books put right are sound again', async () => {
  expect(await rulesBroken()).toEqual(new Set());
});
