// The subscribers of the newsletter: asked for, confirmed by the link of a letter, and left by one press.

import { UNCONFIRMED_KEPT_MS } from '../domain/contact-rules.ts';
import type { Language } from '../domain/settings-rules.ts';
import { sweep } from './sweep.ts';

export type Subscriber = {
  readonly email: string;
  readonly language: Language;
  readonly linkId: string | null;
  readonly linkHash: string | null;
  readonly linkUntil: number | null;
  readonly confirmedAt: number | null;
  readonly leaveToken: string;
};

const COLUMNS = `email, language, link_id AS linkId, link_hash AS linkHash, link_until AS linkUntil,
  confirmed_at AS confirmedAt, leave_token AS leaveToken`;

export function findSubscriber(
  db: D1Database,
  by: { readonly email: string } | { readonly linkHash: string },
): Promise<Subscriber | null> {
  const [column, value] = 'email' in by ? ['email', by.email] : ['link_hash', by.linkHash];
  return db
    .prepare(`SELECT ${COLUMNS} FROM newsletter_subscribers WHERE ${column} = ?1`)
    .bind(value)
    .first<Subscriber>();
}

/** Whether letters go there: whoever never pressed the link is not on the list. */
export async function isSubscribed(db: D1Database, email: string): Promise<boolean> {
  const row = await db
    .prepare('SELECT 1 FROM newsletter_subscribers WHERE email = ?1 AND confirmed_at IS NOT NULL')
    .bind(email)
    .first();
  return row !== null;
}

/** A new link for an address that is not confirmed; the last one works no more. Changes nothing of a confirmed one. */
export function askStatement(
  db: D1Database,
  asked: {
    readonly email: string;
    readonly language: Language;
    readonly linkId: string;
    readonly linkHash: string;
    readonly linkUntil: number;
    readonly leaveToken: string;
    readonly now: number;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO newsletter_subscribers (email, language, created_at, link_id, link_hash, link_until, leave_token)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT (email) DO UPDATE SET language = excluded.language, created_at = excluded.created_at,
         link_id = excluded.link_id, link_hash = excluded.link_hash, link_until = excluded.link_until
       WHERE confirmed_at IS NULL`,
    )
    .bind(
      asked.email,
      asked.language,
      asked.now,
      asked.linkId,
      asked.linkHash,
      asked.linkUntil,
      asked.leaveToken,
    );
}

/** Changes a row once. */
export function confirmStatement(db: D1Database, linkHash: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      'UPDATE newsletter_subscribers SET confirmed_at = ?2 WHERE link_hash = ?1 AND link_until > ?2 AND confirmed_at IS NULL',
    )
    .bind(linkHash, now);
}

export async function leave(
  db: D1Database,
  by: { readonly leaveToken: string } | { readonly email: string },
): Promise<void> {
  const [column, value] = 'email' in by ? ['email', by.email] : ['leave_token', by.leaveToken];
  await db.prepare(`DELETE FROM newsletter_subscribers WHERE ${column} = ?1`).bind(value).run();
}

/** Addresses that nobody confirmed are forgotten. */
export function sweepUnconfirmed(db: D1Database, now: number): Promise<number> {
  return sweep(db, {
    table: 'newsletter_subscribers',
    key: 'email',
    over: 'confirmed_at IS NULL AND created_at < ?1',
    oldestFirst: 'created_at',
    params: [now - UNCONFIRMED_KEPT_MS],
  });
}
