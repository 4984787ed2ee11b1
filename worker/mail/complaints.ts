// The letter that says at once: your complaint came, its number, and until when it is answered. It repeats nothing of what
// was written: somebody else may have given this address.

import { CONSUMIDOR_URL } from '../domain/complaints.ts';
import type { MailMessage } from '../domain/mail-messages.ts';
import { fill } from './fill.ts';
import { dateTime } from './formats.ts';
import type { MailContent, Speaker } from './types.ts';

type Received = Extract<MailMessage, { kind: 'complaint-received' }>;

export function complaintReceived(speaker: Speaker, { number, dueAt, at }: Received): MailContent {
  const { language, words } = speaker;
  const say = words.complaint;
  const due = dateTime(language, dueAt, words.zone);
  return {
    subject: fill(say.subject, { number }),
    preview: fill(say.preview, { due }),
    title: say.title,
    paragraphs: [fill(say.text, { due })],
    rows: [
      [say.number, number, 'sum'],
      [say.received, dateTime(language, at, words.zone)],
      [say.due, due],
    ],
    action: { label: words.contactAnswer.action, path: '/contact#complaints' },
    after: [escalation(speaker), say.notMe],
  };
}

/** Where a complaint goes next. */
export function escalation({ words }: Speaker): string {
  return fill(words.complaint.escalation, { url: CONSUMIDOR_URL });
}
