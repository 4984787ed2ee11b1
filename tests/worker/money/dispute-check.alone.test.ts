// The nightly check sees a deposit that was decided by hand without two operators, and a charge-back that is not what was posted.

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type { DepositReply } from '../../../worker/contract/deposits.ts';
import type { DepositProposal } from '../../../worker/contract/operators/deposits.ts';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import type { DepositProposalKind } from '../../../worker/domain/operator-proposals.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { endow } from '../../support/funds.ts';
import { callsOf } from '../../support/money-calls.ts';
import { asOperator, makeOperator } from '../admin/operator-calls.ts';

let settled: string;
let closed: string;
let disputed: string;
let step: string;
/** What of the first part was taken and is owed. */
let firstPart: string;

async function decided(
  by: readonly [Customer, Customer],
  id: string,
  kind: DepositProposalKind,
  over: { readonly reference?: string; readonly amountCents?: number } = {},
) {
  const [one, other] = by;
  const body = { kind, reference: 'ST-1', reason: 'Line 14 of the statement', ...over };
  const proposed = await asOperator(one)(`/deposits/${id}/proposals`, { method: 'POST', body });
  const proposal = (await proposed.json<DepositProposal>()).id;
  const reply = await asOperator(other)(`/deposits/proposals/${proposal}/approve`, {
    method: 'POST',
    body: { note: '' },
  });
  expect(reply.status).toBe(200);
}

beforeAll(async () => {
  const [ana, one, other] = await Promise.all([createCustomer(env), makeOperator(), makeOperator()]);
  const deposit = async (amountCents: number) => {
    const reply = await callsOf(ana).deposit({ amountCents, method: 'debit_card' });
    return (await reply.json<DepositReply>()).transaction.id;
  };
  [settled, closed, disputed] = [await deposit(20_013), await deposit(30_013), await deposit(40_000)];
  await decided([one, other], settled, 'deposit-settle');
  await decided([one, other], closed, 'deposit-fail');
  await endow(env.DB, ana, { metal: 'gold', ouncesE4: 1_000, priceCents: 300_000 });
  // A part, and the one that completes the payment and takes the fee back.
  await decided([one, other], disputed, 'charge-back', { reference: 'CB-1', amountCents: 5_000 });
  await decided([one, other], disputed, 'charge-back', { reference: 'CB-2' });
  step =
    (await env.DB.prepare(
      `SELECT s.operation_id AS id FROM dispute_steps s JOIN disputes x ON x.id = s.dispute_id WHERE x.case_number = 'cb-2'`,
    ).first<string>('id')) ?? '';
  firstPart =
    (await env.DB.prepare(
      `SELECT 'taken_cents = ' || taken_cents || ', owed_cents = ' || owed_cents AS was FROM disputes WHERE case_number = 'CB-1'`,
    ).first<string>('was')) ?? '';
  // A vandal has to take the triggers away first.
  for (const name of [
    'entries_are_never_updated',
    'dispute_steps_are_never_updated',
    'dispute_steps_are_never_deleted',
    'stray_payments_are_never_deleted',
    'deposits_keep_what_was_asked_for',
    'disputes_keep_what_they_are_about',
  ]) {
    await env.DB.prepare(`DROP TRIGGER ${name}`).run();
  }
});

const rulesBroken = async () => {
  const { findings } = await inspectLedger(env.DB);
  return new Set(findings.map(({ rule }) => rule));
};

const approved = (kind: string, state: string) =>
  `UPDATE operator_proposals SET state = '${state}' WHERE kind = '${kind}'`;
const BY_HAND = 'deposits-by-hand-were-decided-by-two';
const TWO = 'disputes-were-decided-by-two';
const POSTED = 'disputes-are-what-was-posted';
const AS_CAME = 'payments-are-credited-as-they-came';
const MORE = 'disputes-take-no-more-than-was-paid';
const TOOK = 'disputes-move-what-the-bank-took';

/** The damage, and what puts it right. */
type Damage = readonly [rule: string, what: string, statements: () => readonly [string, string]];

