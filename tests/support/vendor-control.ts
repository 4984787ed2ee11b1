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
export type Vendor =
  | 'gold-api'
  | 'swissquote'
  | 'metals-dev'
  | 'awesomeapi'
  | 'bcb-ptax'
  | 'sheet'
  | 'pix-api';

/** What a bank says that is well formed and not true, or true and not an answer. */
export const PIX_LIES = [
  'other-amount',
  'amount-as-number',
  'amount-with-exponent',
  'negative-amount',
  'other-id',
  'twice-a-key',
  'nested',
  'paid-without-payment',
  'number-for-answer',
  'refused-without-a-word',
  'unauthorized',
  'too-many',
  'forbidden',
  'accepted',
  'another-unknown',
] as const;
export type PixLie = (typeof PIX_LIES)[number];

/** What happens at the bank meanwhile. */
export type PixCommand =
  | { readonly do: 'forget-token' }
  | { readonly do: 'own'; readonly key: string; readonly cpf: string }
  /** Orders are not taken from now on, for this reason. */
  | { readonly do: 'refuse'; readonly status: number; readonly nome: string }
  /** `nameless`: the payment has no end-to-end id any more. */
  | {
      readonly do: 'settle';
      readonly idEnvio: string;
      readonly status: string;
      readonly nameless?: true;
    }
  | { readonly do: 'send-back'; readonly idEnvio: string; readonly valor: string }
  | {
      readonly do: 'pay';
      readonly txid: string;
      readonly endToEndId: string;
      readonly valor: string;
      /** When the bank took it. */
      readonly horario?: string;
      readonly pagador?: { readonly cpf: string; readonly nome: string };
      readonly devolucoes?: readonly Readonly<Record<string, string>>[];
    };

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
  /** Of the bank. */
  readonly lie: PixLie | null;
};

declare module 'vitest' {
  interface ProvidedContext {
    vendorsUrl: string;
  }
}

export type PixBankSeen = {
  readonly tokens: number;
  readonly charges: Readonly<Record<string, { readonly valor: string; readonly expiracao: number }>>;
  readonly sent: Readonly<
    Record<
      string,
      { readonly valor: string; readonly chave: string; readonly cpf: string; readonly endToEndId: string }
    >
  >;
  /** The orders, by their idEnvio, about which it lied. */
  readonly lied: readonly string[];
};

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

  /** Something happens at the bank. */
  async tell(command: PixCommand): Promise<void> {
    await this.#control('pix-api', { method: 'PUT', body: JSON.stringify({ command }) });
  }

  /** What the bank has, and how many tokens it gave. */
  async bank(): Promise<PixBankSeen> {
    const { bank } = (await (await this.#control('pix-api')).json()) as { bank: PixBankSeen };
    return bank;
  }

  #control(vendor: Vendor, init?: RequestInit): Promise<Response> {
    return fetch(`${this.#root}/control/${this.#scope}/${vendor}`, init);
  }
}
