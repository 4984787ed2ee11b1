// A fired alert in one line, for the channels that have room for no more.

import type { MailMessage } from '../domain/mail-messages.ts';
import type { Language } from '../domain/settings-rules.ts';
import { letterOf } from './letter.ts';

type Fired = Extract<MailMessage, { kind: 'alert-fired' }>;

/** "Onça: Ouro acima de US$ 4.400,00. O preço chegou a US$ 4.400,12 por onça." */
export function shortNotice(message: Fired, language: Language): string {
  const { brand, subject, preview } = letterOf({ message, language, fullName: '', origin: '', secret: '' });
  return `${brand}: ${subject}. ${preview}`.replaceAll('\u00a0', ' ');
}
