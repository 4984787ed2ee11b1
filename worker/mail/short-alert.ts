// A fired alert in the one sentence that an SMS or a push message has room for, with the texts of the e-mail.

import en from '../../locales/en/mail.json' with { type: 'json' };
import pt from '../../locales/pt-BR/mail.json' with { type: 'json' };
import type { MailMessage } from '../domain/mail-messages.ts';
import type { Language } from '../domain/settings-rules.ts';
import { alertFired } from './service-notices.ts';
import { PLAIN_READER } from './letter.ts';
import type { MailWords } from './types.ts';

const WORDS: Readonly<Record<Language, MailWords>> = { 'pt-BR': pt, en };

export function shortAlert(
  language: Language,
  alert: Extract<MailMessage, { kind: 'alert-fired' }>,
): { readonly title: string; readonly text: string } {
  const { subject, preview } = alertFired({ language, words: WORDS[language], reader: PLAIN_READER }, alert);
  const plain = (text: string) => text.replaceAll('\u00A0', ' ');
  const title = plain(subject);
  return { title, text: `${WORDS[language].sender}: ${title}. ${plain(preview)}` };
}
