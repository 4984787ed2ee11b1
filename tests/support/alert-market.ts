// A market that a test moves price by price, through the real hub the API asks: nothing polls, every price is the test's.

import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { TradedMetal } from '../../worker/domain/metals.ts';
import { eventually, hubOn, type TestHub } from './price-hub.ts';

export type AlertMarket = {
  readonly hub: TestHub;
  /** Accepted prices of one metal, one after the other; returns when the alerts have been judged by all of them. */
  readonly move: (metal: TradedMetal, ...cents: readonly number[]) => Promise<void>;
  /** The same without waiting for the alerts. */
  readonly say: (metal: TradedMetal, ...cents: readonly number[]) => Promise<void>;
  readonly settled: () => Promise<void>;
};

export const GOLD = 440_000;
export const SILVER = 5_800;

/** Each opening is a later one: a hub does not believe a price older than the last. */
const BETWEEN_OPENINGS_MS = 10 * 60_000;
let openings = 0;

/**
 * Gives the API's hub back to the files that share the runtime: their prices are the simulated ones, of now. Without it the market
 * stays until the platform evicts the hub, at a time that nobody chooses.
 */
export async function closeAlertMarket(): Promise<void> {
  await runInDurableObject(env.PRICE_HUB.getByName('main'), (hub) => {
    hub.now = () => Date.now();
    hub.configure(env);
  });
}

export async function openAlertMarket(gold = GOLD): Promise<AlertMarket> {
  const hub = await hubOn({ sources: ['gold-api'], vars: { PRICE_POLL_MS: '86400000' }, name: 'main' });
  // Another file's clock was ahead of this one: what was announced then would be expected for days.
  await runInDurableObject(hub.stub, (_object, { storage }) => {
    storage.sql.exec('DELETE FROM expected_alerts');
  });
  openings += 1;
  await hub.advance(openings * BETWEEN_OPENINGS_MS);
  await hub.vendors.set('gold-api', {
    prices: { XAU: gold / 100, XAG: SILVER / 100, XPT: 1_612, XPD: 1_208 },
  });
  await hub.stub.refresh();
  let spoken = 0;
  const say = async (metal: TradedMetal, ...prices: readonly number[]) => {
    await runInDurableObject(hub.stub, (object) => {
      for (const mid of prices) {
        spoken += 1;
        const at = object.now() + spoken;
        object.publish([
          {
            source: 'gold-api',
            series: metal,
            kind: 'spot',
            licence: 'reference',
            bid: null,
            ask: null,
            mid,
            sourceAt: at,
            receivedAt: at,
          },
        ]);
      }
    });
  };
  const settled = async () => {
    await eventually(
      async () => hub.stub.alertTicksWaiting(),
      (waiting) => waiting === 0,
    );
  };
  const move = async (metal: TradedMetal, ...prices: readonly number[]) => {
    await say(metal, ...prices);
    await settled();
  };
  return { hub, move, say, settled };
}
