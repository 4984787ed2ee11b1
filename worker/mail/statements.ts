// The letter about a statement that is ready: nothing of what it says, because a mailbox is no safe.

import { firstDayOf, startOfDay } from '../domain/days.ts';
import type { MailMessage } from '../domain/mail-messages.ts';
import { monthName } from './formats.ts';
import { fill } from './fill.ts';
import type { MailContent, Speaker } from './types.ts';

type Ready = Extract<MailMessage, { kind: 'statement-ready' }>;

export function statementReady({ language, words }: Speaker, { month, number }: Ready): MailContent {
  const say = words.statementReady;
  const of = { month: monthName(language, startOfDay(firstDayOf(month))) };
  return {
    subject: fill(say.subject, of),
    preview: say.preview,
    title: fill(say.title, of),
    paragraphs: [say.text],
    rows: [[say.number, number]],
    action: { label: say.action, path: '/statements' },
    after: [],
  };
}
