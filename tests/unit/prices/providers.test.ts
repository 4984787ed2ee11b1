// The documented and captured replies of each vendor, and what each adapter makes of them.

import * as v from 'valibot';
import { expect, test } from 'vitest';
import { err, ok } from '../../../worker/domain/result.ts';
import { awesomeApi } from '../../../worker/providers/awesomeapi.ts';
import { bcbPtax } from '../../../worker/providers/bcb-ptax.ts';
import type { Feed, PriceProvider } from '../../../worker/providers/feed.ts';
import { goldApi } from '../../../worker/providers/gold-api.ts';
import { bcbSeries, PERIOD_DAYS, ptaxSeries } from '../../../worker/providers/ptax-series.ts';
import { metalsDev } from '../../../worker/providers/metals-dev.ts';
import { simulatedMetals, simulatedRate } from '../../../worker/providers/simulated.ts';
import { swissquote } from '../../../worker/providers/swissquote.ts';

const NOW = Date.parse('2025-11-09T15:00:00Z');

/** A feed that answers from a table of address endings; anything else is unreachable. */
function feedOf(replies: Readonly<Record<string, unknown>>): Feed & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    now: () => NOW,
    json: async (url, schema) => {
      asked.push(url);
      const key = Object.keys(replies).find((ending) => url.endsWith(ending));
      if (key === undefined) return err('unreachable');
      const parsed = v.safeParse(schema, replies[key]);
      return parsed.success ? ok({ value: parsed.output, receivedAt: NOW }) : err('unexpected-shape');
    },
  };
}

async function observed(provider: PriceProvider, replies: Readonly<Record<string, unknown>>) {
  const parts = await Promise.all(provider.poll(feedOf(replies)));
  return parts.flatMap((part) => (part.ok ? part.value : []));
}

async function faults(provider: PriceProvider, replies: Readonly<Record<string, unknown>>) {
  const parts = await Promise.all(provider.poll(feedOf(replies)));
  return parts.flatMap((part) => (part.ok ? [] : [part.error]));
}

const GOLD_API = {
  currency: 'USD',
  currencySymbol: '$',
  exchangeRate: 1.0,
  name: 'Gold',
  price: 4392.0,
  symbol: 'XAU',
  updatedAt: '2026-08-18T13:29:35Z',
  updatedAtReadable: 'a few seconds ago',
};

test('gold-api: one price, to the cent, with its own time', async () => {
  const [gold, ...others] = await observed(goldApi('https://x'), { '/price/XAU': GOLD_API });
  expect(others).toEqual([]);
  expect(gold).toEqual({
    source: 'gold-api',
    series: 'gold',
    kind: 'spot',
    licence: 'reference',
    bid: null,
    ask: null,
    mid: 439_200,
    sourceAt: Date.parse('2026-08-18T13:29:35Z'),
    receivedAt: NOW,
  });
});

test('gold-api: one metal that fails does not stop the other three', async () => {
  const replies = {
    '/price/XAG': { ...GOLD_API, symbol: 'XAG', price: 58.123 },
    '/price/XPT': { ...GOLD_API, symbol: 'XPT', price: 1612.005 },
    '/price/XPD': { ...GOLD_API, symbol: 'XPD', price: 1208 },
  };
  const all = await observed(goldApi('https://x/'), replies);
  expect(all.map((o) => [o.series, o.mid])).toEqual([
    ['silver', 5_812],
    ['platinum', 161_201],
    ['palladium', 120_800],
  ]);
  expect(await faults(goldApi('https://x/'), replies)).toEqual(['unreachable']);
});

const BAD_GOLD: readonly [string, unknown][] = [
  ['another currency', { ...GOLD_API, currency: 'EUR' }],
  ['another metal', { ...GOLD_API, symbol: 'XAG' }],
  ['a negative price', { ...GOLD_API, price: -4392 }],
  ['a word for a price', { ...GOLD_API, price: 'NaN' }],
  ['an infinite price', { ...GOLD_API, price: Number.POSITIVE_INFINITY }],
  ['a huge price', { ...GOLD_API, price: 1e300 }],
  ['no price', { ...GOLD_API, price: null }],
  ['no time', { ...GOLD_API, updatedAt: undefined }],
  ['a time without a zone', { ...GOLD_API, updatedAt: '2026-08-18T13:29:35' }],
  ['an impossible time', { ...GOLD_API, updatedAt: '2026-99-18T13:29:35Z' }],
  ['a list', [GOLD_API]],
  ['nothing', null],
];
test.each(BAD_GOLD)('gold-api: refused is %s', async (_, reply) => {
  expect(await observed(goldApi('https://x'), { '/price/XAU': reply })).toEqual([]);
});

