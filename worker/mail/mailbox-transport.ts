// The local transport: messages land in a table and are read at /dev/mailbox.

import { putLocalMails } from '../db/local-mailbox.ts';
import type { MailTransport, SendOutcome } from './types.ts';

export function mailboxTransport(db: D1Database): MailTransport {
  return {
    name: 'mailbox',
    async send(mails) {
      await putLocalMails(
        db,
        mails.map(({ id, kind, language, to, from, subject, text, html, headers, at }) => ({
          id,
          recipient: to,
          sender: `${from.name} <${from.email}>`,
          subject,
          text,
          html,
          headers: JSON.stringify(headers),
          language,
          kind,
          receivedAt: at,
        })),
      );
      return mails.map(({ id }): SendOutcome => ({ sent: true, providerId: `mailbox:${id}` }));
    },
  };
}
