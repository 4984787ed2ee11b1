// The ledger's words that have no feature yet: the nightly rules, the list of transactions and the chart already read them as what
// they are, so that a feature adds its rows and no rule.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { findTransaction } from '../../../worker/db/transactions.ts';
import type { OperationKind } from '../../../worker/domain/operations.ts';
import type { TransactionType } from '../../../worker/domain/transactions.ts';
import { type Entry, HOUSE, insertEntries, insertOperation } from '../../../worker/ledger/statements.ts';
import { portfolioHistory } from '../../../worker/services/portfolio-history.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { endow, fund } from '../../support/funds.ts';
import { addPayoutAccount, withdraw } from '../../support/withdrawals.ts';

type Example = {
  readonly type: TransactionType;
  readonly kind: OperationKind;
  readonly cashCents: number;
  readonly goldE4: number;
  /** Of the cost basis, with the metal. */
  readonly basisCents: number | null;
};

/** The smallest row that each type can have: 5.00 dollars, half an ounce at a basis of 7.00. */
const EXAMPLES: readonly Example[] = [
  { type: 'delivery', kind: 'delivery', cashCents: -500, goldE4: -5_000, basisCents: 700 },
  { type: 'gift-sent', kind: 'gift', cashCents: 0, goldE4: -5_000, basisCents: 700 },
  { type: 'gift-received', kind: 'gift', cashCents: 0, goldE4: 5_000, basisCents: null },
];
/** Without its month, which money/storage-fee has. */
const FEE: Example = {
  type: 'storage-fee',
  kind: 'storage-fee',
  cashCents: -500,
  goldE4: 0,
  basisCents: null,
};

async function post(customer: Customer, example: Example, shown: boolean): Promise<string> {
  const { type, kind, cashCents, goldE4, basisCents } = example;
  const [id, accountId, now] = [crypto.randomUUID(), customer.userId, Date.now()];
  const operation = { id, accountId, idempotencyKey: id, requestHash: 'h', kind, now } as const;
  const both = (asset: Entry['asset'], amount: number): Entry[] => [
    { accountId, asset, amount },
    { accountId: HOUSE.metal, asset, amount: -amount },
  ];
  const metal = goldE4 === 0 ? [null, null, null] : ['gold', Math.abs(goldE4), 100];
  const transaction = env.DB.prepare(
    `INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, created_at, settled_at,
       metal, ounces_e4, price_cents, basis_removed_cents)
     VALUES (?1, ?2, ?1, ?3, 500, 0, 500, 'completed', ?4, ?4, ?5, ?6, ?7, ?8)`,
  ).bind(id, accountId, type, now, ...metal, basisCents);
  await env.DB.batch([
    insertOperation(env.DB, { ...operation, initiator: 'house' }),
    env.DB.prepare('UPDATE accounts SET cash_cents = cash_cents + ?2 WHERE id = ?1').bind(
      accountId,
      cashCents,
    ),
    env.DB.prepare(
      `UPDATE holdings SET ounces_e4 = ounces_e4 + ?2, cost_basis_cents = cost_basis_cents - ?3 WHERE account_id = ?1 AND metal = 'gold'`,
    ).bind(accountId, goldE4, basisCents ?? 0),
    ...insertEntries(env.DB, id, [...both('usd', cashCents), ...both('gold', goldE4)]),
    ...(shown ? [transaction] : []),
  ]);
  return id;
}

async function rich(): Promise<Customer> {
  const customer = await createCustomer(env);
  await fund(env.DB, customer, 100_000);
  await endow(env.DB, customer, { metal: 'gold', ouncesE4: 10_000, priceCents: 10_000 });
  return customer;
}

async function rulesAgainst(...ids: readonly string[]): Promise<string[]> {
  const { findings } = await inspectLedger(env.DB);
  return findings.filter(({ subject }) => ids.some((id) => subject.includes(id))).map(({ rule }) => rule);
}

describe.each(EXAMPLES)('$type', (example) => {
  test('posted as it should be, it breaks no rule, and realises nothing', async () => {
    const ana = await rich();
    const id = await post(ana, example, true);
    expect(await rulesAgainst(id, ana.userId)).toEqual([]);
    expect(await findTransaction(env.DB, ana.userId, id)).toMatchObject({
      type: example.type,
      realisedGainCents: null,
    });
  });

  test('posted the wrong way round, it is found', async () => {
    const ana = await rich();
    const { cashCents, goldE4, basisCents } = example;
    const turned = { ...example, cashCents: -cashCents, goldE4: -goldE4, basisCents };
    expect(await rulesAgainst(await post(ana, turned, true))).toEqual([
      'completed-transactions-have-their-entries',
    ]);
  });
});

test('a storage fee that the customer does not see is found', async () => {
  const id = await post(await rich(), FEE, false);
  expect(await rulesAgainst(id)).toEqual([
    'operations-have-their-transactions',
    'storage-charges-moved-their-cents',
  ]);
});

test('what was taken out is no loss of the portfolio, a fee is', async () => {
  const ana = await createCustomer(env);
  await fund(env.DB, ana, 100_000);
  const payoutAccountId = await addPayoutAccount(env, ana);
  const latest = async () => {
    const { points } = await portfolioHistory(
      { db: env.DB, env, now: () => Date.now() + 1_000 },
      ana.userId,
      'ALL',
    );
    return { valueCents: points.at(-1)?.valueCents ?? 0, paidInCents: points.at(-1)?.paidInCents ?? 0 };
  };
  const before = await latest();
  expect(await withdraw(env.DB, ana, { payoutAccountId, amountCents: 5_000 })).not.toBeNull();
  await post(ana, FEE, true);
  const after = await latest();
  expect(after.valueCents - before.valueCents).toBe(-5_500);
  expect(after.paidInCents - before.paidInCents).toBe(-5_000);
});
