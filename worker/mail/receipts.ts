// Receipts: what a deposit, a trade or a reversal came to, figure by figure.

import type { MailMessage } from '../domain/mail-messages.ts';
import { fill } from './fill.ts';
import { amount, dateTime, gramPrice, metal as metalText, money, rateOf, weight } from './formats.ts';
import { reaisRows } from './reais.ts';
import type { MailContent, MailRow, Speaker } from './types.ts';

type Deposit = Extract<MailMessage, { kind: 'deposit-receipt' }>;
type Trade = Extract<MailMessage, { kind: 'trade-receipt' }>;
type Reversal = Extract<MailMessage, { kind: 'reversal-receipt' }>;

export function depositReceipt(speaker: Speaker, deposit: Deposit): MailContent {
  const { language, words } = speaker;
  const say = words.deposit;
  const label = words.rows;
  const { reais, announcedCents } = deposit;
  const arrived = amount(speaker, deposit.amountCents + deposit.feeCents);
  const credited =
    reais === undefined ? amount(speaker, deposit.amountCents) : money(language, deposit.amountCents);
  return {
    subject: fill(say.subject, { amount: credited }),
    preview: say.preview,
    title: say.title,
    paragraphs: [
      announcedCents === undefined
        ? say.text
        : fill(say.arrived, { arrived, announced: amount(speaker, announcedCents) }),
    ],
    rows: [
      [label.credited, credited, 'sum'],
      ...(announcedCents === undefined ? [] : [[label.announced, amount(speaker, announcedCents)] as const]),
      ...(reais === undefined
        ? [[label.fee, amount(speaker, deposit.feeCents)] as const, [label.paid, arrived] as const]
        : reaisRows(speaker, reais)),
      [label.method, words.methods[deposit.method]],
      ...(reais === undefined ? rateRow(speaker) : []),
      [label.date, dateTime(language, deposit.at, words.zone)],
      [label.receipt, deposit.transactionId],
    ],
    action: { label: say.action, path: '/dashboard' },
    after: deposit.gateway === 'sandbox' ? [say.sandbox] : [],
  };
}

export function tradeReceipt(speaker: Speaker, trade: Trade): MailContent {
  const { language, words } = speaker;
  const say = words.trade;
  const label = words.rows;
  const side = say[trade.side];
  const ounces = metalText(speaker, trade.ouncesE4);
  const total = amount(speaker, trade.totalCents);
  return {
    subject: fill(side.subject, { weight: weight(language, trade.ouncesE4), metal: say[trade.metal] }),
    preview: fill(side.preview, { total }),
    title: side.title,
    paragraphs: [side[trade.metal]],
    rows: [
      [label.metal, words.metals[trade.metal]],
      [label.weight, ounces],
      [label.price, amount(speaker, trade.priceCents)],
      ...(speaker.reader.weightUnit === 'g'
        ? [[label.pricePerGram, gramPrice(speaker, trade.priceCents)] as const]
        : []),
      [label.subtotal, amount(speaker, trade.subtotalCents)],
      [label.fee, amount(speaker, trade.feeCents)],
      [trade.side === 'buy' ? label.paid : label.received, total, 'sum'],
      ...rateRow(speaker),
      [label.date, dateTime(language, trade.at, words.zone)],
      [label.receipt, trade.transactionId],
    ],
    action: { label: say.action, path: '/dashboard' },
    after: [],
  };
}

/** What was undone, which way money and metal went, and what the operators wrote to the customer. */
export function reversalReceipt(speaker: Speaker, reversal: Reversal): MailContent {
  const { language, words } = speaker;
  const say = words.reversal;
  const what = say[reversal.of];
  const label = words.rows;
  const { metal, ouncesE4, totalCents, note } = reversal;
  const total = amount(speaker, totalCents);
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
        : [
            [
              reversal.of === 'sell' ? label.metalBack : label.metalOut,
              metalText(speaker, ouncesE4),
            ] as const,
          ]),
      ...(totalCents === 0 ? [] : [[cashBack ? label.returned : label.taken, total, 'sum'] as const]),
      ...rateRow(speaker),
      [label.date, dateTime(language, reversal.at, words.zone)],
      [label.receipt, reversal.transactionId],
      [label.undone, reversal.reverses],
    ],
    action: { label: say.action, path: '/dashboard' },
    after: [say.question],
  };
}

/** With which rate reais were worked out, and its time. */
export function rateRow(speaker: Speaker): readonly MailRow[] {
  const rate = rateOf(speaker);
  return rate === null ? [] : [[speaker.words.rows.rate, rate]];
}