test.each<Damage>([
  [
    BY_HAND,
    'nobody approved what was credited',
    () => [approved('deposit-settle', 'rejected'), approved('deposit-settle', 'approved')],
  ],
  [
    BY_HAND,
    'nobody approved what was closed',
    () => [approved('deposit-fail', 'rejected'), approved('deposit-fail', 'approved')],
  ],
  [
    BY_HAND,
    'a payment left the queue by itself',
    () => [
      `INSERT INTO stray_payments (id, deposit_id, cents, at, outcome, ended_at) VALUES ('lost', '${closed}', 5, 6, 'kept', 7)`,
      `DELETE FROM stray_payments WHERE id = 'lost'`,
    ],
  ],
  [
    AS_CAME,
    'more was credited than had arrived',
    () => [
      `UPDATE deposits SET announced_cents = amount_cents + 1 WHERE id = '${disputed}'`,
      `UPDATE deposits SET announced_cents = NULL WHERE id = '${disputed}'`,
    ],
  ],
  [
    BY_HAND,
    'the gateway’s own settlement turns out to be by hand',
    () => [
      `UPDATE operations SET initiator = 'house' WHERE id = (SELECT settlement_id FROM deposits WHERE id = '${disputed}')`,
      `UPDATE operations SET initiator = 'gateway' WHERE id = (SELECT settlement_id FROM deposits WHERE id = '${disputed}')`,
    ],
  ],
  [
    TWO,
    'nobody approved the charge-back',
    () => [approved('charge-back', 'rejected'), approved('charge-back', 'approved')],
  ],
  [
    TWO,
    'the step is of no dispute',
    () => [
      `UPDATE operations SET kind = 'dispute' WHERE id = (SELECT settlement_id FROM deposits WHERE id = '${settled}')`,
      `UPDATE operations SET kind = 'settlement' WHERE id = (SELECT settlement_id FROM deposits WHERE id = '${settled}')`,
    ],
  ],
  [
    TWO,
    'the customer does not see what was taken',
    () => [
      `UPDATE transactions SET operation_id = (SELECT settlement_id FROM deposits WHERE id = '${settled}') WHERE operation_id = '${step}'`,
      `UPDATE transactions SET operation_id = '${step}' WHERE type = 'charge-back'
         AND operation_id = (SELECT settlement_id FROM deposits WHERE id = '${settled}')`,
    ],
  ],
  [
    POSTED,
    'more is owed than was posted',
    () => [
      `UPDATE disputes SET owed_cents = owed_cents + 1, taken_cents = taken_cents - 1 WHERE case_number = 'CB-2'`,
      `UPDATE disputes SET owed_cents = owed_cents - 1, taken_cents = taken_cents + 1 WHERE case_number = 'CB-2'`,
    ],
  ],
  [
    POSTED,
    'the case is of another gateway',
    () => [
      `UPDATE disputes SET gateway = 'bank' WHERE case_number = 'CB-1'`,
      `UPDATE disputes SET gateway = 'sandbox' WHERE case_number = 'CB-1'`,
    ],
  ],
  [
    MORE,
    'the bank took more than was paid',
    () => [
      `UPDATE deposits SET amount_cents = amount_cents - 1 WHERE id = '${disputed}'`,
      `UPDATE deposits SET amount_cents = amount_cents + 1 WHERE id = '${disputed}'`,
    ],
  ],
  [
    MORE,
    'the fee went back with a part that completes nothing',
    () => [
      `UPDATE disputes SET fee_cents = fee_cents + 1 WHERE case_number = 'CB-1'`,
      `UPDATE disputes SET fee_cents = fee_cents - 1 WHERE case_number = 'CB-1'`,
    ],
  ],
  [
    MORE,
    'the deposit was reversed as well',
    () => [
      `UPDATE operations SET reverses = (SELECT settlement_id FROM deposits WHERE id = '${disputed}') WHERE id = '${step}'`,
      `UPDATE operations SET reverses = NULL WHERE id = '${step}'`,
    ],
  ],
  [
    TOOK,
    'a part is as if the bank had given it up',
    () => [
      `UPDATE disputes SET won_at = 1, taken_cents = 0, owed_cents = 0 WHERE case_number = 'CB-1'`,
      `UPDATE disputes SET won_at = NULL, ${firstPart} WHERE case_number = 'CB-1'`,
    ],
  ],
  [
    TOOK,
    'the fee stays with the house after all',
    () => [
      `UPDATE entries SET account_id = 'house:cash-clearing' WHERE operation_id = '${step}' AND account_id = 'house:fee-income'`,
      `UPDATE entries SET account_id = 'house:fee-income' WHERE operation_id = '${step}' AND account_id = 'house:cash-clearing' AND amount < 0`,
    ],
  ],
  [
    'disputes-are-all-of-their-accounts',
    'an entry on the account is of no dispute',
    () => [
      `UPDATE entries SET account_id = 'house:disputes' WHERE operation_id = '${step}' AND account_id = 'house:cash-clearing'`,
      `UPDATE entries SET account_id = 'house:cash-clearing' WHERE operation_id = '${step}' AND account_id = 'house:disputes' AND amount > 0`,
    ],
  ],
])('%s: %s', async (rule, _, statements) => {
  const [damage, repair] = statements();
  expect(await rulesBroken()).toEqual(new Set());
  await env.DB.prepare(damage).run();
  expect(await rulesBroken()).toContain(rule);
  await env.DB.prepare(repair).run();
});

test('books put right are sound again', async () => {
  expect(await rulesBroken()).toEqual(new Set());
});
