// Deposits that came to nothing, and those that the payer's bank took back.

import type { MailMessage } from '../domain/mail-messages.ts';
import { receiptCode } from '../domain/receipt-code.ts';
import { fill } from './fill.ts';
import { amount, dateTime, reais } from './formats.ts';
import { rateRow } from './receipts.ts';
import type { MailContent, Speaker } from './types.ts';

type Failed = Extract<MailMessage, { kind: 'deposit-failed' }>;
type ChargeBack = Extract<MailMessage, { kind: 'charge-back' }>;

export function depositFailed(speaker: Speaker, failed: Failed): MailContent {
  const { language, words } = speaker;
  const say = words.depositFailed;
  const figures = { amount: amount(speaker, failed.amountCents) };
  return {
    subject: fill(say.subject, figures),
    preview: say.preview,
    title: say.title,
    // What was refused has not left the payer; everything else may be under way.
    paragraphs: [fill(say.why[failed.why], figures), ...(failed.why === 'declined' ? [] : [say.late])],
    rows: [
      [say.amount, figures.amount, 'sum'],
      [words.rows.method, words.methods[failed.method]],
      ...rateRow(speaker),
      [words.rows.date, dateTime(language, failed.at, words.zone)],
      [words.rows.receipt, failed.transactionId],
    ],
    action: { label: say.action, path: '/dashboard' },
    after: [...(failed.gateway === 'sandbox' ? [words.deposit.sandbox] : []), say.question],
  };
}

export function chargeBack(speaker: Speaker, back: ChargeBack): MailContent {
  const { language, words } = speaker;
  const say = words.chargeBack;
  const { payment } = back;
  // What was paid in reais is said in reais.
  const inPaid = (cents: number) =>
    payment?.currency === 'BRL' ? reais(language, cents) : amount(speaker, cents);
  const figures = {
    amount: amount(speaker, back.amountCents),
    moved: amount(speaker, back.movedCents),
    owed: amount(speaker, back.owedCents),
    code: receiptCode(back.transactionId),
    part: inPaid(payment?.partCents ?? 0),
    paid: inPaid(payment?.paidCents ?? 0),
  };
  const isPart = payment !== undefined && payment.partCents < payment.paidCents;
  const step =
    isPart && (back.step === 'taken' || back.step === 'returned') ? say.inPart[back.step] : say[back.step];
  const ofPaid = (cents: number) => fill(say.ofPaid, { cents: inPaid(cents), paid: figures.paid });
  const toCash = back.step === 'returned';
  return {
    subject: fill(step.subject, figures),
    preview: step.preview,
    title: step.title,
    paragraphs: [fill(step.text, figures), ...(back.owedCents === 0 ? [] : [fill(say.owes, figures)])],
    rows: [
      [say.deposit, figures.amount],
      ...(payment === undefined ? [] : [[say.part[back.step], ofPaid(payment.partCents)] as const]),
      ...(payment === undefined || payment.takenCents === payment.partCents
        ? []
        : [[say.inAll, ofPaid(payment.takenCents)] as const]),
      ...(back.movedCents === 0 || back.step === 'forgiven'
        ? []
        : [[toCash ? words.rows.returned : words.rows.taken, figures.moved, 'sum'] as const]),
      ...(back.owedCents === 0 ? [] : [[say.owed, figures.owed] as const]),
      ...rateRow(speaker),
      [words.rows.date, dateTime(language, back.at, words.zone)],
      [words.rows.receipt, back.transactionId],
    ],
    action: { label: say.action, path: '/dashboard' },
    after: [say.question],
  };
}
