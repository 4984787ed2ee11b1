// How a test sets the behaviour of a loopback vendor. Runs inside the Worker runtime; the vendors run on Node.

import { inject } from 'vitest';

export const MISBEHAVIOURS = [
  'down',
  'slow',
  'error-500',
  'html',
  'truncated',
  'nan',
  'negative',
  'zero',
  'times-100',
  'last-year',
  'next-year',
  'endless',
  'dripping',
  'redirect',
] as const;
export type Misbehaviour = (typeof MISBEHAVIOURS)[number];
export type Behaviour = Misbehaviour | 'well';
export type Vendor = 'gold-api' | 'swissquote' | 'metals-dev' | 'awesomeapi' | 'bcb-ptax' | 'sheet';

export type Scenario = {
  readonly behaviour: Behaviour;
  /** US dollars per ounce, by ISO code. */
  readonly prices: Readonly<Record<string, number>>;
  /** Reais per dollar. */
  readonly rate: number;
  /** Of single days, where a vendor says one for each. */
  readonly rates: Readonly<Record<string, number>>;
  /** The vendor's clock minus the machine's. */
  readonly clockOffsetMs: number;
};

declare module 'vitest' {
  interface ProvidedContext {
    vendorsUrl: string;
  }
}

/** Vendors of one test alone. */
export class Vendors {
  readonly #scope = crypto.randomUUID();
  readonly #root = inject('vendorsUrl');

  /** The base address of one vendor: what GOLD_API_URL and its like are set to. */
  url(vendor: Vendor): string {
    return `${this.#root}/${this.#scope}/${vendor}`;
  }

  async set(vendor: Vendor, change: Partial<Scenario>): Promise<void> {
    await this.#control(vendor, { method: 'PUT', body: JSON.stringify(change) });
  }

  async hits(vendor: Vendor): Promise<number> {
    const { hits } = (await (await this.#control(vendor)).json()) as { hits: number };
    return hits;
  }

  /** The bodies of the POSTs that came, in their order. */
  async bodies(vendor: Vendor): Promise<readonly string[]> {
    const { bodies } = (await (await this.#control(vendor)).json()) as { bodies: string[] };
    return bodies;
  }

  #control(vendor: Vendor, init?: RequestInit): Promise<Response> {
    return fetch(`${this.#root}/control/${this.#scope}/${vendor}`, init);
  }
}
