// The `test` of this folder: every test is a visitor with an IP address of its own, so that the limits on sign-up and
// sign-in never make one test depend on another; and no page may throw.

import { test as base, type BrowserContext, expect } from 'playwright/test';
import type { DepositReply } from '../../../worker/contract/deposits.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { Quote, TradeReply } from '../../../worker/contract/trades.ts';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import type { DepositMethod } from '../../../worker/domain/fees.ts';
import type { TradedMetal } from '../../../worker/domain/metals.ts';
import type { Side } from '../../../worker/domain/trades.ts';
import { freshAddress, freshCpf } from '../../support/fresh.ts';
import { giveLevel, raiseToPapers } from './identities.ts';

export { expect };

export type Person = {
  readonly fullName: string;
  readonly phone: string;
  readonly email: string;
  readonly password: string;
};

/** A new customer: databases outlive a test. */
export function newPerson(): Person {
  const letters = crypto.randomUUID().slice(0, 8);
  return {
    fullName: `Ana Souza ${letters}`,
    phone: '(11) 98765-4321',
    email: `ana.${letters}@onca.example`,
    // Hard to guess, whatever the letters.
    password: `Ipe-${letters}-Zq7Wm`,
  };
}

type Order = { readonly side: Side; readonly metal: TradedMetal } & (
  | { readonly ouncesE4: number }
  | { readonly totalCents: number }
  | { readonly max: true }
);

/** The product's own API with this visitor's cookies, for the set-up of a test. */
export class Account {
  readonly #context: BrowserContext;
  readonly #origin: string;

  constructor(context: BrowserContext, origin: string) {
    this.#context = context;
    this.#origin = origin;
  }

  async signUp(
    language: 'pt-BR' | 'en' = 'pt-BR',
    { unconfirmed = false, level = 2 }: { readonly unconfirmed?: boolean; readonly level?: 0 | 1 | 2 } = {},
  ): Promise<Person> {
    const person = newPerson();
    await this.post('/api/auth/sign-up', {
      ...person,
      confirmPassword: person.password,
      acceptTerms: true,
      language,
    });
    if (!unconfirmed) await this.confirmEmail(person.email);
    if (!unconfirmed && level !== 0) giveLevel(person.email, level);
    return person;
  }

  /** Presses the link of the letter, as the owner of the mailbox. */
  async confirmEmail(email: string): Promise<void> {
    await this.post('/api/auth/email/confirm', { token: await this.linkToken(email, 'confirm-email') });
  }

  /** The token of the newest letter of a kind, once it has come. */
  async linkToken(email: string, kind: string): Promise<string> {
    return /#token=([\w-]{43})/u.exec(await this.#letter(email, kind))?.[1] ?? '';
  }

