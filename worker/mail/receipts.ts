// Receipts: what a deposit, a trade or a reversal came to, figure by figure.

import type { MailMessage } from '../domain/mail-messages.ts';
import { fill } from './fill.ts';
import { dateTime, money, weight } from './formats.ts';
import type { MailContent, Speaker } from './types.ts';

type Deposit = Extract<MailMessage, { kind: 'deposit-receipt' }>;
type Trade = Extract<MailMessage, { kind: 'trade-receipt' }>;
type Reversal = Extract<MailMessage, { kind: 'reversal-receipt' }>;

export function depositReceipt({ language, words }: Speaker, deposit: Deposit): MailContent {
  const say = words.deposit;
  const label = words.rows;
  return {
    subject: fill(say.subject, { amount: money(language, deposit.amountCents) }),
    preview: say.preview,
    title: say.title,
    paragraphs: [say.text],
    rows: [
      [label.credited, money(language, deposit.amountCents), 'sum'],
      [label.fee, money(language, deposit.feeCents)],
      [label.paid, money(language, deposit.amountCents + deposit.feeCents)],
      [label.method, words.methods[deposit.method]],
      [label.date, dateTime(language, deposit.at, words.zone)],
      [label.receipt, deposit.transactionId],
    ],
    action: { label: say.action, path: '/dashboard' },
    after: deposit.gateway === 'sandbox' ? [say.sandbox] : [],
  };
}

export function tradeReceipt({ language, words }: Speaker, trade: Trade): MailContent {
  const say = words.trade;
  const label = words.rows;
  const side = say[trade.side];
  const ounces = weight(language, trade.ouncesE4);
  const total = money(language, trade.totalCents);
  return {
    subject: fill(side.subject, { weight: ounces, metal: say[trade.metal] }),
    preview: fill(side.preview, { total }),
    title: side.title,
    paragraphs: [side[trade.metal]],
    rows: [
      [label.metal, words.metals[trade.metal]],
      [label.weight, ounces],
      [label.price, money(language, trade.priceCents)],
      [label.subtotal, money(language, trade.subtotalCents)],
      [label.fee, money(language, trade.feeCents)],
      [trade.side === 'buy' ? label.paid : label.received, total, 'sum'],
      [label.date, dateTime(language, trade.at, words.zone)],
      [label.receipt, trade.transactionId],
    ],
    action: { label: say.action, path: '/dashboard' },
    after: [],
  };
}

/** What was undone, which way money and metal went, and what the operators wrote to the customer. */
export function reversalReceipt({ language, words }: Speaker, reversal: Reversal): MailContent {
  const say = words.reversal;
  const what = say[reversal.of];
  const label = words.rows;
  const { metal, ouncesE4, totalCents, note } = reversal;
  const total = money(language, totalCents);
  const cashBack = reversal.of === 'buy';
  return {
    subject: what.title,
    preview: what.text,
    title: what.title,
    paragraphs: [what.text, ...(note === null ? [] : [fill(say.note, { note })])],
    rows: [
      ...(metal === null ? [] : [[label.metal, words.metals[metal]] as const]),
      ...(ouncesE4 === null
        ? []
        : [[reversal.of === 'sell' ? label.metalBack : label.metalOut, weight(language, ouncesE4)] as const]),
      ...(totalCents === 0 ? [] : [[cashBack ? label.returned : label.taken, total, 'sum'] as const]),
      [label.date, dateTime(language, reversal.at, words.zone)],
      [label.receipt, reversal.transactionId],
      [label.undone, reversal.reverses],
    ],
    action: { label: say.action, path: '/dashboard' },
    after: [say.question],
  };
}