const SWISSQUOTE = [
  {
    topo: { platform: 'AT', server: 'AT' },
    spreadProfilePrices: [{ spreadProfile: 'prime', bidSpread: 1, askSpread: 1, bid: 4000.1, ask: 4000.2 }],
    ts: 1_787_059_700_000,
  },
  {
    topo: { platform: 'SwissquoteLtd', server: 'Live5' },
    spreadProfilePrices: [
      { spreadProfile: 'premium', bidSpread: 25.6, askSpread: 25.6, bid: 4389.049, ask: 4389.711 },
      { spreadProfile: 'prime', bidSpread: 24.2, askSpread: 24.2, bid: 4389.063, ask: 4389.697 },
    ],
    ts: 1_787_059_781_075,
  },
];

test('swissquote: the newest entry, the pinned profile, bid and ask and their middle', async () => {
  const [gold] = await observed(swissquote('https://x'), { '/XAU/USD': SWISSQUOTE });
  expect(gold).toMatchObject({
    series: 'gold',
    bid: 438_906,
    ask: 438_970,
    mid: 438_938,
    sourceAt: 1_787_059_781_075,
  });
});

test('swissquote: standard where there is no prime, nothing where there is neither', async () => {
  const [, newest] = SWISSQUOTE;
  const only = (spreadProfile: string) => [
    { ...newest, spreadProfilePrices: [{ spreadProfile, bid: 4389, ask: 4390 }] },
  ];
  expect(await observed(swissquote('https://x'), { '/XAU/USD': only('standard') })).toHaveLength(1);
  expect(await observed(swissquote('https://x'), { '/XAU/USD': only('elite') })).toEqual([]);
  expect(await observed(swissquote('https://x'), { '/XAU/USD': [] })).toEqual([]);
});

const METALS_DEV = {
  status: 'success',
  currency: 'USD',
  unit: 'toz',
  metals: { gold: 5213.67, silver: 90.775, platinum: 2329.98, palladium: 1816.892 },
  currencies: { USD: 1, EUR: 1.18109 },
  timestamps: { metal: '2026-02-25T17:30:03.600Z', currency: '2026-02-25T17:30:03.600Z' },
};

test('metals.dev: all four metals, a commercial licence, the key in the query', async () => {
  const provider = metalsDev('https://x', 'a key');
  const feed = feedOf({ 'api_key=a%20key&currency=USD&unit=toz': METALS_DEV });
  const [part] = await Promise.all(provider.poll(feed));
  expect(part?.ok === true && part.value.map((o) => [o.series, o.mid, o.licence, o.sourceAt])).toEqual(
    [
      ['gold', 521_367],
      ['silver', 9_078],
      ['platinum', 232_998],
      ['palladium', 181_689],
    ].map(([metal, cents]) => [metal, cents, 'commercial', Date.parse('2026-02-25T17:30:03.600Z')]),
  );
});

test('metals.dev: an error reply or another unit is refused, and the free plan lasts a month', async () => {
  const replies = (reply: unknown) => ({ 'unit=toz': reply });
  const provider = metalsDev('https://x', 'k');
  expect(await observed(provider, replies({ ...METALS_DEV, status: 'failure' }))).toEqual([]);
  expect(await observed(provider, replies({ ...METALS_DEV, unit: 'g' }))).toEqual([]);
  expect((31 * 24 * 60 * 60_000) / provider.minIntervalMs).toBeLessThanOrEqual(100);
});

test('awesomeapi: text numbers and a time in seconds', async () => {
  const reply = {
    USDBRL: {
      code: 'USD',
      codein: 'BRL',
      high: '5.0033',
      low: '4.944',
      bid: '4.9976',
      ask: '4.9983',
      timestamp: '1684529993',
      create_date: '2023-05-19 17:59:53',
    },
  };
  const [rate] = await observed(awesomeApi('https://x'), { '/json/last/USD-BRL': reply });
  expect(rate).toMatchObject({
    series: 'usd-brl',
    bid: 49_976,
    ask: 49_983,
    mid: 49_980,
    sourceAt: 1_684_529_993_000,
  });
  const broken = { USDBRL: { ...reply.USDBRL, bid: 'NaN' } };
  expect(await observed(awesomeApi('https://x'), { '/json/last/USD-BRL': broken })).toEqual([]);
});

const PTAX = {
  value: [{ cotacaoCompra: 5.3445, cotacaoVenda: 5.3451, dataHoraCotacao: '2025-11-07 13:02:49.425' }],
};

test('bcb-ptax: asks by day in US order and walks back over the weekend to the last rate', async () => {
  const feed = feedOf({
    "'11-09-2025'&$top=100&$format=json": { value: [] },
    "'11-08-2025'&$top=100&$format=json": { value: [] },
    "'11-07-2025'&$top=100&$format=json": PTAX,
  });
  const [part] = await Promise.all(bcbPtax('https://x').poll(feed));
  expect(feed.asked).toHaveLength(3);
  expect(part?.ok === true && part.value[0]).toMatchObject({
    mid: 53_448,
    bid: 53_445,
    ask: 53_451,
    sourceAt: Date.parse('2025-11-07T16:02:49.425Z'),
  });
});

