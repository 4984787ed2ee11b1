// From a stored message to what a transport sends: subject, text and HTML in the customer's language.

import { isNewsletter } from '../domain/mail-messages.ts';
import { SITE_OWNER } from '../domain/site-owner.ts';
import { htmlOf } from './html.ts';
import { letterOf, type ToWrite } from './letter.ts';
import { textOf } from './text.ts';
import type { RenderedMail } from './types.ts';

export type ToRender = ToWrite & {
  readonly id: string;
  readonly email: string;
  readonly sender: string;
  readonly at: number;
};

export function renderMail(mail: ToRender): RenderedMail {
  const letter = letterOf(mail);
  return {
    id: mail.id,
    kind: mail.message.kind,
    language: mail.language,
    to: mail.email,
    from: { name: letter.brand, email: mail.sender },
    replyTo: SITE_OWNER.email,
    subject: plain(letter.subject),
    text: plain(textOf(letter)),
    html: htmlOf(letter),
    headers: {
      // No out-of-office reply answers a machine; a person wrote the answer to a message.
      ...(mail.message.kind === 'contact-answer' ? {} : { 'Auto-Submitted': 'auto-generated' }),
      'Content-Language': mail.language,
      // The same on every attempt: who got two copies can tell that they are one message.
      'X-Onca-Message': mail.id,
      ...leaveHeaders(mail),
    },
    at: mail.at,
  };
}

/** One press in the mail program leaves the list (RFC 8058). */
function leaveHeaders({ message, origin, leaveToken }: ToRender): Record<string, string> {
  if (!isNewsletter(message.kind) || leaveToken === undefined) return {};
  const address = `${origin}/api/newsletter/unsubscribe?token=${encodeURIComponent(leaveToken)}`;
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** No-break spaces belong to typeset text; in subjects and plain text they only get in the way of searching. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
