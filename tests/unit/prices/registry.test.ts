import { expect, test } from 'vitest';
import { priceFeeds } from '../../../worker/providers/registry.ts';

const names = (sources: readonly { name: string }[]) => sources.map((s) => s.name);

test('nothing said means the simulated market', () => {
  const feeds = priceFeeds({ ENVIRONMENT: 'local' });
  expect(names(feeds.metals)).toEqual(['simulated']);
  expect(names(feeds.rates)).toEqual(['simulated']);
  expect(feeds.kind).toBe('simulated');
});

test('production refuses the simulated market, asked for or not', () => {
  for (const list of ['', 'simulated', 'gold-api,simulated']) {
    const feeds = priceFeeds({ ENVIRONMENT: 'production', PRICE_PROVIDERS: list, FX_PROVIDERS: list });
    expect(names([...feeds.metals, ...feeds.rates])).not.toContain('simulated');
    expect(feeds.refused).toContainEqual({ name: 'simulated', reason: 'simulated-in-production' });
  }
});

test('a simulated source beside a real one is left out, and so is a simulated rate beside real metals', () => {
  const mixed = priceFeeds({
    ENVIRONMENT: 'local',
    PRICE_PROVIDERS: 'gold-api, simulated',
    FX_PROVIDERS: 'simulated',
  });
  expect(names(mixed.metals)).toEqual(['gold-api']);
  expect(mixed.rates).toEqual([]);
  expect(mixed.kind).toBe('spot');
  expect(mixed.refused).toHaveLength(2);
});

test('an unknown source, an inherited name and a source without its key are named, not guessed', () => {
  const feeds = priceFeeds({ ENVIRONMENT: 'local', PRICE_PROVIDERS: 'toString,lbma,metals-dev' });
  expect(feeds.metals).toEqual([]);
  expect(feeds.kind).toBeNull();
  expect(feeds.refused.map((r) => r.reason)).toEqual(['unknown', 'unknown', 'key-missing']);
});

test('in production only commercial sources are quoted on, unless the operator allows the others', () => {
  const vars = { PRICE_PROVIDERS: 'gold-api' };
  expect(priceFeeds({ ...vars, ENVIRONMENT: 'production' }).quotableLicences).toEqual(['commercial']);
  expect(priceFeeds({ ...vars, ENVIRONMENT: 'local' }).quotableLicences).toContain('reference');
  expect(
    priceFeeds({ ...vars, ENVIRONMENT: 'production', ALLOW_REFERENCE_PRICES: 'true' }).quotableLicences,
  ).toContain('reference');
});

test("a vendor's own address keeps the vendor's interval, another address the deployment's pace", () => {
  const [vendor] = priceFeeds({
    PRICE_PROVIDERS: 'gold-api',
    GOLD_API_URL: 'https://api.gold-api.com',
  }).metals;
  const [mirror] = priceFeeds({ PRICE_PROVIDERS: 'gold-api', GOLD_API_URL: 'http://127.0.0.1:1' }).metals;
  expect(vendor?.minIntervalMs).toBe(30_000);
  expect(mirror?.minIntervalMs).toBe(0);
});

test('the order of the list does not make another book, another set does', () => {
  const key = (list: string) => priceFeeds({ PRICE_PROVIDERS: list, FX_PROVIDERS: 'awesomeapi' }).bookKey;
  expect(key('gold-api,swissquote')).toBe(key('swissquote, gold-api,gold-api'));
  expect(key('gold-api')).not.toBe(key('gold-api,swissquote'));
});

test('the poll interval is bounded and survives nonsense', () => {
  const ms = (PRICE_POLL_MS: string) => priceFeeds({ PRICE_POLL_MS }).pollMs;
  expect(ms('2000')).toBe(2_000);
  expect(ms('')).toBe(30_000);
  expect(ms('often')).toBe(30_000);
  expect(ms('1')).toBe(250);
  expect(ms('99999999')).toBe(60_000);
});
