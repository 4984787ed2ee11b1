// The demo customer's past goes through the real services, so it passes the same checks as everybody's.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { SEEDED_CUSTOMER, seedAccounts } from '../../../worker/commands/seed-accounts.ts';
import { seedLedger } from '../../../worker/commands/seed-ledger.ts';
import { listTransactions } from '../../../worker/db/transactions.ts';
import { readStoredPortfolio } from '../../../worker/db/portfolio.ts';
import { readBrlDeposit } from '../../../worker/services/brl-deposits.ts';
import { expectBooksToBalance } from '../../support/funds.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

test('the demo customer has a year of deposits, purchases, sales, PIX and a withdrawal, made once', async () => {
  await seedAccounts(env.DB, env, NOW);
  expect(await seedLedger(env.DB, env, NOW)).toBe(20);
  const facts = await readStoredPortfolio(env.DB, SEEDED_CUSTOMER.id, NOW);
  expect(facts).toMatchObject({ pendingCashCents: 150_013 });
  expect(facts?.cashCents).toBeGreaterThan(100_000);
  expect(facts?.holdings.every(({ ouncesE4 }) => ouncesE4 > 0)).toBe(true);

  const list = () => listTransactions(env.DB, { accountId: SEEDED_CUSTOMER.id }, { limit: 50 });
  const { rows: past } = await list();
  expect(
    past
      .map(({ type }) => type)
      .sort()
      .join(' '),
  ).toBe(
    'buy buy buy buy buy buy deposit deposit deposit deposit deposit deposit deposit deposit sell sell withdrawal',
  );
  expect(new Set(past.map(({ status }) => status))).toEqual(new Set(['completed', 'pending', 'failed']));
  expect(Math.min(...past.map(({ createdAt }) => createdAt))).toBeLessThan(NOW - 400 * 86_400_000);
  expect(past.every(({ createdAt }) => createdAt < NOW)).toBe(true);

  // One code was paid, one paid twice, and one by nobody.
  const pix = past.filter(({ method, type }) => method === 'pix' && type === 'deposit');
  const codes = await Promise.all(
    pix.map(({ id }) => readBrlDeposit({ db: env.DB }, SEEDED_CUSTOMER.id, id)),
  );
  expect(codes.map((code) => [code?.state, code?.payload?.length, code?.refunds])).toMatchObject([
    ['expired', expect.any(Number), []],
    ['paid', expect.any(Number), [{ reason: 'twice', returnedAt: expect.any(String) }]],
    ['paid', expect.any(Number), []],
  ]);
  expect(await env.DB.prepare('SELECT count(*) AS n FROM mail_outbox').first('n')).toBe(0);

  // A start next week adds nothing.
  expect(await seedLedger(env.DB, env, NOW + 7 * 86_400_000)).toBe(0);
  expect((await list()).rows).toEqual(past);
  await expectBooksToBalance(env.DB);
});

test.each(['production', '', 'staging'])(
  'nothing is made up when ENVIRONMENT is "%s"',
  async (ENVIRONMENT) => {
    const elsewhere = { ...env, ENVIRONMENT } as unknown as Env;
    await expect(seedLedger(env.DB, elsewhere, NOW)).rejects.toThrow('ENVIRONMENT=local');
  },
);
