// A price hub of a test's own, with a clock the test can move and vendors it can spoil. The clock starts on a
// Wednesday noon in New York, so that the market is open on whatever day the tests run.

import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { PriceHub } from '../../durable-objects/price-hub.ts';
import type { PriceVars } from '../../worker/providers/registry.ts';
import { Vendors, type Vendor } from './vendor-control.ts';

const WEDNESDAY_NOON = Date.parse('2026-11-18T17:00:30Z');

export class TestClock {
  offsetMs = WEDNESDAY_NOON - Date.now();
  readonly now = (): number => Date.now() + this.offsetMs;
}

export type TestHub = {
  readonly stub: DurableObjectStub<PriceHub>;
  readonly vendors: Vendors;
  readonly clock: TestClock;
  /** Moves the hub's and the vendors' time. */
  readonly advance: (ms: number) => Promise<void>;
};

type Options = {
  readonly sources: readonly Vendor[];
  readonly vars?: PriceVars;
  readonly feedTimeoutMs?: number;
  /** 'main' is the one that the API asks; by default a hub of the test's own. */
  readonly name?: string;
};

/** Follows the given loopback vendors, on a clock that can be moved. */
export async function hubOn({ sources, vars = {}, feedTimeoutMs = 1_500, name }: Options): Promise<TestHub> {
  const vendors = new Vendors();
  const clock = new TestClock();
  const stub = env.PRICE_HUB.getByName(name ?? `test-${crypto.randomUUID()}`);
  const tellVendors = async () => {
    await Promise.all(sources.map((vendor) => vendors.set(vendor, { clockOffsetMs: clock.offsetMs })));
  };
  await tellVendors();
  await runInDurableObject(stub, (hub) => {
    hub.now = clock.now;
    hub.feedTimeoutMs = feedTimeoutMs;
    hub.configure({
      ENVIRONMENT: 'local',
      PRICE_PROVIDERS: sources.filter((s) => s !== 'awesomeapi' && s !== 'bcb-ptax').join(','),
      FX_PROVIDERS: sources.filter((s) => s === 'awesomeapi' || s === 'bcb-ptax').join(',') || 'awesomeapi',
      GOLD_API_URL: vendors.url('gold-api'),
      SWISSQUOTE_URL: vendors.url('swissquote'),
      METALS_DEV_URL: vendors.url('metals-dev'),
      METALS_DEV_KEY: 'test-key',
      AWESOMEAPI_URL: vendors.url('awesomeapi'),
      BCB_PTAX_URL: vendors.url('bcb-ptax'),
      // The tests poll; the alarm, where it is wanted, is run by hand.
      PRICE_POLL_MS: '60000',
      ...vars,
    });
  });
  const advance = async (ms: number) => {
    clock.offsetMs += ms;
    await tellVendors();
  };
  return { stub, vendors, clock, advance };
}

/** Waits until `check` holds, asking again and again; fails after ten seconds with its last answer. */
export async function eventually<T>(ask: () => Promise<T>, check: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const value = await ask();
    if (check(value)) return value;
    if (Date.now() > deadline) throw new Error(`It did not come about: ${JSON.stringify(value)}`);
    await scheduler.wait(25);
  }
}
