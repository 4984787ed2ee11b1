import { env } from 'cloudflare:workers';
import { runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import type { FeedRefreshed, FeedReport } from '../../../worker/contract/operators/price-feed.ts';
import type { Quote } from '../../../worker/contract/trades.ts';
import { QuotingSwitch } from '../../../durable-objects/quoting-switch.ts';
import type { Pause } from '../../../worker/domain/feed-report.ts';
import { priceHub } from '../../../worker/services/deps.ts';
import { createCustomer, type Customer, jsonHeaders, ORIGIN } from '../../support/customers.ts';
import { expectBooksToBalance, fund } from '../../support/funds.ts';
import { callsOf } from '../../support/money-calls.ts';
import { hubOn } from '../../support/price-hub.ts';
import { call, post, problemOf } from '../accounts/calls.ts';

const FEED = '/api/admin/price-feed';
const REASON = { 'pt-BR': 'manutenção da fonte de preços', en: 'price source maintenance' };
const ACTOR = { actorId: null, actor: 'tests', device: null, place: null };

beforeEach(async () => {
  const { paused } = await priceHub(env).feedReport();
  if (paused === null) return;
  const line = { id: crypto.randomUUID(), at: Date.now(), by: ACTOR };
  await priceHub(env).switchQuoting({ ...line, to: 'quoting', pauseId: paused.id });
});

const operator = () => createCustomer(env, { admin: true, steppedUp: true });
const report = async (who: Customer) =>
  (await call(FEED, { headers: { Cookie: who.cookie } })).json<FeedReport>();
const pause = (who: Customer, reason: unknown = REASON) => post(`${FEED}/pause`, { reason }, who.headers);
const resume = (who: Customer, pauseId: unknown) => post(`${FEED}/resume`, { pauseId }, who.headers);

async function lines(): Promise<
  readonly {
    action: string;
    actor: string;
    note: string | null;
    before: string | null;
    after: string | null;
  }[]
> {
  const { results } = await env.DB.prepare(
    "SELECT action, actor, note, before, after FROM audit_log WHERE subject_kind = 'feed' ORDER BY seq",
  ).run<{
    action: string;
    actor: string;
    note: string | null;
    before: string | null;
    after: string | null;
  }>();
  return results;
}

test('an operator sees every source, its last word and what became of it', async () => {
  const seen = await report(await operator());
  expect(seen).toMatchObject({ kind: 'simulated', quotable: true, paused: null, notUsed: [], refused: [] });
  expect(
    seen.sources.map(({ name, subject, licence, mayQuote, trouble }) => ({
      name,
      subject,
      licence,
      mayQuote,
      trouble,
    })),
  ).toEqual([
    { name: 'simulated', subject: 'metals', licence: 'commercial', mayQuote: true, trouble: null },
    { name: 'simulated', subject: 'rate', licence: 'commercial', mayQuote: true, trouble: null },
  ]);
  expect(seen.series.map(({ series }) => series)).toEqual([
    'gold',
    'silver',
    'platinum',
    'palladium',
    'usd-brl',
  ]);
  for (const { accepted, words } of seen.series) {
    expect(accepted).toMatchObject({ fresh: true, mayQuote: true, sources: ['simulated'] });
    expect(words).toMatchObject([{ source: 'simulated', inPrice: true, differenceBp: 0 }]);
  }
});

test('a source that fails is told with its fault, since when and how often, and when it came back', async () => {
  const hub = await hubOn({ sources: ['gold-api', 'swissquote', 'awesomeapi'] });
  await hub.stub.refresh();
  await hub.vendors.set('swissquote', { behaviour: 'error-500' });
  for (let i = 0; i < 3; i += 1) {
    await hub.advance(60_000);
    await hub.stub.refresh();
  }
  const failing = (await hub.stub.feedReport()).sources.find(({ name }) => name === 'swissquote');
  expect(failing?.trouble).toMatchObject({ fault: 'status', times: 3 });
  expect(Date.parse(failing?.lastAskedAt ?? '')).toBeGreaterThan(Date.parse(failing?.lastAnsweredAt ?? ''));
  await hub.vendors.set('swissquote', { behaviour: 'html' });
  await hub.advance(60_000);
  await hub.stub.refresh();
  await hub.vendors.set('swissquote', { behaviour: 'well' });
  await hub.advance(60_000);
  await hub.stub.refresh();
  const { sources, troubles } = await hub.stub.feedReport();
  expect(sources.every(({ trouble }) => trouble === null)).toBe(true);
  const log = troubles.filter(({ source }) => source === 'swissquote');
  expect(log.map(({ fault }) => fault)).toEqual(['content-type', 'status']);
  // One failure ends where the next begins.
  expect(log[0]?.since).toBe(log[1]?.endedAt);
  expect(log[0]?.endedAt).not.toBeNull();
});

test('a source that disagrees is shown with its distance, its reason, and what it said', async () => {
  const hub = await hubOn({ sources: ['gold-api', 'swissquote', 'awesomeapi'] });
  await hub.stub.refresh();
  await hub.advance(60_000);
  await hub.vendors.set('swissquote', { prices: { XAU: 5_267.8, XAG: 58, XPT: 1612, XPD: 1208 } });
  await hub.stub.refresh();
  const { series, refused } = await hub.stub.feedReport();
  const gold = series.find((one) => one.series === 'gold');
  const word = gold?.words.find(({ source }) => source === 'swissquote');
  expect(word).toMatchObject({ verdict: 'unconfirmed-jump', value: 526_780 });
  expect(word?.differenceBp).toBeGreaterThan(1_900);
  expect(gold?.accepted?.value).toBeLessThan(440_000);
  expect(refused[0]).toMatchObject({ source: 'swissquote', series: 'gold', verdict: 'unconfirmed-jump' });
});

test('what was refused and who failed is kept, but never without bound', async () => {
  const hub = await hubOn({ sources: ['gold-api'] });
  await runInDurableObject(hub.stub, (object, state) => {
    const now = hub.clock.now();
    const o = { source: 'gold-api', series: 'gold', kind: 'spot', licence: 'reference' } as const;
    for (let i = 0; i < 300; i += 1)
      object.publish([{ ...o, bid: null, ask: null, mid: -i, sourceAt: now + i, receivedAt: now }]);
    const said = state.storage.sql.exec('SELECT count(*) AS n FROM last_words').one()['n'];
    expect(said).toBe(1);
  });
  const { refused } = await hub.stub.feedReport();
  expect(refused).toHaveLength(20);
  const newest = refused.find(({ series }) => series === 'gold');
  expect(newest).toMatchObject({ value: -299, verdict: 'not-positive' });
});

test('quoting is paused with a reason that customers read, and resumed; every step is in the log', async () => {
  const who = await operator();
  const customer = await createCustomer(env);
  await fund(env.DB, customer, 100_000);
  const calls = callsOf(customer);
  const order = { side: 'buy', metal: 'gold', totalCents: 20_000 };
  const before = await calls.post('/api/quotes', order);
  expect(before.status).toBe(201);
  const { quote } = await before.json<Quote>();
  const logged = (await lines()).length;

  const paused = await pause(who, { 'pt-BR': ` ${REASON['pt-BR']}. `, en: REASON.en });
  expect(paused.status).toBe(200);
  const seen = await paused.json<FeedReport>();
  expect(seen).toMatchObject({
    quotable: false,
    reason: 'paused',
    paused: { reason: REASON, by: who.email },
  });
  expect((await priceHub(env).snapshot()).source).toMatchObject({ reason: 'paused', pausedReason: REASON });

  const refused = await calls.post('/api/quotes', order);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ code: 'TradingPaused', pausedReason: REASON });
  // No last look: what was signed before is honoured.
  expect((await calls.trade(quote)).status).toBe(201);

  const resumed = await resume(who, seen.paused?.id);
  expect(await resumed.json()).toMatchObject({ quotable: true, reason: null, paused: null });
  expect((await priceHub(env).snapshot()).source).not.toHaveProperty('pausedReason');
  expect((await calls.post('/api/quotes', order)).status).toBe(201);

  const written = (await lines()).slice(logged);
  expect(written.map(({ action, actor }) => [action, actor])).toEqual([
    ['feed.paused', who.email],
    ['feed.resumed', who.email],
  ]);
  expect(written[0]?.note).toBe(REASON['pt-BR']);
  expect(JSON.parse(written[1]?.before ?? '{}')).toMatchObject({ paused: { reason: REASON } });
  await expectBooksToBalance(env.DB);
});

