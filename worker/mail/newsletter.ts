// The newsletter's own letters: the question whether the address is the reader's, and the answer. Each can be left.

import type { MailMessage } from '../domain/mail-messages.ts';
import { dateTime } from './formats.ts';
import type { MailContent, Speaker } from './types.ts';

type Confirm = Extract<MailMessage, { kind: 'newsletter-confirm' }>;

export function newsletterConfirm(
  { language, words }: Speaker,
  confirm: Confirm,
  token: string,
): MailContent {
  const say = words.newsletter.confirm;
  return {
    subject: say.subject,
    preview: say.text,
    title: say.subject,
    paragraphs: [say.text],
    rows: [[words.rows.until, dateTime(language, confirm.expiresAt, words.zone)]],
    action: { label: say.action, path: `/newsletter/confirm#token=${encodeURIComponent(token)}` },
    after: [say.notMe],
  };
}

export function newsletterWelcome({ words }: Speaker): MailContent {
  const say = words.newsletter.welcome;
  return {
    subject: say.subject,
    preview: say.text,
    title: say.subject,
    paragraphs: [say.text],
    rows: [],
    action: { label: say.action, path: '/learn' },
    after: [],
  };
}
