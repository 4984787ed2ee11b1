// /dev/mailbox: readable locally, unknown anywhere else, and safe to look at whatever a message says.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { putLocalMails, type LocalMail } from '../../../worker/db/local-mailbox.ts';
import { ORIGIN } from '../../support/customers.ts';
import { realWorker, SetPrices, workerWith } from '../../support/money-calls.ts';

const get = (path: string) => realWorker(new Request(`${ORIGIN}${path}`));

async function put(over: Partial<LocalMail> = {}): Promise<LocalMail> {
  const mail: LocalMail = {
    id: crypto.randomUUID(),
    recipient: `${crypto.randomUUID()}@example.com`,
    sender: 'Onça <avisos@onca.example>',
    subject: 'Hello',
    text: 'Plain words',
    html: '<!doctype html><html><head><title>x</title></head><body><p>Formatted words</p></body></html>',
    headers: '{}',
    language: 'en',
    kind: 'welcome',
    receivedAt: Date.now(),
    ...over,
  };
  await putLocalMails(env.DB, [mail]);
  return mail;
}

test('lists what arrived, newest first, for everybody or for one', async () => {
  const now = Date.now() + 60_000;
  const first = await put({ subject: 'The first', receivedAt: now });
  const second = await put({ subject: 'The second', receivedAt: now + 1 });
  const page = await (await get('/en/dev/mailbox')).text();
  expect(page.indexOf('The second')).toBeLessThan(page.indexOf('The first'));
  const hers = await (
    await get(`/dev/mailbox?to=${encodeURIComponent(first.recipient.toUpperCase())}`)
  ).text();
  expect(hers).toContain('The first');
  expect(hers).not.toContain('The second');
  const { messages } = await (
    await get(`/dev/mailbox.json?to=${encodeURIComponent(second.recipient)}`)
  ).json<{ messages: LocalMail[] }>();
  expect(messages).toMatchObject([{ id: second.id, subject: 'The second' }]);
});

test('shows a message formatted in a frame of its own, as text, and as data', async () => {
  const mail = await put({ id: `receipt:${crypto.randomUUID()}` });
  const address = `/dev/mailbox/${encodeURIComponent(mail.id)}`;
  const page = await get(address);
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain(`src="${address}/body"`);
  expect(text).toContain('lang="pt-BR"');
  expect(text).not.toContain('Formatted words');
  expect(await (await get(`${address}?view=text`)).text()).toContain('Plain words');
  expect(await (await get(`${address}/json`)).json()).toEqual(mail);
  const body = await get(`${address}/body`);
  expect(await body.text()).toContain('Formatted words');
  expect(body.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*sandbox/u);
});

test('says so when nothing arrived, and when a message does not exist', async () => {
  expect(await (await get('/dev/mailbox?to=nobody@example.com')).text()).toContain(
    'Nenhuma mensagem por aqui',
  );
  const gone = await get('/en/dev/mailbox/none');
  expect([gone.status, (await gone.text()).includes('no longer exists')]).toEqual([404, true]);
  for (const part of ['json', 'body']) expect((await get(`/dev/mailbox/none/${part}`)).status).toBe(404);
});

test('what a message says becomes no markup of the page around it', async () => {
  const attack = '"><script>alert(1)</script>';
  const mail = await put({
    subject: attack,
    recipient: `${attack}@example.com`,
    text: attack,
    sender: attack,
  });
  for (const path of [
    `/dev/mailbox/${mail.id}?view=text`,
    `/dev/mailbox/${mail.id}`,
    `/dev/mailbox?to=${encodeURIComponent(attack)}`,
  ]) {
    const page = await get(path);
    expect(await page.text()).not.toContain('<script');
    expect(page.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'/u);
    expect(page.headers.get('Content-Security-Policy')).not.toMatch(/script-src|unsafe/u);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
  }
});

describe.each(['production', '', 'staging'])('when ENVIRONMENT is "%s"', (ENVIRONMENT) => {
  const elsewhere = workerWith(new SetPrices({}), { ENVIRONMENT: ENVIRONMENT as never });

  test('the mailbox is as unknown as any other address', async () => {
    const mail = await put();
    const unknown = await elsewhere(new Request(`${ORIGIN}/dev/nothing`));
    for (const path of [
      '/dev/mailbox',
      '/en/dev/mailbox',
      `/dev/mailbox?to=${mail.recipient}`,
      `/dev/mailbox/${mail.id}`,
      `/dev/mailbox/${mail.id}/json`,
      `/dev/mailbox/${mail.id}/body`,
      '/dev/mailbox.json',
    ]) {
      const reply = await elsewhere(new Request(ORIGIN + path));
      expect([path, reply.status]).toEqual([path, unknown.status]);
      expect(await reply.text()).not.toMatch(/Formatted words|mailbox|Caixa de correio/u);
    }
    expect(unknown.status).toBe(404);
  });
});
