// From what a customer does to what they can read: sign-up, deposits and trades over HTTP, each with its message.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { scheduled } from '../../../worker/scheduled.ts';
import { deliverWaiting } from '../../../worker/services/deliver-mail.ts';
import { GOOD_FORM } from '../../fixtures/sign-up-examples.ts';
import { createCustomer, jsonHeaders, ORIGIN } from '../../support/customers.ts';
import { fund, quoteFor } from '../../support/funds.ts';
import { callsOf, outcome, SetPrices, workerWith } from '../../support/money-calls.ts';
import { confirm } from '../accounts/links.ts';
import { emptyOutbox, mailboxOf, outboxOf, write } from '../../support/outbox.ts';

const worker = workerWith(new SetPrices({ gold: 400_000, silver: 5_000 }));
const BUY = { side: 'buy', metal: 'gold', ouncesE4: 10_000, priceCents: 400_000 } as const;
const deliver = () => deliverWaiting({ env, db: env.DB, now: () => Date.now() });

beforeEach(emptyOutbox);

async function signUp(email: string, path = '/api/auth/sign-up', over: Partial<Env> = {}) {
  return workerWith(
    new SetPrices({}),
    over,
  )(
    new Request(`${ORIGIN}${path}`, {
      method: 'POST',
      headers: jsonHeaders(),
      body: JSON.stringify({ ...GOOD_FORM, email, language: 'en' }),
    }),
  );
}

test('whoever opens an account is written to, once, and reads it a moment later', async () => {
  const email = `ana-${crypto.randomUUID()}@example.com`;
  expect((await signUp(email)).status).toBe(201);
  expect((await signUp(email)).status).toBe(409);
  await deliver();
  const [mail, ...more] = await mailboxOf(email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Confirm your email for Onça');
  expect(mail?.text).toContain('Hi Ana,');
  // Locally a link leads to the address the customer used.
  const link = new RegExp(`${ORIGIN}/en/confirm-email#token=([\\w-]{43})`, 'u').exec(mail?.text ?? '');
  // The link of the letter proves the address, and the welcome follows.
  expect((await confirm(link?.[1] ?? '')).status).toBe(200);
  await deliver();
  const [, welcome] = await mailboxOf(email);
  expect(welcome?.subject).toBe('Your Onça account is open');
  expect(welcome?.html).toContain(`href="${ORIGIN}/en/dashboard"`);
});

test('a message leaves right after the reply, without waiting for the minute', async () => {
  const email = `ana-${crypto.randomUUID()}@example.com`;
  await signUp(email);
  await vi.waitFor(async () => expect(await mailboxOf(email)).toHaveLength(1), { timeout: 8_000 });
});

test('a purchase writes its receipt with the money; a replay and a refusal write none', async () => {
  const ana = await createCustomer(env, { language: 'pt-BR' });
  await fund(env.DB, ana, 500_000);
  const calls = callsOf(ana, worker);
  const quote = await quoteFor(env, ana, BUY);
  expect(await outcome(await calls.trade(quote, 'key-1'))).toBe(201);
  expect(await outcome(await calls.trade(quote, 'key-1'))).toBe(201);
  expect(await outcome(await calls.trade(quote, 'key-2'))).toBe('QuoteUsed');
  const tooMuch = await quoteFor(env, ana, { ...BUY, ouncesE4: 20_000 });
  expect(await outcome(await calls.trade(tooMuch))).toBe('InsufficientFunds');
  const rows = await outboxOf(ana);
  expect(rows.map(({ kind }) => kind)).toEqual(['trade-receipt']);
  await deliver();
  const [mail] = await mailboxOf(ana.email);
  expect(mail?.subject).toBe('Compra de 1,0000 oz de ouro');
  expect(mail?.text).toMatch(/Total pago:\s+US\$ 4\.020,00/u);
});

test('racing requests with one key are one purchase and one receipt', async () => {
  const ana = await createCustomer(env);
  await fund(env.DB, ana, 500_000);
  const calls = callsOf(ana, worker);
  const quote = await quoteFor(env, ana, BUY);
  await Promise.all(Array.from({ length: 6 }, () => calls.trade(quote, 'same')));
  expect(await outboxOf(ana)).toHaveLength(1);
});

test('a deposit that settles writes a receipt; one that is pending or fails writes none', async () => {
  const ana = await createCustomer(env);
  const calls = callsOf(ana, worker);
  const amounts = { settled: 50_000, pending: 50_013, failed: 50_066 };
  for (const amountCents of Object.values(amounts)) {
    expect(await outcome(await calls.deposit({ amountCents, method: 'debit_card' }))).toBe(201);
  }
  await deliver();
  const mails = await mailboxOf(ana.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your deposit of US$500.00 is complete']);
  expect(mails[0]?.text).toMatch(/Fee:\s+US\$12\.50\nTotal paid:\s+US\$512\.50/u);
  expect(mails[0]?.text).toContain('no real money moved');
});

test('who switched e-mail off gets no receipts', async () => {
  const ana = await createCustomer(env);
  await env.DB.prepare('UPDATE settings SET notification_email = 0 WHERE user_id = ?').bind(ana.userId).run();
  await callsOf(ana, worker).deposit({ amountCents: 50_000, method: 'wire' });
  expect(await outboxOf(ana)).toEqual([]);
});

test.each(['x<victim@x.example>', 'a,victim@x.example', 'a;b@x.example', 'a@x.example,b.c'])(
  'to %s, stored when such was taken for an address, nothing is sent',
  async (email) => {
    const ana = await createCustomer(env, { email });
    await write(ana, { kind: 'welcome' }, Date.now());
    await deliver();
    expect(await outboxOf(ana)).toMatchObject([{ state: 'dead' }]);
    expect(await mailboxOf(email)).toEqual([]);
  },
);

test('in production nothing lands in the mailbox: without a sender, messages wait', async () => {
  const email = `ana-${crypto.randomUUID()}@example.com`;
  expect((await signUp(email, undefined, { ENVIRONMENT: 'production' as never })).status).toBe(201);
  expect(await mailboxOf(email)).toEqual([]);
  const waiting = await env.DB.prepare("SELECT state FROM mail_outbox WHERE email = ? AND state = 'waiting'")
    .bind(email)
    .run();
  expect(waiting.results).toHaveLength(1);
});

test('the minute cron delivers, and forgets what is long over', async () => {
  const ana = await createCustomer(env);
  await callsOf(ana, workerWith(new SetPrices({}), { ENVIRONMENT: 'local' as never })).deposit({
    amountCents: 20_000,
    method: 'wire',
  });
  const run = async (scheduledTime: number) => {
    const context = createExecutionContext();
    const controller = { cron: '* * * * *', scheduledTime, noRetry: () => undefined };
    await scheduled(controller as ScheduledController, env, context);
    await waitOnExecutionContext(context);
  };
  await run(Date.now());
  expect(await mailboxOf(ana.email)).toHaveLength(1);
  const month = 31 * 24 * 60 * 60_000;
  await run(Date.now() + month - 2 * 24 * 60 * 60_000);
  expect(await outboxOf(ana)).toHaveLength(1);
  await run(Date.now() + month);
  expect(await outboxOf(ana)).toEqual([]);
});