  /** The link of such a letter that freezes the account, from its path on. */
  async freezeLink(email: string, kind: string): Promise<string> {
    return /(\/(?:en\/)?freeze#token=\S+)/u.exec(await this.#letter(email, kind))?.[1] ?? '';
  }

  async #letter(email: string, kind: string): Promise<string> {
    let found: { id: string } | undefined;
    const look = async () => {
      const list = (await this.#get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)) as {
        messages: readonly { id: string; kind: string }[];
      };
      found = list.messages.find((letter) => letter.kind === kind);
      return found;
    };
    await expect.poll(look, { intervals: [20, 50, 100, 250], message: `the letter ${kind}` }).toBeDefined();
    const { text } = (await this.#get(`/dev/mailbox/${found?.id}/json`)) as { text: string };
    return text;
  }

  /** At level 2 by an identity that can be opened, for what compares it: whose a bank account is. */
  async signUpIdentified(language: 'pt-BR' | 'en' = 'pt-BR'): Promise<Person> {
    const person = await this.signUp(language, { level: 0 });
    await this.post('/api/identity', {
      kind: 'cpf',
      number: freshCpf('09'),
      fullName: 'Ana Souza',
      birthDate: '1990-05-17',
    });
    raiseToPapers(person.email);
    return person;
  }

  /** A customer with money, gold and silver. */
  async signUpInvestor(language: 'pt-BR' | 'en' = 'pt-BR'): Promise<Person> {
    const person = await this.signUp(language);
    await this.deposit(500_000);
    await this.trade({ side: 'buy', metal: 'gold', totalCents: 150_000 });
    await this.trade({ side: 'buy', metal: 'silver', totalCents: 100_000 });
    return person;
  }

  async deposit(amountCents: number, method: DepositMethod = 'bank_transfer'): Promise<DepositReply> {
    return (await this.post('/api/deposits', { amountCents, method })) as DepositReply;
  }

  async trade(order: Order): Promise<TradeReply> {
    const { quote } = (await this.post('/api/quotes', order)) as Quote;
    return (await this.post('/api/trades', { quote })) as TradeReply;
  }

  /** Amounts in dollars alone and weights in ounces, in every language, from the next page on. */
  async inDollarsAndOunces(): Promise<void> {
    await this.#context.addInitScript(() => {
      // A page that has no storage has nothing to show either.
      if (location.protocol === 'about:') return;
      localStorage.setItem('currency', 'USD');
      localStorage.setItem('weightUnit', 'oz');
    });
    await this.#change({ currency: 'USD', weightUnit: 'oz' });
  }

  /** The display currency of the account: amounts in dollars alone, or reais with dollars beside them. */
  setCurrency(currency: 'USD' | 'BRL'): Promise<void> {
    return this.#change({ currency });
  }

  async #change(data: object): Promise<void> {
    const reply = await this.#context.request.patch('/api/settings', {
      data,
      headers: { Origin: this.#origin },
    });
    expect(reply.status()).toBe(200);
  }

  async signOut(): Promise<void> {
    await this.post('/api/auth/sign-out', {});
  }

  async transactions(): Promise<readonly Transaction[]> {
    const reply = (await this.#get('/api/transactions?limit=200')) as { transactions: Transaction[] };
    return reply.transactions;
  }

  async portfolio(): Promise<Portfolio> {
    return (await this.#get('/api/portfolio')) as Portfolio;
  }

  async #get(path: string): Promise<unknown> {
    const reply = await this.#context.request.get(path);
    expect(reply.status()).toBe(200);
    return reply.json();
  }

  async post(path: string, data: object): Promise<unknown> {
    const reply = await this.#context.request.post(path, {
      data,
      headers: { Origin: this.#origin, 'Idempotency-Key': crypto.randomUUID() },
    });
    const text = await reply.text();
    expect(reply.ok(), `${path} answered ${reply.status()}: ${text}`).toBe(true);
    return text === '' ? null : JSON.parse(text);
  }
}

/**
 * Over BiDi Playwright fills a field by setting its value, of which React hears nothing. The browser's own command is heard like typing.
 */
function typeNatively(): void {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    // Playwright's own.
    set: () => {},
  });
}

export const test = base.extend<{ account: Account }>({
  extraHTTPHeaders: ({ extraHTTPHeaders }, use) =>
    use({ ...extraHTTPHeaders, 'CF-Connecting-IP': freshAddress() }),
  account: ({ context, baseURL }, use) => use(new Account(context, baseURL ?? '')),
  context: async ({ context, browserName }, use) => {
    if (browserName === 'firefox') await context.addInitScript(typeNatively);
    const thrown: string[] = [];
    context.on('weberror', (event) => thrown.push(String(event.error().stack ?? event.error())));
    await use(context);
    // What a page still asks for is not answered by a test that has ended.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    expect(thrown, 'exceptions thrown in the pages').toEqual([]);
  },
});

/** A test of the deep tier alone. */
export function deepTest(title: string, body: Parameters<typeof test>[2]): void {
  test(title, { tag: '@deep' }, body);
}

/** For what both languages share: run in one of them, repeated in the other one by the deep tier. */
export function testsOf(locale: 'pt-BR' | 'en') {
  return {
    inPortuguese: locale === 'pt-BR' ? test : deepTest,
    inEnglish: locale === 'en' ? test : deepTest,
  };
}
