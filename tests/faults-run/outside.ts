// The world outside of the product in a run: the vendors of prices and the bank of `support/vendors.ts`, and what they are told to do.

import type { PixBankSeen, PixCommand, Scenario, Vendor } from '../support/vendor-control.ts';
import { startVendors } from '../support/vendors.ts';
import type { Random } from './random.ts';

const PRICE_VENDORS = ['gold-api', 'swissquote'] as const;
const ALL_VENDORS = [...PRICE_VENDORS, 'awesomeapi', 'bcb-ptax'] as const;
const START = { XAU: 4389, XAG: 58, XPT: 1612, XPD: 1208 };
/** A price walks this far in a second, and so far from where it began. */
const STEP_SHARE = 0.002;
const RANGE_SHARE = 0.03;

export class Outside {
  readonly #url: string;
  readonly #close: () => Promise<void>;
  /** By how much of it the second vendor's price is another one. */
  apartShare = 0;
  #prices: Readonly<Record<string, number>> = START;

  private constructor(url: string, close: () => Promise<void>) {
    this.#url = url;
    this.#close = close;
  }

  static async open(): Promise<Outside> {
    const { url, close } = await startVendors();
    return new Outside(url, close);
  }

  readonly urlOf = (vendor: string): string => `${this.#url}/run/${vendor}`;

  close(): Promise<void> {
    return this.#close();
  }

  async set(vendor: Vendor, change: Partial<Scenario>): Promise<void> {
    await this.#control(vendor, { method: 'PUT', body: JSON.stringify(change) });
  }

  async tell(command: PixCommand): Promise<void> {
    await this.#control('pix-api', { method: 'PUT', body: JSON.stringify({ command }) });
  }

  async bank(): Promise<PixBankSeen> {
    const reply = await this.#control('pix-api', {});
    return ((await reply.json()) as { bank: PixBankSeen }).bank;
  }

  /** The bank carries out what it has. */
  async carryOut(): Promise<void> {
    const { sent } = await this.bank();
    for (const idEnvio of Object.keys(sent)) await this.tell({ do: 'settle', idEnvio, status: 'REALIZADO' });
  }

  /** Vendors are asked by whoever has this clock. */
  async setClock(clockOffsetMs: number): Promise<void> {
    await Promise.all(ALL_VENDORS.map((vendor) => this.set(vendor, { clockOffsetMs })));
  }

  /** A second later, at all vendors. */
  async walk(random: Random): Promise<void> {
    const walked = Object.entries(START).map(([symbol, start]) => {
      const next = (this.#prices[symbol] ?? start) * (1 + (random.next() * 2 - 1) * STEP_SHARE);
      const bound = (share: number) => start * (1 + share);
      const kept = Math.min(bound(RANGE_SHARE), Math.max(bound(-RANGE_SHARE), next));
      return [symbol, Math.round(kept * 100) / 100] as const;
    });
    this.#prices = Object.fromEntries(walked);
    const apart = walked.map(([symbol, price]) => [symbol, price * (1 + this.apartShare)] as const);
    await this.set('gold-api', { prices: this.#prices });
    await this.set('swissquote', { prices: Object.fromEntries(apart) });
  }

  /** As if nothing had happened. */
  async heal(): Promise<void> {
    await Promise.all(
      [...ALL_VENDORS, 'pix-api' as const].map((vendor) =>
        this.set(vendor, { behaviour: 'well', lie: null }),
      ),
    );
  }

  #control(vendor: Vendor, init: RequestInit): Promise<Response> {
    return fetch(`${this.#url}/control/run/${vendor}`, init);
  }
}
