// Receipts: what a deposit or a trade came to, figure by figure.

import type { MailMessage } from '../domain/mail-messages.ts';
import { fill } from './fill.ts';
import { dateTime, money, weight } from './formats.ts';
import type { MailContent, Speaker } from './types.ts';

type Deposit = Extract<MailMessage, { kind: 'deposit-receipt' }>;
type Trade = Extract<MailMessage, { kind: 'trade-receipt' }>;

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
