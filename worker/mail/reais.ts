// Reais by PIX and TED: credited line by line, on their way back with the reason, or asked for by the payer's bank. What was paid in reais
// is said in reais, and what is credited in dollars: neither at a rate of another moment.

import { DEPOSIT_MAX_CENTS, DEPOSIT_MIN_CENTS } from '../domain/limits.ts';
import type { MailMessage } from '../domain/mail-messages.ts';
import { fill } from './fill.ts';
import { dateTime, lockedRate, money, reais, roundMoney } from './formats.ts';
import type { MailContent, MailRow, Speaker } from './types.ts';

type Of<K extends MailMessage['kind']> = Extract<MailMessage, { kind: K }>;

/** The lines of a deposit's receipt. */
export function reaisRows(
  { language, words }: Speaker,
  of: NonNullable<Of<'deposit-receipt'>['reais']>,
): MailRow[] {
  const say = words.reais;
  const { legalBasis } = of;
  return [
    [say.exchange, reais(language, of.exchangeBrlCents)],
    [words.rows.rate, lockedRate(language, of.rateE4)],
    [say.spread, reais(language, of.spreadBrlCents)],
    [say.iof, reais(language, of.iofBrlCents)],
    ...(legalBasis === null ? [] : [[say.iofBasis, legalBasis] as const]),
    [say.paid, reais(language, of.brlCents)],
  ];
}

export function reaisRefunded({ language, words }: Speaker, refund: Of<'reais-refunded'>): MailContent {
  const say = words.reais.refund;
  const brl = reais(language, refund.brlCents);
  const figures = {
    brl,
    smallestDeposit: roundMoney(language, DEPOSIT_MIN_CENTS),
    largestDeposit: roundMoney(language, DEPOSIT_MAX_CENTS),
  };
  return {
    subject: fill(say.subject, figures),
    preview: say.preview,
    title: say.title,
    paragraphs: [fill(say.why[refund.reason], figures), say.back],
    rows: [
      [say.amount, brl, 'sum'],
      [words.rows.method, words.methods[refund.method]],
      [say.received, dateTime(language, refund.paidAt, words.zone)],
      ...(refund.transactionId === null ? [] : [[words.rows.receipt, refund.transactionId] as const]),
    ],
    action: { label: say.action, path: '/dashboard' },
    after: refund.gateway === 'sandbox' ? [words.deposit.sandbox] : [],
  };
}

export function depositContested(
  { language, words }: Speaker,
  contest: Of<'deposit-contested'>,
): MailContent {
  const say = words.reais.contest;
  const step = say[contest.isOver ? 'over' : 'open'];
  const figures = { usd: money(language, contest.amountCents), brl: reais(language, contest.brlCents) };
  return {
    subject: fill(step.subject, figures),
    preview: step.preview,
    title: step.title,
    paragraphs: [fill(step.text, figures)],
    rows: [
      [say.deposit, figures.usd, 'sum'],
      [words.rows.date, dateTime(language, contest.at, words.zone)],
      [words.rows.receipt, contest.transactionId],
    ],
    action: { label: say.action, path: '/dashboard' },
    after: [...(contest.gateway === 'sandbox' ? [words.deposit.sandbox] : []), step.question],
  };
}
