// The mailbox of a developer's machine: what the local transport accepted, newest first. Nothing writes here in production.

import type { MailKind } from '../domain/mail-messages.ts';
import type { Language } from '../domain/settings-rules.ts';

export type LocalMail = {
  readonly id: string;
  readonly recipient: string;
  readonly sender: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** JSON: names and values. */
  readonly headers: string;
  readonly language: Language;
  readonly kind: MailKind;
  readonly receivedAt: number;
};

/** A message that arrives again replaces its first copy. */
export async function putLocalMails(db: D1Database, mails: readonly LocalMail[]): Promise<void> {
  if (mails.length === 0) return;
  await db.batch(
    mails.map((mail) =>
      db
        .prepare(
          `INSERT INTO local_mailbox (id, recipient, sender, subject, text, html, language, kind, received_at, headers)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
           ON CONFLICT (id) DO UPDATE SET text = excluded.text, html = excluded.html`,
        )
        .bind(
          mail.id,
          mail.recipient,
          mail.sender,
          mail.subject,
          mail.text,
          mail.html,
          mail.language,
          mail.kind,
          mail.receivedAt,
          mail.headers,
        ),
    ),
  );
}

export type LocalMailHead = Omit<LocalMail, 'text' | 'html' | 'headers' | 'sender'>;

/** Of all recipients, or of one. */
export async function listLocalMails(
  db: D1Database,
  recipient: string | null,
  limit: number,
): Promise<readonly LocalMailHead[]> {
  const mine = recipient === null ? '' : 'WHERE recipient = ?2';
  const { results } = await db
    .prepare(
      `SELECT id, recipient, subject, language, kind, received_at AS receivedAt FROM local_mailbox
       ${mine} ORDER BY received_at DESC, id DESC LIMIT ?1`,
    )
    .bind(...(recipient === null ? [limit] : [limit, recipient]))
    .run<LocalMailHead>();
  return results;
}

export function findLocalMail(db: D1Database, id: string): Promise<LocalMail | null> {
  return db
    .prepare(
      `SELECT id, recipient, sender, subject, text, html, headers, language, kind, received_at AS receivedAt
       FROM local_mailbox WHERE id = ?1`,
    )
    .bind(id)
    .first<LocalMail>();
}