test('nobody lifts another pause than the one that was seen; lifting it twice is once', async () => {
  const [first, second] = [await operator(), await operator()];
  const { paused: seen } = await (await pause(first)).json<FeedReport>();
  const grave = { 'pt-BR': 'fonte sob suspeita', en: 'source under suspicion' };
  const { paused: now } = await (await pause(second, grave)).json<FeedReport>();
  const late = await resume(first, seen?.id);
  expect(late.status).toBe(409);
  expect(await problemOf(late)).toMatchObject({ code: 'PauseChanged' });
  expect((await report(first)).paused).toMatchObject({ reason: grave, by: second.email });
  const logged = (await lines()).length;
  const replies = await Promise.all([
    resume(first, now?.id),
    resume(second, now?.id),
    resume(first, now?.id),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await lines()).slice(logged).map(({ action }) => action)).toEqual(['feed.resumed']);
});

test('twenty operators at once: the log tells the order of the switch itself', async () => {
  const who = await operator();
  const logged = (await lines()).length;
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => pause(who, { 'pt-BR': `motivo ${i}`, en: `reason ${i}` })),
  );
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  const written = (await lines()).slice(logged);
  expect(written).toHaveLength(20);
  const afters = written.map(({ after }) => (JSON.parse(after ?? '{}') as { paused: Pause }).paused.id);
  const befores = written.map(
    ({ before }) => (JSON.parse(before ?? '{}') as { paused: Pause | null }).paused?.id,
  );
  expect(befores).toEqual([undefined, ...afters.slice(0, -1)]);
  expect((await report(who)).paused?.id).toBe(afters.at(-1));
});

