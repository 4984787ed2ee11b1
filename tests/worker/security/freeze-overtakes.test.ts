// A freeze that falls between the guard of a route and its batch: the batch itself is stopped, and the answer says why.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { freezeStatement } from '../../../worker/db/freezes.ts';
import { CUSTOMER_PASSWORD, type Customer, ORIGIN } from '../../support/customers.ts';
import { fund, quoteFor } from '../../support/funds.ts';
import { outcome, SetPrices, type Worker, workerWith } from '../../support/money-calls.ts';
import { customerWithApp, stepUpNow } from '../factors/enrol.ts';
import { NEW_PASSWORD } from './account.ts';

const BUY = { side: 'buy', metal: 'gold', ouncesE4: 1_000, priceCents: 400_000 } as const;

describe('a freeze that falls between the guard of the route and the batch', () => {
  /** The database of a request whose account is frozen as soon as it has been let in: before its first batch. */
  function overtaken({ userId }: Customer): Worker {
    const DB = new Proxy(env.DB, {
      get(db, name: keyof D1Database) {
        if (name === 'batch') {
          return async (statements: D1PreparedStatement[]) => {
            await freezeStatement(db, userId, Date.now()).run();
            return db.batch(statements);
          };
        }
        return (db[name] as (...all: unknown[]) => unknown).bind(db);
      },
    });
    return workerWith(new SetPrices({ gold: 400_000, silver: 5_000 }), { DB });
  }

  test.each([
    [
      'a trade',
      async (who: Customer) => ['POST', '/api/trades', { quote: await quoteFor(env, who, BUY) }] as const,
    ],
    ['a deposit', async () => ['POST', '/api/deposits', { amountCents: 20_000, method: 'wire' }] as const],
    ['the bonus', async () => ['POST', '/api/bonus/claim', {}] as const],
    [
      'a new password',
      async () =>
        [
          'POST',
          '/api/auth/password/change',
          { currentPassword: CUSTOMER_PASSWORD, newPassword: NEW_PASSWORD },
        ] as const,
    ],
    [
      'another address',
      async () =>
        ['POST', '/api/profile/email-change', { email: `nova-${crypto.randomUUID()}@example.com` }] as const,
    ],
    ['another phone', async () => ['PUT', '/api/profile/phone', { phone: '5511912345678' }] as const],
    ['new codes', async () => ['POST', '/api/auth/factors/recovery-codes', {}] as const],
    ['no app any more', async () => ['DELETE', '/api/auth/factors/totp', undefined] as const],
  ])('stops %s, and nothing of it happens', async (_, asked) => {
    const customer = await customerWithApp();
    await fund(env.DB, customer, 500_000);
    await stepUpNow(customer);
    const rows = () =>
      env.DB.prepare(
        `SELECT u.password_hash, u.email, u.phone, a.cash_cents, (SELECT count(*) FROM operations WHERE account_id = u.id) AS operations,
           (SELECT count(*) FROM email_changes WHERE user_id = u.id) AS changes, (SELECT count(*) FROM totp_factors WHERE user_id = u.id) AS apps,
           (SELECT max(created_at) FROM recovery_codes WHERE user_id = u.id) AS codes, (SELECT count(*) FROM security_events WHERE user_id = u.id) AS events
         FROM users u JOIN accounts a ON a.id = u.id WHERE u.id = ?`,
      )
        .bind(customer.userId)
        .first();
    const before = await rows();
    const [method, path, body] = await asked(customer);
    const reply = await overtaken(customer)(
      new Request(`${ORIGIN}${path}`, {
        method,
        headers: { ...customer.headers, 'Idempotency-Key': crypto.randomUUID() },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    expect([reply.status, await outcome(reply)]).toEqual([403, 'AccountFrozen']);
    expect(await rows()).toEqual(before);
  });
});
