// The storage fee: its announcement to every customer, and the receipt of a month.

import { firstDayOf, startOfDay } from '../domain/days.ts';
import { STORAGE_ABOVE_CENTS, STORAGE_FEE_BASIS_POINTS, STORAGE_FREE_DAYS } from '../domain/limits.ts';
import type { MailMessage } from '../domain/mail-messages.ts';
import { CENT_DAYS_PER_CENT } from '../domain/storage-fee.ts';
import { fill } from './fill.ts';
import { amount, dateTime, day, monthName, percent, roundMoney, whole } from './formats.ts';
import { rateRow } from './receipts.ts';
import type { MailContent, Speaker } from './types.ts';

type TariffNotice = Extract<MailMessage, { kind: 'storage-tariff' }>;
type Receipt = Extract<MailMessage, { kind: 'storage-receipt' }>;

export function storageTariff({ language, words }: Speaker, { fromDay }: TariffNotice): MailContent {
  const say = words.storageTariff;
  const figures = {
    day: day(language, startOfDay(fromDay)),
    bound: roundMoney(language, STORAGE_ABOVE_CENTS),
    rate: percent(language, STORAGE_FEE_BASIS_POINTS),
    freeDays: STORAGE_FREE_DAYS,
  };
  return {
    subject: fill(say.subject, figures),
    preview: fill(say.preview, figures),
    title: fill(say.title, figures),
    paragraphs: [say.what, say.free, say.how].map((text) => fill(text, figures)),
    rows: [],
    action: { label: say.action, path: '/pricing' },
    after: [fill(say.question, figures)],
  };
}

export function storageReceipt(speaker: Speaker, receipt: Receipt): MailContent {
  const { language, words } = speaker;
  const say = words.storageReceipt;
  const month = monthName(language, startOfDay(firstDayOf(receipt.month)));
  const figures = { month, amount: amount(speaker, receipt.chargedCents) };
  const { centDays, carriedIn, dueCents, owedBeforeCents, owedCents } = receipt;
  const formula = {
    all: whole(language, centDays + carriedIn),
    divisor: whole(language, CENT_DAYS_PER_CENT),
  };
  return {
    subject: fill(say.subject, figures),
    preview: say.preview,
    title: fill(say.title, figures),
    paragraphs: [fill(say.text, figures)],
    rows: [
      [say.month, month],
      [say.centDays, whole(language, centDays)],
      ...(carriedIn === 0 ? [] : [[say.carriedIn, whole(language, carriedIn)] as const]),
      [say.due, `${fill(say.formula, formula)} = ${amount(speaker, dueCents)}`],
      ...(owedBeforeCents === 0 ? [] : [[say.owedBefore, amount(speaker, owedBeforeCents)] as const]),
      [say.taken, figures.amount, 'sum'],
      ...(owedCents === 0 ? [] : [[say.owed, amount(speaker, owedCents)] as const]),
      ...rateRow(speaker),
      [words.rows.date, dateTime(language, receipt.at, words.zone)],
      [words.rows.receipt, receipt.transactionId],
    ],
    action: { label: say.action, path: `/storage?month=${receipt.month}` },
    after: [],
  };
}