test('a change that could not be written down is not carried out, and the next one is', async () => {
  let broken = true;
  let paused: Pause | null = null;
  const db = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'batch' && broken) return () => Promise.reject(new Error('D1 is away'));
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const it = new QuotingSwitch({ db, paused: () => paused, setPause: (next) => void (paused = next) });
  const change = () => it.change({ id: crypto.randomUUID(), at: 1, by: ACTOR, to: 'paused', reason: REASON });
  await expect(change()).rejects.toThrow('D1 is away');
  expect(paused).toBeNull();
  broken = false;
  expect(await change()).toBe('done');
  expect(paused).toMatchObject({ reason: REASON });
});

test('refresh now asks the sources once for all who press it, and says what came of it', async () => {
  const who = await operator();
  const logged = (await lines()).length;
  const replies = await Promise.all([1, 2, 3].map(() => post(`${FEED}/refresh`, {}, who.headers)));
  for (const reply of replies) {
    expect(reply.status).toBe(200);
    expect(await reply.json<FeedRefreshed>()).toMatchObject({
      polled: 2,
      accepted: 5,
      report: { quotable: true },
    });
  }
  expect((await lines()).slice(logged).map(({ action }) => action)).toEqual(Array(3).fill('feed.refreshed'));
});

test('a change needs a fresh proof of who asks; looking does not', async () => {
  const who = await createCustomer(env, { admin: true });
  expect((await call(FEED, { headers: { Cookie: who.cookie } })).status).toBe(200);
  for (const asked of [pause(who), resume(who, 'any'), post(`${FEED}/refresh`, {}, who.headers)]) {
    const reply = await asked;
    expect(reply.status).toBe(403);
    expect(await problemOf(reply)).toMatchObject({ code: 'StepUpRequired' });
  }
});

test('visitors, customers and other sites neither see the feed nor touch it', async () => {
  const customer = await createCustomer(env, { steppedUp: true, tier: 'premium' });
  const admin = await operator();
  const refused: readonly [RequestInit, number][] = [
    [{}, 401],
    [{ headers: { Authorization: `Bearer ${env.OPS_TOKEN}` } }, 401],
    [{ headers: { Cookie: customer.cookie } }, 403],
  ];
  for (const [init, status] of refused) expect((await call(FEED, init)).status).toBe(status);
  for (const path of ['refresh', 'pause', 'resume']) {
    const body = { reason: REASON, pauseId: 'any' };
    expect((await post(`${FEED}/${path}`, body, jsonHeaders())).status).toBe(401);
    expect((await post(`${FEED}/${path}`, body, customer.headers)).status).toBe(403);
    const foreign = { ...admin.headers, Origin: 'https://elsewhere.example' };
    expect((await post(`${FEED}/${path}`, body, foreign)).status).toBe(403);
  }
  expect((await report(admin)).paused).toBeNull();
});