test('bcb-ptax: gives up after a week without a rate, and at once on a fault', async () => {
  const empty = feedOf({ '&$format=json': { value: [] } });
  expect(await Promise.all(bcbPtax('https://x').poll(empty))).toEqual([ok([])]);
  expect(empty.asked).toHaveLength(7);
  const down = feedOf({});
  expect(await Promise.all(bcbPtax('https://x').poll(down))).toEqual([err('unreachable')]);
  expect(down.asked).toHaveLength(1);
});

const bulletin = (day: string, over: object = {}) => ({
  cotacaoCompra: 5.3445,
  cotacaoVenda: 5.3451,
  dataHoraCotacao: `${day} 13:02:49.425`,
  ...over,
});
const PERIOD = "'11-03-2025'&@dataFinalCotacao='11-09-2025'&$top=360&$format=json";
const readPeriod = (value: unknown) => {
  const feed = feedOf({ [PERIOD]: value });
  return bcbSeries('https://x/').read(feed, '2025-11-03', '2025-11-09');
};

test('the period of bcb-ptax: a bulletin a day, the last one of a day, by the clock of Brasília', async () => {
  const read = await readPeriod({
    value: [
      bulletin('2025-11-07', { dataHoraCotacao: '2025-11-07 23:59:59.9' }),
      bulletin('2025-11-03'),
      bulletin('2025-11-07', { cotacaoVenda: 9 }),
    ],
  });
  expect(read).toEqual(
    ok([
      {
        day: '2025-11-03',
        buyE4: 53_445,
        sellE4: 53_451,
        publishedAt: Date.parse('2025-11-03T16:02:49.425Z'),
      },
      {
        day: '2025-11-07',
        buyE4: 53_445,
        sellE4: 53_451,
        publishedAt: Date.parse('2025-11-08T02:59:59.900Z'),
      },
    ]),
  );
  expect(await readPeriod({ value: [] })).toEqual(ok([]));
});

test.each([
  ['a day that nobody asked for', { value: [bulletin('2025-11-03'), bulletin('2025-11-10')] }],
  ['a day of another year', { value: [bulletin('2024-11-03')] }],
  ['a word for a rate', { value: [bulletin('2025-11-03', { cotacaoCompra: 'NaN' })] }],
  ['a rate below zero', { value: [bulletin('2025-11-03', { cotacaoVenda: -5.3 })] }],
  ['no rate', { value: [bulletin('2025-11-03', { cotacaoVenda: null })] }],
  ['another clock', { value: [bulletin('2025-11-03', { dataHoraCotacao: '2025-11-03T13:02:49Z' })] }],
  [
    'more days than there are',
    { value: Array.from({ length: 2 * PERIOD_DAYS + 1 }, () => bulletin('2025-11-03')) },
  ],
  ['no list', { value: null }],
  ['a list', [bulletin('2025-11-03')]],
])('the period of bcb-ptax: all of it is refused for %s', async (_, reply) => {
  expect(await readPeriod(reply)).toEqual(err('unexpected-shape'));
});

test('the bulletins of a deployment are of the kind of its prices', async () => {
  expect(ptaxSeries({ PRICE_PROVIDERS: 'gold-api' })).toMatchObject({ kind: 'spot', name: 'bcb-ptax' });
  expect(ptaxSeries({ PRICE_PROVIDERS: 'nothing' })).toBeNull();
  expect(ptaxSeries({ PRICE_PROVIDERS: 'simulated', ENVIRONMENT: 'production' })).toBeNull();
  const simulated = ptaxSeries({ PRICE_PROVIDERS: 'simulated', FX_PROVIDERS: 'bcb-ptax' });
  const read = await simulated?.read(feedOf({}), '2026-02-13', '2026-02-18');
  // Carnival's Monday and Tuesday, and the weekend before.
  expect(read?.ok === true && read.value.map(({ day }) => day)).toEqual(['2026-02-13', '2026-02-18']);
  expect(read?.ok === true && read.value.every(({ buyE4, sellE4 }) => sellE4 - buyE4 === 6)).toBe(true);
  expect(await simulated?.read(feedOf({}), '2026-02-13', '2026-02-18')).toEqual(read);
});

test('simulated: four metals and the rate, now, and labelled', async () => {
  const all = [...(await observed(simulatedMetals(), {})), ...(await observed(simulatedRate(), {}))];
  expect(all.map((o) => o.series)).toEqual(['gold', 'silver', 'platinum', 'palladium', 'usd-brl']);
  expect(all.every((o) => o.kind === 'simulated' && o.sourceAt === NOW)).toBe(true);
});
