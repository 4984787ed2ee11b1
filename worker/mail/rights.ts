// Letters about the customer's own data and the end of the account.

import type { MailMessage } from '../domain/mail-messages.ts';
import { fill } from './fill.ts';
import { dateTime } from './formats.ts';
import type { MailContent, Speaker } from './types.ts';

type Of<K extends MailMessage['kind']> = Extract<MailMessage, { kind: K }>;

/** The last letter before the account is closed: on the day itself there is no address left to write to. */
export function accountClosing({ language, words }: Speaker, closing: Of<'account-closing'>): MailContent {
  const say = words.closing;
  const due = dateTime(language, closing.dueAt, words.zone);
  return {
    subject: say.subject,
    preview: fill(say.preview, { due }),
    title: say.title,
    paragraphs: [fill(say.text, { due }), say.last],
    rows: [
      [say.due, due, 'sum'],
      [words.rows.device, closing.device ?? words.unknown],
      ...(closing.place === null ? [] : [[words.rows.place, closing.place] as const]),
      [words.rows.date, dateTime(language, closing.at, words.zone)],
    ],
    action: { label: say.action, path: '/login' },
    after: [say.notMe],
  };
}

export function closingStopped({ language, words }: Speaker, stopped: Of<'closing-stopped'>): MailContent {
  const say = words.closingStopped;
  return {
    subject: say.subject,
    preview: say[stopped.because],
    title: say.subject,
    paragraphs: [say[stopped.because]],
    rows: [[words.rows.date, dateTime(language, stopped.at, words.zone)]],
    action: { label: say.action, path: '/profile/data' },
    after: [],
  };
}

export function dataExportReady({ language, words }: Speaker, ready: Of<'data-export-ready'>): MailContent {
  const say = words.exportReady;
  return {
    subject: say.subject,
    preview: say.text,
    title: say.subject,
    paragraphs: [say.text],
    rows: [[words.rows.until, dateTime(language, ready.expiresAt, words.zone)]],
    action: { label: say.action, path: '/profile/data' },
    after: [say.notMe],
  };
}
