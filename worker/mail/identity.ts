// The letters about who somebody is: a level was reached, something was refused or more is asked, and the five years are over. They name
// no number and no paper.

import { isCheckRefusal } from '../domain/identity.ts';
import type { MailMessage } from '../domain/mail-messages.ts';
import { fill } from './fill.ts';
import { dateTime } from './formats.ts';
import type { MailContent, Speaker } from './types.ts';

type Identity = Extract<MailMessage, { kind: 'identity' }>;

export function identity(
  { language, words }: Speaker,
  { change, level, reason, until, isTest }: Identity,
): MailContent {
  const say = words.identity[change];
  const values = { level, until: until === null ? '' : dateTime(language, until, words.zone) };
  const why = isCheckRefusal(reason) ? words.identity.reasons[reason] : reason;
  return {
    subject: fill(say.subject, values),
    preview: fill(say.preview, values),
    title: fill(say.title, values),
    paragraphs: [fill(say.text, values)],
    rows: why === null ? [] : [[words.identity.reason, why]],
    action: { label: words.identity.action, path: '/profile/identity' },
    after: [...(isTest ? [words.identity.test] : []), words.identity.notMe],
  };
}
