// /dev/bank: what a developer presses goes the way of a real callback, only forms of the page itself are taken, and what they say
// becomes no markup.

import { expect, test } from 'vitest';
import { ORIGIN } from '../../support/customers.ts';
import { ana, cashOf, charge, inPixWorld, txidOf, worker } from './pix-world.ts';

inPixWorld();

const get = (path: string) => worker(new Request(`${ORIGIN}${path}`));
const press = (form: Record<string, string>, headers: HeadersInit = { 'Sec-Fetch-Site': 'same-origin' }) =>
  worker(
    new Request(`${ORIGIN}/en/dev/bank`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
      redirect: 'manual',
    }),
  );

test('a pressed button pays, leads back to the page, and the page says what came of it', async () => {
  const txid = txidOf((await charge()).deposit);
  const listed = await (await get(`/en/dev/bank?to=${encodeURIComponent(ana.email.toUpperCase())}`)).text();
  expect(listed).toContain('R$1,326.58 for US$250.00');
  expect(listed).toContain(txid);
  expect(listed).not.toContain('value="contest"');
  expect(await (await get('/dev/bank?to=nobody@example.com')).text()).not.toContain(txid);

  const pressed = await press({ to: ana.email, txid, do: 'pay' });
  expect(pressed.status).toBe(303);
  const back = pressed.headers.get('Location') ?? '';
  expect(back).toBe(`/en/dev/bank?to=${encodeURIComponent(ana.email)}&told=1&applied=1`);
  const page = await (await get(back)).text();
  expect(page).toContain('Notices sent: 1. Accepted: 1.');
  expect(page).toContain('PIX, R$1,326.58, credited');
  expect(page).toContain('value="contest"');
  expect(await cashOf()).toBe(25_000);
});

test('a form of another site presses nothing, and neither does one that cannot be read', async () => {
  const txid = txidOf((await charge()).deposit);
  for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }, {}]) {
    expect((await press({ txid, do: 'pay' }, headers)).status).toBe(403);
  }
  const attack = '"><script>alert(1)</script>';
  for (const form of [
    {},
    { do: 'pay' },
    { do: 'pay', txid: attack },
    { do: 'burn', txid },
    { do: 'pay', txid: 'a'.repeat(32) },
    { do: 'contest', txid },
    { do: 'ted', email: ana.email, amount: '' },
    { do: 'ted', email: ana.email, amount: '1e308' },
    { do: 'ted', email: ana.email, amount: '-5,00' },
    { do: 'ted', email: 'nobody@example.com', amount: '1.326,58' },
    { do: 'pay-unknown', amount: attack, to: attack },
  ]) {
    const refused = await press(form as Record<string, string>);
    expect([form, refused.status]).toEqual([form, 422]);
    const page = await refused.text();
    expect(page).toContain('Nothing was sent.');
    expect(page).not.toContain('<script');
  }
  expect((await press({ do: 'pay', txid: 'a'.repeat(5_000) })).status).toBe(413);
  const page = await get('/en/dev/bank');
  expect(page.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'/u);
  expect(page.headers.get('Content-Security-Policy')).not.toMatch(/script-src|unsafe/u);
  expect(page.headers.get('Cache-Control')).toBe('no-store');
  expect(await cashOf()).toBe(0);
});

test('a TED of a customer, of somebody else, and a PIX to nobody go where their words say', async () => {
  for (const [action, amount] of [
    ['ted', '1.326,58'],
    ['ted-other', '1,326.58'],
    ['pay-unknown', '1326'],
  ]) {
    const pressed = await press({ do: action ?? '', email: ana.email, amount: amount ?? '', to: '' });
    expect([action, pressed.status]).toEqual([action, 303]);
  }
  expect(await cashOf()).toBe(25_000);
  const page = await (await get(`/en/dev/bank?to=${ana.email}`)).text();
  expect(page).toContain('TED, R$1,326.58, credited');
  expect(page).toMatch(/TED, R\$1,326\.58, (?:on its way back|sent back)/u);
  expect(await (await get('/en/dev/bank')).text()).toContain('PIX, R$1,326.00, with operators');
});
