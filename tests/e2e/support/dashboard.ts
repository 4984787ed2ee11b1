// The parts of the dashboard, by role and text.

import type { Locator, Page } from 'playwright/test';
import type { Metal, TradedMetal } from '../../../worker/domain/metals.ts';
import { anyOf, type Language, say } from './language.ts';

export class Dashboard {
  readonly #page: Page;
  readonly #language: Language;

  constructor(page: Page, language: Language) {
    this.#page = page;
    this.#language = language;
  }

  async open(query = ''): Promise<void> {
    await this.#page.goto(this.#language.path('/dashboard') + query);
    // A dialog asked for by the address makes everything behind it inert.
    await (query === '' ? this.figure('cash') : this.dialog()).waitFor();
  }

  /** The button that opens the ticket with any portfolio. */
  get buyMetals(): Locator {
    return this.#page
      .getByRole('main')
      .getByRole('button', { name: this.#language.words.dashboard.buyMetals, exact: true })
      .first();
  }

  get prices(): Locator {
    // Where grams stand beside the ounces the title names both.
    const { title, now } = this.#language.words.feed;
    return this.#page.getByRole('region', { name: new RegExp(`^(?:${title}|${now})$`, 'u') });
  }

  priceRow(metal: Metal): Locator {
    return this.prices.getByRole('listitem').filter({ hasText: this.#language.words.common.metals[metal] });
  }

  /** The badge with the state of the feed. The local feed is simulated: while it runs, the badge says so (P45). */
  badge(state: Exclude<keyof Language['words']['prices']['state'], 'simulated'>): Locator {
    const said = state === 'live' ? 'simulated' : state;
    return this.prices.getByText(this.#language.words.prices.state[said], { exact: true });
  }

  get summary(): Locator {
    return this.#region(this.#language.words.portfolio.summary);
  }

  metric(name: 'total' | 'cash' | 'gain'): Locator {
    const label = this.#language.words.portfolio.metrics[name];
    return this.summary
      .locator('div')
      .filter({ has: this.#page.getByRole('heading', { name: label, exact: true }) });
  }

  /** A metric once its figure has arrived. */
  figure(name: 'total' | 'cash' | 'gain'): Locator {
    return this.metric(name).filter({ hasText: /\d/u });
  }

  get holdings(): Locator {
    return this.#region(this.#language.words.portfolio.holdings.title);
  }

  holding(metal: TradedMetal): Locator {
    return this.holdings.getByRole('row').filter({
      has: this.#page.getByRole('rowheader', { name: this.#language.words.common.metals[metal] }),
    });
  }

  get allocation(): Locator {
    return this.#region(this.#language.words.portfolio.allocation.title);
  }

  /** The card of a part of the page that has its own heading. */
  card(title: string): Locator {
    return this.#region(title);
  }

  get chart(): Locator {
    return this.#region(this.#language.words.portfolioChart.title);
  }

  /** What a new customer is told to do, one item each. */
  get firstSteps(): Locator {
    return this.#region(this.#language.words.dashboard.firstSteps.title).getByRole('listitem');
  }

  get transactions(): Locator {
    return this.#region(this.#language.words.transactions.title);
  }

  /** The movements, without the heading of the table. */
  get movements(): Locator {
    return this.transactions.getByRole('row').filter({ has: this.#page.getByRole('button') });
  }

  /** The buttons that open the receipts of one type. */
  receiptsOf(type: 'buy' | 'sell' | 'deposit'): Locator {
    const { open, types } = this.#language.words.transactions;
    return this.transactions.getByRole('button', {
      name: anyOf(say(open, { type: types[type], date: '{{date}}' })),
    });
  }

  get search(): Locator {
    return this.transactions.getByRole('searchbox', { name: this.#language.words.transactions.searchLabel });
  }

  status(name: 'all' | 'completed' | 'pending' | 'failed'): Locator {
    return this.transactions.getByRole('radio', {
      name: this.#language.words.transactions.filters[name],
      exact: true,
    });
  }

  button(name: string): Locator {
    return this.#page.getByRole('button', { name, exact: true });
  }

  dialog(name?: string): Locator {
    return name === undefined
      ? this.#page.getByRole('dialog')
      : this.#page.getByRole('dialog', { name, exact: true });
  }

  accountMenu(fullName: string): Locator {
    return this.button(`${fullName}, ${this.#language.words.shell.account.label}`);
  }

  #region(name: string): Locator {
    return this.#page.getByRole('region', { name, exact: true });
  }
}

/** The value of a receipt's line, by its label. */
export function line(scope: Locator, label: string): Locator {
  return scope
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${anyOf(label).source}$`, 'u') })
    .locator('xpath=following-sibling::dd[1]');
}

/** Presses a field's switch: `US$`, `R$`, `oz` or `g`. */
export function inUnit(dialog: Locator, unit: string): Promise<void> {
  return dialog.getByRole('radio', { name: unit, exact: true }).check();
}
