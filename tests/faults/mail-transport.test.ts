// The way of e-mail out, with a transport that is right, refusing, slow, dead or at its limit: nothing is lost, what cannot
// arrive is given up and says why, and no customer's request ever notices.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { app } from '../../worker/app.ts';
import { MAIL_ATTEMPTS, MAIL_CLAIM_MS, MAIL_WAITS_MS } from '../../worker/domain/mail-delivery.ts';
import { PURCHASE, REVERSAL, SIGN_IN } from '../fixtures/mail-examples.ts';
import { GOOD_FORM } from '../fixtures/sign-up-examples.ts';
import { createCustomer, type Customer, jsonHeaders } from '../support/customers.ts';
import { deliver, failing, fakeBinding, well } from '../support/mail-transport.ts';
import { emptyOutbox, outboxOf, outboxRow, write } from '../support/outbox.ts';

let clock = 1_800_000_000_000;
let ana: Customer;
const said: string[] = [];

beforeEach(async () => {
  said.length = 0;
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => void said.push(String(line)));
  await emptyOutbox();
  clock += 60 * 24 * 60 * 60_000;
  ana = await createCustomer(env, { language: 'en' });
});

test('what the binding is given is whole: addresses, both forms, headers it allows', async () => {
  const id = await write(ana, PURCHASE, clock);
  const { binding, sent } = fakeBinding(() => ({ messageId: '<1@onca.example>' }));
  expect(await deliver(clock, binding)).toEqual({ taken: 1, sent: 1, failed: 0, givenUp: 0 });
  expect(sent).toMatchObject([
    {
      to: ana.email,
      from: { name: 'Onça', email: 'avisos@onca.example' },
      replyTo: 'contato@onca.example',
      subject: 'You bought 1.2500 oz of gold',
      text: expect.stringContaining('US$5,514.17') as string,
      html: expect.stringContaining('https://onca.example/en/dashboard') as string,
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'en', 'X-Onca-Message': id },
    },
  ]);
  expect(await outboxRow(id)).toMatchObject({
    state: 'sent',
    attempts: 1,
    next_attempt_at: null,
    last_error: null,
    provider_id: '<1@onca.example>',
  });
  // Over is over.
  expect(await deliver(clock + MAIL_CLAIM_MS, binding)).toMatchObject({ taken: 0 });
  expect(sent).toHaveLength(1);
});

test("the platform's own binding, as it runs locally, takes such a message", async () => {
  const id = await write(ana, SIGN_IN, clock);
  expect(await deliver(clock, env.MAIL)).toMatchObject({ taken: 1, sent: 1 });
  expect((await outboxRow(id))?.provider_id).toMatch(/./u);
});

