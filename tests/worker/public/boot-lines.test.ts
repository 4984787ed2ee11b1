// The light line of the first paint: every place that asks for one gets it, few rows are read for it, and a page never
// waits for it or fails with it.

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeCandles, type Provenance, type SeriesCandle } from '../../../worker/db/candles.ts';
import { BOOT_LINE_POINTS, bootLineSpec } from '../../../worker/domain/boot-lines.ts';
import { bucketStart, rollUp, type Candle } from '../../../worker/domain/history-ranges.ts';
import type { Series } from '../../../worker/domain/price-rules.ts';
import { html } from '../../../worker/routes/html.ts';
import {
  bootLine,
  LINE_FRESH_MS,
  LINE_USABLE_MS,
  readBootLine,
} from '../../../worker/services/boot-lines.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';

const NOW = bucketStart('hour', Date.now());
const SIMULATED: Provenance = {
  kind: 'simulated',
  basis: 'observed',
  name: 'simulated',
  licence: 'commercial',
};

function hoursOf(series: Series, base: number): SeriesCandle[] {
  const candles = Array.from({ length: 40 * 24 }, (_, i): Candle => {
    const startAt = NOW - (40 * 24 - 1 - i) * HOUR_MS;
    const price = base + Math.round((base / 20) * Math.sin(i / 50));
    return {
      startAt,
      open: price,
      high: price + 9,
      low: price - 9,
      close: price,
      lastAt: startAt + HOUR_MS - 1000,
    };
  });
  const as = (resolution: SeriesCandle['resolution'], some: readonly Candle[]) =>
    some.map((candle) => ({ series, resolution, candle }));
  return [
    ...as('hour', candles),
    ...as('day', rollUp(candles, 'day')),
    ...as('week', rollUp(candles, 'week')),
  ];
}

beforeAll(async () => {
  const candles = [
    ...hoursOf('gold', 438_938),
    ...hoursOf('silver', 5_842),
    ...hoursOf('platinum', 161_000),
    ...hoursOf('usd-brl', 53_400),
  ];
  await env.DB.batch(writeCandles(env.DB, candles, SIMULATED, 'merge', NOW));
});

const ground = { db: env.DB, env, now: () => NOW + HOUR_MS / 2 };
const specOf = (name: string) => {
  const spec = bootLineSpec(name);
  if (spec === null) throw new Error(`no line is called ${name}`);
  return spec;
};

describe('a line', () => {
  test.each([
    ['gold-7D', 1],
    ['silver-1M', 1],
    ['gold-1M-BRL', 2],
    ['ratio-1M', 2],
    ['gold-ALL', 1],
  ])('%s reads about sixty rows of each of its %d series', async (name, series) => {
    const { path, rowsRead } = await readBootLine(ground, specOf(name));
    expect(path).toMatch(/^M-24 \d+L0 \d+[\dL ]+H1024V1130H-24Z$/u);
    // Each candle is found by one search and counted twice, once in the list of starts; the few more are looks at the ends
    // of each length of candle. A month of hours is 720 rows.
    expect(rowsRead).toBeLessThanOrEqual(series * (2 * BOOT_LINE_POINTS + 6));
  });

  test('of a metal with nothing stored is none', async () => {
    expect(await readBootLine(ground, specOf('palladium-7D'))).toMatchObject({ path: null });
  });

  test('never mixes simulated with real prices', async () => {
    const production = { ...ground, env: { ENVIRONMENT: 'production', PRICE_PROVIDERS: 'gold-api' } };
    expect(await readBootLine(production, specOf('gold-7D'))).toMatchObject({ path: null });
  });
});

