// SMS and push: what is switched on and configured is written, once, in the customer's language, to this customer alone.

import { env } from 'cloudflare:workers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sendShortAlerts } from '../../../worker/services/short-messages.ts';
import { type AlertMarket, closeAlertMarket, GOLD, openAlertMarket } from '../../support/alert-market.ts';
import { createCustomer, type Customer, type CustomerOptions } from '../../support/customers.ts';
import { eventually } from '../../support/price-hub.ts';
import { call } from '../accounts/calls.ts';

const TARGET = GOLD + 5_000;
const PHONES = { ana: '5511900000001', bruno: '5511900000002' };

let market: AlertMarket;
beforeEach(async () => {
  await env.DB.batch([env.DB.prepare('DELETE FROM alerts'), env.DB.prepare('DELETE FROM local_mailbox')]);
  market = await openAlertMarket();
  await market.move('gold', GOLD);
});
afterAll(closeAlertMarket);

async function watcher(options: CustomerOptions, settings: object): Promise<Customer> {
  const customer = await createCustomer(env, options);
  const send = (path: string, method: string, body: object) =>
    call(path, { method, headers: customer.headers, body: JSON.stringify(body) });
  expect((await send('/api/settings', 'PATCH', settings)).status).toBe(200);
  const alert = { metal: 'gold', direction: 'above', targetPriceCents: TARGET };
  expect((await send('/api/alerts', 'POST', alert)).status).toBe(201);
  return customer;
}

async function shortMessages() {
  const { results } = await env.DB.prepare(
    "SELECT id, recipient, sender, text, language FROM local_mailbox WHERE id GLOB 'sms-*' OR id GLOB 'push-*' ORDER BY recipient",
  ).run<{ id: string; recipient: string; sender: string; text: string; language: string }>();
  return results;
}

test('a fired alert is written to whoever switched SMS on, in his language and to his phone', async () => {
  await watcher({ phone: PHONES.ana, language: 'pt-BR' }, { notificationSms: true });
  await watcher({ phone: PHONES.bruno, language: 'en' }, { notificationSms: true, notificationEmail: false });
  await watcher({}, { notificationSms: false, notificationPush: true });
  await market.move('gold', TARGET);
  const messages = await eventually(shortMessages, (found) => found.length === 2);
  expect(
    messages.map(({ recipient, sender, text, language }) => ({ recipient, sender, text, language })),
  ).toEqual([
    {
      recipient: PHONES.ana,
      sender: 'SMS (sandbox)',
      text: 'Onça: Ouro a US$ 4.450,00 ou mais. O preço chegou a US$ 4.450,00 por onça.',
      language: 'pt-BR',
    },
    {
      recipient: PHONES.bruno,
      sender: 'SMS (sandbox)',
      text: 'Onça: Gold at US$4,450.00 or more. The price reached US$4,450.00 per ounce.',
      language: 'en',
    },
  ]);
});

test('the same tick again adds nothing; push comes where it is configured; production has neither', async () => {
  const customer = await watcher({ phone: PHONES.ana, language: 'en' }, { notificationSms: true });
  await market.move('gold', TARGET);
  await eventually(shortMessages, (found) => found.length === 1);
  const tick = await env.DB.prepare('SELECT tick FROM alert_deliveries WHERE user_id = ?1')
    .bind(customer.userId)
    .first<number>('tick');
  const send = (settings: Partial<Env>) =>
    sendShortAlerts({ env: { ...env, ...settings }, db: env.DB, now: Date.now }, tick ?? 0);

  await Promise.all([send({}), send({}), send({})]);
  expect(await shortMessages()).toHaveLength(1);

  await env.DB.prepare('DELETE FROM local_mailbox').run();
  await send({ ENVIRONMENT: 'production', PUSH_GATEWAY: 'sandbox' });
  await send({ SMS_GATEWAY: '', PUSH_GATEWAY: '' });
  expect(await shortMessages()).toEqual([]);

  await send({ PUSH_GATEWAY: 'sandbox' });
  expect((await shortMessages()).map(({ sender, recipient }) => [sender, recipient])).toEqual([
    ['SMS (sandbox)', PHONES.ana],
    ['Push (sandbox)', customer.email],
  ]);
});

test('a suspended customer is left alone', async () => {
  const { userId } = await watcher({ phone: PHONES.ana }, { notificationSms: true });
  await env.DB.prepare("UPDATE users SET status = 'suspended' WHERE id = ?1").bind(userId).run();
  await market.move('gold', TARGET);
  expect(await shortMessages()).toEqual([]);
});
