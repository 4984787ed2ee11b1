// Answers to the contact form: the letter, and the prepared texts that an operator begins with.

import en from '../../locales/en/mail.json' with { type: 'json' };
import pt from '../../locales/pt-BR/mail.json' with { type: 'json' };
import { CONTACT_TEMPLATES, type ContactTemplate } from '../domain/contacts.ts';
import type { MailMessage } from '../domain/mail-messages.ts';
import type { Language } from '../domain/settings-rules.ts';
import { escalation } from './complaints.ts';
import { fill } from './fill.ts';
import { dateTime } from './formats.ts';
import type { MailContent, Speaker } from './types.ts';

const TEMPLATES: Readonly<Record<Language, Readonly<Record<ContactTemplate, string>>>> = {
  'pt-BR': pt.contactAnswer.templates,
  en: en.contactAnswer.templates,
};

export function contactTemplates(
  language: Language,
): { readonly id: ContactTemplate; readonly body: string }[] {
  return CONTACT_TEMPLATES.map((id) => ({ id, body: TEMPLATES[language][id] }));
}

type Answer = Extract<MailMessage, { kind: 'contact-answer' }>;

/** What was written to us follows below the answer. */
export function contactAnswer(speaker: Speaker, answer: Answer): MailContent {
  const { language, words } = speaker;
  const say = words.contactAnswer;
  const { complaint = null } = answer;
  const when = dateTime(language, answer.sentAt, words.zone);
  return {
    subject:
      complaint === null
        ? fill(say.subject, { subject: answer.subject })
        : fill(words.complaint.answered, { number: complaint, subject: answer.subject }),
    preview: answer.body.replaceAll(/\s+/gu, ' ').slice(0, 140),
    title: answer.subject,
    paragraphs: answer.body.split(/\n{2,}/u),
    rows: [],
    quote: { label: fill(say.quote, { when }), text: answer.message },
    action: { label: say.action, path: '/contact' },
    after: complaint === null ? [say.reply] : [say.reply, escalation(speaker)],
  };
}
