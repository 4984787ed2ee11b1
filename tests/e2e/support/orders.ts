// An order through the ticket: the quote that was asked for, and its receipt against the rules.

import type { Page } from 'playwright/test';
import type { Quote, TradeReply } from '../../../worker/contract/trades.ts';
import { buyCost, sellCost } from '../../../worker/domain/fees.ts';
import { line } from './dashboard.ts';
import { centsIn, type Language } from './language.ts';
import { expect } from './test.ts';

/** Presses the button that asks and returns the server's quote, whose figures are then on the screen. */
export async function askForQuote(
  page: Page,
  language: Language,
  button = language.words.trade.ask,
): Promise<Quote> {
  const { words, amount } = language;
  const ticket = page.getByRole('dialog');
  const quoted = page.waitForResponse((reply) => reply.url().endsWith('/api/quotes'));
  await ticket.getByRole('button', { name: button, exact: true }).click();
  const quote = (await (await quoted).json()) as Quote;
  await expect(ticket.getByRole('timer')).toBeVisible();
  await expect(ticket).toContainText(amount(quote.priceCents));
  await expect(line(ticket, words.trade.fee)).toContainText(amount(quote.feeCents));
  return quote;
}

/** Confirms, and checks the receipt against the rules line by line, and the shown lines against each other. */
export async function confirmAndCheckReceipt(
  page: Page,
  language: Language,
  quote: Quote,
): Promise<TradeReply> {
  const { words, amount } = language;
  const { side, metal } = quote;
  const replied = page.waitForResponse((reply) => reply.url().endsWith('/api/trades'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words.trade.confirm[side], exact: true })
    .click();
  const reply = (await (await replied).json()) as TradeReply;
  const cost = (side === 'buy' ? buyCost : sellCost)(quote.ouncesE4, quote.priceCents);
  expect(reply.transaction).toMatchObject({
    ...cost,
    ouncesE4: quote.ouncesE4,
    priceCents: quote.priceCents,
  });

  const receipt = page.getByRole('dialog', { name: words.receipt.title[side], exact: true });
  await expect(receipt).toContainText(`${language.weight(quote.ouncesE4)} ${words.receipt.of[metal]}`);
  await expect(line(receipt, words.receipt.price)).toContainText(amount(quote.priceCents));
  const totalLabel = side === 'buy' ? words.receipt.totalPaid : words.receipt.totalReceived;
  // The dollars stand last, alone or beside the reais.
  const shown = async (label: string) =>
    centsIn((await line(receipt, label).innerText()).split('US$').at(-1) ?? '');
  expect(await shown(words.receipt.subtotal)).toBe(cost.subtotalCents);
  expect(await shown(words.receipt.fee)).toBe(cost.feeCents);
  expect(await shown(totalLabel)).toBe(
    cost.subtotalCents + (side === 'buy' ? cost.feeCents : -cost.feeCents),
  );
  expect(await shown(words.receipt.cash)).toBe(reply.portfolio.cashCents);
  const held = reply.portfolio.holdings.find((holding) => holding.metal === metal)?.ouncesE4 ?? 0;
  await expect(line(receipt, words.receipt.holding[metal])).toHaveText(language.weight(held));
  return reply;
}