test.each([
  [undefined],
  ['maintenance'],
  [{ 'pt-BR': REASON['pt-BR'] }],
  [{ 'pt-BR': '   ', en: REASON.en }],
  [{ 'pt-BR': 'x'.repeat(201), en: REASON.en }],
  [{ 'pt-BR': REASON['pt-BR'], en: 'x'.repeat(60_000) }],
  [{ 'pt-BR': REASON['pt-BR'], en: 'turned \u202Earound' }],
  [{ 'pt-BR': { toString: 'x' }, en: 7 }],
])('no pause without a reason customers can read: %j', async (reason) => {
  const who = await operator();
  const reply = await post(`${FEED}/pause`, { reason }, who.headers);
  expect(reply.status).toBe(422);
  expect((await report(who)).paused).toBeNull();
});

test('a body that is no JSON, or not said to be, is refused', async () => {
  const who = await operator();
  const send = (body: string, type: string) =>
    call(`${FEED}/pause`, { method: 'POST', headers: { ...who.headers, 'Content-Type': type }, body });
  expect((await send('{', 'application/json')).status).toBe(400);
  expect((await send(JSON.stringify({ reason: REASON }), 'text/plain')).status).toBe(415);
  expect((await resume(who, 'x'.repeat(101))).status).toBe(422);
  expect(new URL(`${ORIGIN}${FEED}`).pathname).toBe(FEED);
});

test('a pause from before reasons had languages stays a pause', async () => {
  const hub = await hubOn({ sources: ['gold-api'] });
  await hub.stub.refresh();
  const name = `old-${crypto.randomUUID()}`;
  const stub = env.PRICE_HUB.getByName(name);
  const stored = await runInDurableObject(hub.stub, (_, state) => state.storage.kv.get('book'));
  const { book } = stored as { book: Record<string, unknown> };
  await runInDurableObject(stub, (_, state) => {
    state.storage.kv.put('book', { shape: 1, book: { ...book, seq: 77, paused: 'why' } });
  });
  await runInDurableObject(stub, (_, state) => state.abort()).catch(() => undefined);
  const again = env.PRICE_HUB.getByName(name);
  const snapshot = await again.snapshot();
  expect(snapshot.source).toMatchObject({ reason: 'paused', pausedReason: { 'pt-BR': 'why', en: 'why' } });
  expect(snapshot.seq).toBeGreaterThan(77);
});

test('a bulletin that waits is shown, decided once, and needs a reason', async () => {
  const who = await operator();
  await env.DB.prepare(
    `INSERT INTO ptax_days (kind, day, buy_e4, sell_e4, published_at, source, fetched_at, held, second_buy_e4, second_sell_e4,
       second_published_at, second_fetched_at)
     VALUES ('simulated', '2026-03-06', 53445, 53451, 1, 'simulated', 2, 'differs', 53545, 53551, 1, 3)`,
  ).run();
  const held = async () => (await call(`${FEED}/bulletins`, { headers: { Cookie: who.cookie } })).json();
  expect(await held()).toMatchObject({
    days: [{ day: '2026-03-06', held: 'differs', second: { bulletin: { sellE4: 53_551 } } }],
  });
  const decide = (body: unknown) => post(`${FEED}/bulletins/2026-03-06`, body, who.headers);
  for (const body of [
    { take: 'second' },
    { take: 'second', reason: '  ' },
    { take: 'third', reason: 'because' },
  ]) {
    expect((await problemOf(await decide(body))).code).toBe('ValidationFailed');
  }
  const done = await decide({ take: 'second', reason: 'Looked up at bcb.gov.br' });
  expect(await done.json()).toEqual({ days: [] });
  expect((await problemOf(await decide({ take: 'first', reason: 'Again' }))).code).toBe('NotFound');
  expect((await lines()).at(-1)).toMatchObject({
    action: 'feed.bulletin-decided',
    actor: who.email,
    note: 'Looked up at bcb.gov.br',
  });
});
