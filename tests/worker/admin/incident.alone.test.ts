// The operators' notice to visitors: announced, read in every snapshot, replaced and ended, each with a line in the log.

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type { IncidentReport } from '../../../worker/contract/operators/incident.ts';
import type { PriceSnapshot } from '../../../worker/contract/prices.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { call, problemOf } from '../accounts/calls.ts';
import { headSeq, linesSince } from './image-desk.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

const TEXT = { 'pt-BR': 'Depósitos por PIX demoram hoje.', en: 'PIX deposits are slow today.' };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

let bia: Customer;
let ask: ReturnType<typeof asOperator>;
beforeAll(async () => {
  bia = await makeOperator();
  ask = asOperator(bia);
});

const current = async () => (await (await ask('/incident')).json()) as IncidentReport;
const announce = async (over: Record<string, unknown> = {}, as = ask) =>
  as('/incident', {
    method: 'POST',
    body: {
      text: TEXT,
      startsAt: inMinutes(-1),
      endsAt: inMinutes(60),
      replaces: (await current()).incident?.id ?? null,
      ...over,
    },
  });
const end = (id: string) => ask('/incident/end', { method: 'POST', body: { id } });
/** As the hub says it now: the location answers from a copy for two seconds. */
const told = async () => {
  await caches.default.delete('https://prices.onca.internal/snapshot');
  return ((await (await call('/api/prices')).json()) as PriceSnapshot).incident ?? null;
};

test('announced, every visitor has it with the prices, in both languages, and trading goes on; ended, nobody has', async () => {
  const before = await headSeq();
  expect(await told()).toBeNull();
  const reply = await announce();
  expect(reply.status).toBe(200);
  const { incident } = (await reply.json()) as IncidentReport;
  expect(incident).toMatchObject({ text: TEXT, by: bia.email });
  expect(await told()).toEqual({ id: incident?.id, text: TEXT });
  const prices = (await (await call('/api/prices')).json()) as PriceSnapshot;
  expect(prices.source.reason).not.toBe('paused');
  const page = await (await call('/')).text();
  expect(page).toContain(TEXT['pt-BR']);
  const closed = await call('/', { headers: { Cookie: `incident-closed=${incident?.id}` } });
  expect(await closed.text()).not.toContain(`<span>${TEXT['pt-BR']}</span>`);

  expect((await end(incident?.id ?? '')).status).toBe(200);
  expect(await told()).toBeNull();
  // Again: it is over, and nothing more is written.
  expect((await end(incident?.id ?? '')).status).toBe(200);
  const lines = await linesSince(before);
  expect(lines.map(({ action, kind, id }) => [action, kind, id])).toEqual([
    ['incident.announced', 'incident', incident?.id],
    ['incident.ended', 'incident', incident?.id],
  ]);
});

test('prepared for later it is told to nobody yet; ended before it begins it never is', async () => {
  const reply = await announce({ startsAt: inMinutes(30), endsAt: inMinutes(90) });
  const { incident } = (await reply.json()) as IncidentReport;
  expect((await current()).incident?.id).toBe(incident?.id);
  expect(await told()).toBeNull();
  await end(incident?.id ?? '');
  const over = (await current()).incident;
  expect(Date.parse(over?.endsAt ?? '')).toBeLessThanOrEqual(Date.now());
  expect(await told()).toBeNull();
});

test('who saw another notice changes nothing and is told', async () => {
  const { incident } = (await (await announce()).json()) as IncidentReport;
  const late = await announce({ replaces: null });
  expect([late.status, (await problemOf(late)).code]).toEqual([409, 'IncidentChanged']);
  expect((await problemOf(await end('another'))).code).toBe('IncidentChanged');
  expect((await current()).incident?.id).toBe(incident?.id);
  await end(incident?.id ?? '');
});

test.each([
  ['a text too short', { text: { ...TEXT, en: 'Soon.' } }],
  ['a text too long', { text: { ...TEXT, en: 'x'.repeat(241) } }],
  ['one language', { text: { 'pt-BR': TEXT['pt-BR'] } }],
  ['a text that turns around', { text: { ...TEXT, en: 'PIX deposits \u202E today' } }],
  ['an end before the start', { startsAt: inMinutes(10), endsAt: inMinutes(5) }],
  ['an end that is over', { startsAt: inMinutes(-10), endsAt: inMinutes(-5) }],
  ['three weeks', { endsAt: inMinutes(21 * 24 * 60) }],
  ['no time', { endsAt: 'tomorrow' }],
])('%s is refused', async (_, over) => {
  expect((await announce(over)).status).toBe(422);
  expect(await told()).toBeNull();
});

test('only operators who have just proved who they are announce or end one', async () => {
  const tired = asOperator(await createCustomer(env, { admin: true }));
  expect((await problemOf(await announce({}, tired))).code).toBe('StepUpRequired');
  const ana = asOperator(await createCustomer(env, { steppedUp: true }));
  expect((await announce({}, ana)).status).toBe(403);
  expect((await ana('/incident')).status).toBe(403);
  expect(await told()).toBeNull();
});
