// Links that were sent by e-mail. The table's CHECK decides among racing uses of one link (a_link_works_once).

import { and, eq, gt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { LinkPurpose } from '../domain/mailed-links.ts';
import { DAY_MS } from '../domain/time.ts';
import { readD1Error } from './d1-errors.ts';
import { mailedLinks, users } from './schema.ts';
import { sweep } from './sweep.ts';

/** A link is kept this long after it ran out, to tell what was asked for, then swept. */
const KEPT_MS = DAY_MS;

export type NewLink = {
  readonly id: string;
  readonly purpose: LinkPurpose;
  readonly userId: string;
  /** The mailbox; null is the account's own. */
  readonly email: string | null;
  readonly subjectId: string | null;
  readonly tokenHash: string;
  readonly expiresAt: number;
  readonly now: number;
};

/** Writes nothing for a customer who does not exist: an unknown e-mail costs the same work. */
export function createLinkStatement(db: D1Database, link: NewLink): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO mailed_links (id, purpose, user_id, email, subject_id, token_hash, created_at, expires_at)
       SELECT ?1, ?2, u.id, coalesce(?4, u.email), ?5, ?6, ?7, ?8 FROM users u WHERE u.id = ?3 AND u.closed_at IS NULL`,
    )
    .bind(
      link.id,
      link.purpose,
      link.userId,
      link.email,
      link.subjectId,
      link.tokenHash,
      link.now,
      link.expiresAt,
    );
}

/** A link that has not run out, used or not, and whose account it is about. */
export async function findLink(db: D1Database, tokenHash: string, now: number) {
  const [row] = await drizzle(db)
    .select({
      id: mailedLinks.id,
      purpose: mailedLinks.purpose,
      userId: mailedLinks.userId,
      /** The mailbox that it proves. */
      mailbox: mailedLinks.email,
      subjectId: mailedLinks.subjectId,
      uses: mailedLinks.uses,
      createdAt: mailedLinks.createdAt,
      email: users.email,
      fullName: users.fullName,
      emailConfirmedAt: users.emailConfirmedAt,
    })
    .from(mailedLinks)
    .innerJoin(users, eq(users.id, mailedLinks.userId))
    .where(and(eq(mailedLinks.tokenHash, tokenHash), gt(mailedLinks.expiresAt, now)))
    .limit(1);
  return row ?? null;
}
export type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** What a letter needs to carry the link, while it still works: one that does not is not worth sending. */
export async function findOpenLinkById(
  db: D1Database,
  id: string,
): Promise<{ readonly purpose: LinkPurpose; readonly id: string; readonly tokenHash: string } | null> {
  const [row] = await drizzle(db)
    .select({ purpose: mailedLinks.purpose, id: mailedLinks.id, tokenHash: mailedLinks.tokenHash })
    .from(mailedLinks)
    .where(and(eq(mailedLinks.id, id), eq(mailedLinks.uses, 0)))
    .limit(1);
  return row ?? null;
}

/** Goes first in its batch: the second use breaks the CHECK, and nothing of it happens. */
export function useLinkStatement(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db.prepare('UPDATE mailed_links SET uses = uses + 1, spent_at = ?2 WHERE id = ?1').bind(id, now);
}

/** The customer's other links of these purposes: what one has done, an older letter must not undo. */
export function closeLinksStatement(
  db: D1Database,
  whose: { readonly userId: string; readonly purposes: readonly LinkPurpose[] },
  now: number,
  /** Only if the statement before it in the batch changed something. */
  options: { readonly ifChanged?: boolean } = {},
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE mailed_links SET uses = 1, spent_at = ?3
       WHERE user_id = ?1 AND uses = 0 AND purpose IN (SELECT value FROM json_each(?2))${
         options.ifChanged === true ? ' AND changes() > 0' : ''
       }`,
    )
    .bind(whose.userId, JSON.stringify(whose.purposes), now);
}

export function isUsedLink(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'check' && failure.constraint === 'a_link_works_once';
}

export function sweepLinks(db: D1Database, now: number): Promise<number> {
  return sweep(db, {
    table: 'mailed_links',
    key: 'id',
    over: 'expires_at < ?1',
    oldestFirst: 'expires_at',
    params: [now - KEPT_MS],
  });
}