describe('a transport in trouble', () => {
  const TROUBLE: readonly (readonly [string, () => never | Promise<never>, RegExp])[] = [
    ['answers with its own error', failing('E_INTERNAL_SERVER_ERROR'), /E_INTERNAL_SERVER_ERROR/u],
    ['could not deliver', failing('E_DELIVERY_FAILED'), /E_DELIVERY_FAILED/u],
    ['throws what is no error', () => Promise.reject('nothing'), /nothing/u],
    ['throws no words', () => Promise.reject(new Error('')), /^$/u],
    ['never answers', () => new Promise<never>(() => undefined), /no answer in 200 ms/u],
  ];

  test.each(TROUBLE)('that %s: later again, and then it arrives', async (_name, behave, error) => {
    const id = await write(ana, PURCHASE, clock);
    const { binding } = fakeBinding(behave);
    expect(await deliver(clock, binding)).toMatchObject({ taken: 1, sent: 0, failed: 1 });
    const row = await outboxRow(id);
    expect(row).toMatchObject({ state: 'waiting', attempts: 1, next_attempt_at: clock + MAIL_WAITS_MS[0] });
    expect(row?.last_error).toMatch(error);
    const { binding: healthy, sent } = fakeBinding(well);
    expect(await deliver(clock + MAIL_WAITS_MS[0] - 1, healthy)).toMatchObject({ taken: 0 });
    expect(await deliver(clock + MAIL_WAITS_MS[0], healthy)).toMatchObject({ sent: 1 });
    expect(sent).toHaveLength(1);
    expect(await outboxRow(id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null });
  });

  test('that is dead for good: the pauses grow, then the message is given up and says why', async () => {
    const id = await write(ana, PURCHASE, clock);
    const { binding, sent } = fakeBinding(failing('E_INTERNAL_SERVER_ERROR', 'down'));
    let now = clock;
    for (const wait of MAIL_WAITS_MS) {
      await deliver(now, binding);
      expect((await outboxRow(id))?.next_attempt_at).toBe(now + wait);
      now += wait;
    }
    expect(await deliver(now, binding)).toMatchObject({ taken: 1, givenUp: 1 });
    expect(sent).toHaveLength(MAIL_ATTEMPTS);
    expect(await outboxRow(id)).toMatchObject({
      state: 'dead',
      next_attempt_at: null,
      attempts: MAIL_ATTEMPTS,
    });
    expect((await outboxRow(id))?.last_error).toContain('E_INTERNAL_SERVER_ERROR: down');
    expect(said.join('\n')).toContain('mail-given-up');
    expect(await deliver(now + 365 * 24 * 60 * 60_000, binding)).toMatchObject({ taken: 0 });
  });

  test.each([
    'E_RECIPIENT_SUPPRESSED',
    'E_RECIPIENT_NOT_ALLOWED',
    'E_VALIDATION_ERROR',
    'E_CONTENT_TOO_LARGE',
    'E_HEADER_NOT_ALLOWED',
  ])('that says %s: this message is given up at once, the others go', async (code) => {
    const bob = await createCustomer(env);
    const lost = await write(ana, PURCHASE, clock);
    const arrives = await write(bob, PURCHASE, clock);
    const { binding } = fakeBinding((mail) => (mail.to === ana.email ? failing(code)() : well()));
    expect(await deliver(clock, binding)).toEqual({ taken: 2, sent: 1, failed: 0, givenUp: 1 });
    expect(await outboxRow(lost)).toMatchObject({ state: 'dead', attempts: 1 });
    expect(await outboxRow(arrives)).toMatchObject({ state: 'sent' });
  });

  test.each(['E_DAILY_LIMIT_EXCEEDED', 'E_RATE_LIMIT_EXCEEDED', 'E_SENDER_NOT_VERIFIED'])(
    'that says %s: the run stops, and all of it waits',
    async (code) => {
      const ids = await Promise.all(Array.from({ length: 30 }, () => write(ana, REVERSAL, clock)));
      const { binding, sent } = fakeBinding(failing(code));
      expect(await deliver(clock, binding)).toMatchObject({ taken: 20, sent: 0, failed: 20 });
      // Five at a time: the transport that refused is not called again.
      expect(sent).toHaveLength(5);
      const states = await Promise.all(ids.map(async (id) => (await outboxRow(id))?.state));
      expect(new Set(states)).toEqual(new Set(['waiting']));
    },
  );

  test('that is out of reach: a run ends after its first handful, and touches nothing else', async () => {
    for (let n = 0; n < 12; n += 1) await write(ana, PURCHASE, clock + n);
    const { binding, sent } = fakeBinding(() => new Promise<never>(() => undefined));
    expect(await deliver(clock + 20, binding, { handful: 5, rounds: 10 })).toMatchObject({
      taken: 5,
      failed: 5,
    });
    expect(sent).toHaveLength(5);
    const attempts = (await outboxOf(ana)).map((row) => row.attempts);
    expect(attempts.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
  });

  test('that says its code only in words is understood', async () => {
    const id = await write(ana, PURCHASE, clock);
    const { binding } = fakeBinding(() => {
      throw new Error('email could not be sent: E_RECIPIENT_SUPPRESSED');
    });
    await deliver(clock, binding);
    expect((await outboxRow(id))?.state).toBe('dead');
  });

  test('that names the customer in its error: logs and the dead-letter box do not', async () => {
    const id = await write(ana, PURCHASE, clock);
    const { binding } = fakeBinding(failing('E_DELIVERY_FAILED', `mailbox <${ana.email}> is full`));
    await deliver(clock, binding);
    expect((await outboxRow(id))?.last_error).toBe('E_DELIVERY_FAILED: mailbox <[address]> is full');
    expect(said.join('\n')).not.toContain(ana.email);
  });

  test('whose words are endless: a part is kept', async () => {
    const id = await write(ana, PURCHASE, clock);
    await deliver(clock, fakeBinding(failing('E_DELIVERY_FAILED', 'x'.repeat(10_000))).binding);
    expect((await outboxRow(id))?.last_error).toHaveLength(300);
  });
});

test('no customer waits for a transport: a reply does not know how it is', async () => {
  const { binding } = fakeBinding(() => new Promise<never>(() => undefined));
  const context = createExecutionContext();
  const email = `ana-${crypto.randomUUID()}@example.com`;
  const site = 'https://onca.example';
  const request = new Request(`${site}/api/auth/sign-up`, {
    method: 'POST',
    headers: { ...jsonHeaders(), Origin: site },
    body: JSON.stringify({ ...GOOD_FORM, email }),
  });
  const live = {
    ...env,
    ENVIRONMENT: 'production' as never,
    SITE_ORIGIN: site,
    MAIL_FROM: 'avisos@onca.example',
    MAIL: binding,
  };
  const reply = await Promise.race([
    app.fetch(request, live, context),
    scheduler.wait(5_000).then(() => new Response(null, { status: 504 })),
  ]);
  expect(reply.status).toBe(201);
  // The work behind it ends by the transport's own time limit.
  await waitOnExecutionContext(context);
  const row = await env.DB.prepare('SELECT state, last_error FROM mail_outbox WHERE email = ?')
    .bind(email)
    .first<{ state: string; last_error: string }>();
  expect(row?.state).toBe('waiting');
  expect(row?.last_error).toContain('no answer');
});
