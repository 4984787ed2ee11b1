// Money that leaves: asked for, to be confirmed, paid, or back; and where it may go. Dollars are said as they are, because what arrives in
// reais has a rate of its own.

import type { MailMessage } from '../domain/mail-messages.ts';
import { fill } from './fill.ts';
import { dateTime, day, lockedRate, money, reais, timeOfDay } from './formats.ts';
import type { MailContent, MailRow, Speaker } from './types.ts';

type Of<K extends MailMessage['kind']> = Extract<MailMessage, { kind: K }>;

export function withdrawalRequested(speaker: Speaker, asked: Of<'withdrawal-requested'>): MailContent {
  const { language, words } = speaker;
  const say = words.withdrawal;
  const { amountCents, feeCents, method, expectedOn, holdUntil, isReviewed } = asked;
  const amount = money(language, amountCents);
  const expected = expectedOn === null ? null : day(language, Date.parse(expectedOn));
  const from = holdUntil === null ? null : dateTime(language, holdUntil, words.zone);
  const shut = shutText(speaker, asked);
  return {
    subject: fill(say.requested.subject, { amount }),
    preview: isReviewed
      ? say.requested.reviewed
      : expected === null
        ? say.requested.unexchanged
        : fill(say.requested.preview, { day: expected }),
    title: say.requested.title,
    paragraphs: [
      say.requested.text,
      ...(from === null ? [] : [fill(say.requested.held, { time: from })]),
      ...(shut === null ? [] : [shut]),
      ...(isReviewed ? [say.requested.reviewed] : []),
      from === null && shut === null && !isReviewed ? say.requested.soon : say.requested.cancel,
      ...(method === 'wire' ? [] : [say.requested.rate]),
    ],
    rows: [
      [words.rows.taken, amount, 'sum'],
      [words.rows.fee, money(language, feeCents)],
      ...destination(speaker, asked),
      ...(from === null ? [] : [[say.from, from] as const]),
      ...(expected === null ? [] : [[say.expected, expected] as const]),
      [words.rows.date, dateTime(language, asked.at, words.zone)],
      [words.rows.receipt, asked.transactionId],
    ],
    action: { label: say.requested.action, path: '/dashboard' },
    after: asked.gateway === 'sandbox' ? [words.deposit.sandbox] : [],
  };
}

/** Why reais wait for the exchange; null: they do not. */
function shutText(
  { language, words }: Speaker,
  { expectedOn, exchangedFrom = null }: Of<'withdrawal-requested'>,
): string | null {
  const say = words.withdrawal.requested;
  if (exchangedFrom !== null) return fill(say.shut, { time: dateTime(language, exchangedFrom, words.zone) });
  return expectedOn === null ? say.unexchanged : null;
}

/** The token goes into the fragment, which reaches no log, no proxy and no other site. */
export function withdrawalConfirm(
  speaker: Speaker,
  confirm: Of<'withdrawal-confirm'>,
  token: string,
): MailContent {
  const { language, words } = speaker;
  const say = words.withdrawal.confirm;
  const amount = money(language, confirm.amountCents);
  return {
    subject: fill(say.subject, { amount }),
    preview: fill(say.preview, { time: timeOfDay(language, confirm.expiresAt, words.zone) }),
    title: say.title,
    paragraphs: [fill(say.text, { amount })],
    rows: [
      [words.rows.taken, amount, 'sum'],
      ...destination(speaker, confirm),
      [words.rows.until, dateTime(language, confirm.expiresAt, words.zone)],
    ],
    action: { label: say.action, path: `/confirm-withdrawal#token=${encodeURIComponent(token)}` },
    after: [say.after, say.notMe],
  };
}

export function withdrawalPaid(speaker: Speaker, paid: Of<'withdrawal-paid'>): MailContent {
  const { language, words } = speaker;
  const say = words.withdrawal;
  const { amountCents, feeCents, brlCents, rateE4 } = paid;
  const amount = money(language, amountCents);
  const inReais = brlCents === null ? null : reais(language, brlCents);
  return {
    subject: fill(say.paid.subject, { amount }),
    preview: fill(say.paid.preview, { sent: inReais ?? money(language, amountCents - feeCents) }),
    title: say.paid.title,
    paragraphs: [say.paid.text],
    rows: [
      [words.rows.taken, amount],
      [words.rows.fee, money(language, feeCents)],
      [say.sent, inReais ?? money(language, amountCents - feeCents), 'sum'],
      ...(rateE4 === null ? [] : [[words.rows.rate, lockedRate(language, rateE4)] as const]),
      ...destination(speaker, paid),
      [words.rows.date, dateTime(language, paid.at, words.zone)],
      [words.rows.receipt, paid.transactionId],
    ],
    action: { label: say.paid.action, path: '/dashboard' },
    after: paid.gateway === 'sandbox' ? [words.deposit.sandbox] : [],
  };
}

export function withdrawalReturned(speaker: Speaker, returned: Of<'withdrawal-returned'>): MailContent {
  const { language, words } = speaker;
  const say = words.withdrawal.returned;
  const { because, note } = returned;
  const amount = money(language, returned.amountCents);
  return {
    subject: fill(say.subject, { amount }),
    preview: say[because],
    title: say.title,
    paragraphs: [say[because], ...(note === null ? [] : [fill(words.reversal.note, { note })])],
    rows: [
      [words.rows.returned, amount, 'sum'],
      ...destination(speaker, returned),
      [words.rows.date, dateTime(language, returned.at, words.zone)],
      [words.rows.receipt, returned.transactionId],
    ],
    action: { label: say.action, path: '/dashboard' },
    after: [words.reversal.question],
  };
}

export function payoutAccountAdded(speaker: Speaker, added: Of<'payout-account-added'>): MailContent {
  const { language, words } = speaker;
  const say = words.payoutAccount;
  const { outcome, usableFrom, reason, isTest, at } = added;
  return {
    subject: say[outcome].subject,
    preview: say[outcome].text,
    title: say[outcome].subject,
    paragraphs: [say[outcome].text],
    rows: [
      ...destination(speaker, added),
      ...(usableFrom === null ? [] : [[say.from, dateTime(language, usableFrom, words.zone)] as const]),
      ...(reason === null ? [] : [[say.reason, reason] as const]),
      ...(added.device === null ? [] : [[words.rows.device, added.device] as const]),
      ...(added.place === null ? [] : [[words.rows.place, added.place] as const]),
      [words.rows.date, dateTime(language, at, words.zone)],
    ],
    action: { label: say.action, path: '/profile/payouts' },
    after: [say.notMe, ...(isTest ? [say.test] : [])],
  };
}

function destination(
  { words }: Speaker,
  { method, to }: { readonly method: 'pix' | 'ted' | 'wire'; readonly to: string },
): readonly MailRow[] {
  return [
    [words.rows.method, words.methods[method]],
    [words.withdrawal.to, to],
  ];
}
