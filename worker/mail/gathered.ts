// One letter about several messages of a kind: to who would otherwise get too many letters in an hour. A line for each, with
// its time; sentences and links are those of the first.

import type { MailMessage } from '../domain/mail-messages.ts';
import { fill } from './fill.ts';
import { dateTime } from './formats.ts';
import type { MailContent, MailRow, Speaker } from './types.ts';

type One = { readonly message: MailMessage; readonly content: MailContent };

export function gathered(speaker: Speaker, all: readonly [One, ...One[]]): MailContent {
  const [{ message, content }] = all;
  const say = speaker.words.gathered;
  const n = String(all.length);
  const subject = fill(subjectOf(say, message), { n });
  return {
    ...content,
    subject,
    title: subject,
    preview: fill(say.preview, { n }),
    paragraphs: [say.text],
    rows: all.map((one) => lineOf(speaker, one)),
  };
}

function subjectOf(say: Speaker['words']['gathered'], { kind }: MailMessage): string {
  if (kind === 'new-sign-in') return say.signIns;
  if (kind === 'deposit-receipt') return say.deposits;
  return kind === 'alert-fired' ? say.alerts : say.trades;
}

function lineOf({ language, words }: Speaker, { message, content }: One): MailRow {
  const when = 'at' in message ? dateTime(language, message.at, words.zone) : '';
  if (message.kind !== 'new-sign-in') return [when, `${content.subject}. ${content.preview}`];
  const place = message.place === null ? [] : [message.place];
  return [when, [message.device ?? words.unknown, ...place].join(' · ')];
}
