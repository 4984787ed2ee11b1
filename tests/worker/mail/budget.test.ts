// How many letters one recipient gets in an hour: the others wait and come together in one.

import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { readOutboxLine } from '../../../worker/db/outbox-queue.ts';
import type { MailMessage } from '../../../worker/domain/mail-messages.ts';
import { HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { PURCHASE, SALE, SIGN_IN } from '../../fixtures/mail-examples.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { deliver, failing, fakeBinding, type Sent, well } from '../../support/mail-transport.ts';
import { outboxOf, write } from '../../support/outbox.ts';

const NOW = 1_800_000_000_000;
const SECOND = 1_000;

let ana: Customer;
beforeEach(async () => {
  await env.DB.prepare('DELETE FROM mail_outbox').run();
  ana = await createCustomer(env);
});

/** One event each second, each delivered at once, as after a request. */
async function happen(times: number, message: MailMessage, binding: SendEmail, from = NOW): Promise<void> {
  for (let event = 0; event < times; event += 1) {
    const at = from + event * SECOND;
    await write(ana, message, at);
    await deliver(at, binding);
  }
}

const statesOf = async (customer: Customer) => {
  const states = (await outboxOf(customer)).map(({ state }) => state);
  return {
    waiting: states.filter((s) => s === 'waiting').length,
    sent: states.filter((s) => s === 'sent').length,
  };
};
const textOf = (mail: Sent | undefined): string => String(mail?.text);

test('sixty sign-ins from new devices: one letter at once, and one an hour later that lists the others', async () => {
  const { binding, sent } = fakeBinding(well);
  await happen(60, SIGN_IN, binding);
  expect(sent).toHaveLength(1);
  expect(await statesOf(ana)).toEqual({ waiting: 59, sent: 1 });
  await deliver(NOW + HOUR_MS - SECOND, binding);
  expect(sent).toHaveLength(1);
  await deliver(NOW + HOUR_MS, binding);
  expect(sent.map(({ subject }) => subject)).toEqual([
    'New sign-in to your account',
    '59 new sign-ins to your account',
  ]);
  expect(textOf(sent[1]).match(/Firefox/gu)?.length).toBe(59);
  expect(await statesOf(ana)).toEqual({ waiting: 0, sent: 60 });
  await deliver(NOW + 3 * HOUR_MS, binding);
  expect(sent).toHaveLength(2);
});

test('sixty that wait together because nothing was sent are one letter', async () => {
  const { binding, sent } = fakeBinding(well);
  await Promise.all(Array.from({ length: 60 }, (_, n) => write(ana, SIGN_IN, NOW + n)));
  await deliver(NOW + MINUTE_MS, binding, { handful: 5, rounds: 10 });
  expect(sent.map(({ subject }) => subject)).toEqual(['60 new sign-ins to your account']);
  expect(await statesOf(ana)).toEqual({ waiting: 0, sent: 60 });
});

test('forty trades: ten receipts, then one letter with the others and their sums', async () => {
  const { binding, sent } = fakeBinding(well);
  await happen(39, PURCHASE, binding);
  await happen(1, SALE, binding, NOW + 39 * SECOND);
  expect(sent).toHaveLength(10);
  await deliver(NOW + HOUR_MS, binding);
  expect(sent).toHaveLength(11);
  expect(sent[10]?.subject).toBe('30 trades completed');
  expect(textOf(sent[10]).match(/Total paid/gu)?.length).toBe(29);
  expect(textOf(sent[10]).match(/Total received/gu)?.length).toBe(1);
  expect(await statesOf(ana)).toEqual({ waiting: 0, sent: 40 });
});

test('whoever has had the letters of the hour still gets what is about security, and nobody else waits', async () => {
  const { binding, sent } = fakeBinding(well);
  await happen(12, PURCHASE, binding);
  await happen(2, SIGN_IN, binding, NOW + MINUTE_MS);
  const change = { ...SIGN_IN, kind: 'security-change', change: 'password-changed' } as const;
  await happen(3, change, binding, NOW + 2 * MINUTE_MS);
  expect(sent).toHaveLength(10 + 1 + 3);
  const ben = await createCustomer(env);
  await write(ben, PURCHASE, NOW + 3 * MINUTE_MS);
  await deliver(NOW + 3 * MINUTE_MS, binding);
  expect(sent.at(-1)?.to).toBe(ben.email);
});

test('a gathered letter that fails is tried again whole', async () => {
  let isUp = true;
  const { binding, sent } = fakeBinding(() => (isUp ? well() : failing('E_INTERNAL_SERVER_ERROR')()));
  await happen(5, SIGN_IN, binding);
  isUp = false;
  await deliver(NOW + HOUR_MS, binding);
  expect(await statesOf(ana)).toEqual({ waiting: 4, sent: 1 });
  isUp = true;
  await deliver(NOW + HOUR_MS + 10 * MINUTE_MS, binding);
  expect(sent.at(-1)?.subject).toBe('4 new sign-ins to your account');
  expect(await statesOf(ana)).toEqual({ waiting: 0, sent: 5 });
});

test('what is put off is no lag: it waits for its recipient', async () => {
  const { binding } = fakeBinding(well);
  await happen(3, SIGN_IN, binding);
  expect(await readOutboxLine(env.DB, NOW + 30 * MINUTE_MS)).toMatchObject({ waiting: 2, oldestAt: null });
});