/** A database that counts its questions, answers them, breaks, or never answers. */
function aDatabase(mood: 'well' | 'dead' | 'silent') {
  const asked = { times: 0 };
  const db = new Proxy(env.DB, {
    get(target, name: keyof D1Database) {
      if (name === 'withSession') {
        return (...args: Parameters<D1Database['withSession']>) => {
          asked.times += 1;
          if (mood === 'dead') throw new Error('the database is gone');
          if (mood === 'silent') {
            const never = new Promise(() => undefined);
            const statement = { bind: () => statement, run: () => never, first: () => never };
            return { prepare: () => statement };
          }
          return target.withSession(...args);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { db, asked };
}

test('a line is read once a minute, used once more when it is older, and read at once when it is old', async () => {
  const { db, asked } = aDatabase('well');
  const deferred: Promise<unknown>[] = [];
  const time = { now: NOW };
  const at = {
    ...ground,
    db,
    now: () => time.now,
    defer: (work: Promise<unknown>) => void deferred.push(work),
  };
  const ask = async () => {
    const before = asked.times;
    const line = await bootLine(at, 'gold-7D', specOf('gold-7D'));
    await Promise.all(deferred);
    return { line, reads: asked.times - before };
  };
  const first = await ask();
  expect(first.line).toContain('M-24');
  expect(first.reads).toBe(1);
  time.now += LINE_FRESH_MS - 1;
  expect(await ask()).toMatchObject({ line: first.line, reads: 0 });
  time.now += 1;
  expect(await ask()).toMatchObject({ line: first.line, reads: 1 });
  expect(await ask()).toMatchObject({ reads: 0 });
  time.now += LINE_USABLE_MS + DAY_MS;
  expect(await ask()).toMatchObject({ reads: 1 });
});

const BUILT = `<!doctype html><html><head><title>x</title></head><body><svg>
<path data-boot-line="gold-7D" d=""/><path class="boot-line" data-boot-line="gold-1M-BRL" d=""/>
<path data-boot-line="ratio-1M" d=""/><path data-boot-line="lead-7D" d=""/>
</svg><b data-boot-price="gold-BRL">–</b></body></html>`;

async function openPage(path: string, broken: Partial<Env> = {}): Promise<{ page: string; ms: number }> {
  const context = createExecutionContext();
  const ASSETS = {
    fetch: () => Promise.resolve(new Response(BUILT, { headers: { 'Content-Type': 'text/html' } })),
  } as unknown as Env['ASSETS'];
  const began = Date.now();
  const request = new Request(`http://localhost${path}`);
  const reply = await html.fetch(request, { ...env, ASSETS, ...broken }, context);
  expect(reply.status).toBe(200);
  const page = await reply.text();
  const ms = Date.now() - began;
  if (broken.DB === undefined) await waitOnExecutionContext(context);
  return { page, ms };
}

const lineIn = (page: string, name: string) =>
  new RegExp(`data-boot-line="${name}" d="([^"]*)"`, 'u').exec(page)?.[1];

describe('a page', () => {
  beforeEach(async () => {
    await openPage('/gold');
  });

  test.each(['/', '/en', '/gold', '/en/silver', '/tools'])(
    '%s has each line that its markup asks for',
    async (path) => {
      const { page } = await openPage(path);
      for (const name of ['gold-7D', 'gold-1M-BRL', 'ratio-1M'])
        expect(lineIn(page, name)).toMatch(/^M-24 /u);
      expect(lineIn(page, 'lead-7D')).toBe('');
    },
  );

  test('goes out whole without lines when the database is gone', async () => {
    const { page } = await openPage('/gold', { DB: aDatabase('dead').db });
    expect(lineIn(page, 'gold-7D')).toBe('');
    expect(page).toContain('</html>');
  });

  test('does not wait for a database that says nothing', async () => {
    const { page, ms } = await openPage('/gold', { DB: aDatabase('silent').db });
    expect(lineIn(page, 'gold-1M-BRL')).toBe('');
    expect(page).toContain('</html>');
    expect(ms).toBeLessThan(2_000);
  });

  test('has its lines when the price hub is gone', async () => {
    const gone = () => {
      throw new Error('the hub is gone');
    };
    const hub = { snapshot: gone, fetch: gone };
    const PRICE_HUB = { idFromName: () => 'main', get: () => hub } as unknown as Env['PRICE_HUB'];
    const { page } = await openPage('/gold', { PRICE_HUB });
    expect(lineIn(page, 'gold-7D')).toMatch(/^M-24 /u);
  });
});
