import { DurableObject } from 'cloudflare:workers';
import type { PriceSnapshot } from '../worker/contract/prices.ts';

export class PriceHub extends DurableObject<Env> {
  async snapshot(): Promise<PriceSnapshot> {
    return {
      seq: 0,
      asOf: null,
      prices: [],
      fx: null,
      source: { name: '', kind: null, marketOpen: false, quotable: false, reason: 'stale', opensAt: null },
    };
  }
}
