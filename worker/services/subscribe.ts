// The newsletter (P65): an address is on the list once its mailbox has pressed the link of a letter, and off it by one press
// (RFC 8058), signed in or not.

import { randomBytes } from 'node:crypto';
import { anonymousKey, type Client } from '../auth/client.ts';
import { hashLinkToken, isLinkToken, linkToken } from '../auth/mailed-link-token.ts';
import type { Subscription } from '../contract/contact.ts';
import type { Refusal } from '../contract/problems.ts';
import { askStatement, confirmStatement, findSubscriber, isSubscribed, leave } from '../db/newsletter.ts';
import { mailToStrangerStatement } from '../db/outbox.ts';
import { findProfile } from '../db/users.ts';
import { NEWSLETTER_ADDRESS_LIMIT, NEWSLETTER_LETTER_LIMIT } from '../domain/contact-rules.ts';
import { MAILED_LINKS } from '../domain/mailed-links.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { LINK_ADDRESS_LIMIT } from '../domain/session-rules.ts';
import { claimOf, claimOneOrRefuse, claimOrRefuse } from './attempts.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';

export async function subscribe(
  deps: Deps,
  command: Subscription & { readonly client: Client },
): Promise<Result<null, Refusal<'AlreadySubscribed' | 'TooManyRequests'>>> {
  // A robot gets the usual answer, and nothing is stored.
  if (command.trapped) return ok(null);
  const { client, email, language } = command;
  const { db, env, origin } = deps;
  const now = deps.now();
  const claim = claimOf(deps, `newsletter:address:${client.addressKey}`, NEWSLETTER_ADDRESS_LIMIT);
  const claimed = await claimOrRefuse(deps, `public:${client.addressKey}`, [claim], now);
  if (!claimed.ok) return claimed;
  if (await isSubscribed(db, email)) return err({ code: 'AlreadySubscribed' });
  // The mailbox may be somebody else's: beyond the limit nothing is written to it, and the answer stays the same.
  const key = anonymousKey(email, env.SESSION_SECRET);
  if (!(await claimOneOrRefuse(deps, `newsletter:letter:${key}`, NEWSLETTER_LETTER_LIMIT)).ok)
    return ok(null);
  const purpose = 'newsletter-confirm';
  const linkId = deps.newId();
  const linkUntil = now + MAILED_LINKS[purpose];
  const linkHash = hashLinkToken(linkToken(env.SESSION_SECRET, { purpose, id: linkId }));
  const leaveToken = randomBytes(32).toString('base64url');
  await db.batch([
    askStatement(db, { email, language, linkId, linkHash, linkUntil, leaveToken, now }),
    mailToStrangerStatement(db, {
      id: linkId,
      message: { kind: purpose, linkId, expiresAt: linkUntil },
      to: { userId: null, email, fullName: '', language },
      when: 'EXISTS (SELECT 1 FROM newsletter_subscribers WHERE link_id = ?1 AND confirmed_at IS NULL)',
      now,
      origin,
    }),
  ]);
  deliverSoon(deps);
  return ok(null);
}

/** A second press answers what the first one did. */
export async function confirmSubscription(
  deps: Deps,
  { token, client }: { readonly token: string; readonly client: Client },
): Promise<Result<null, Refusal<'LinkInvalid' | 'TooManyRequests'>>> {
  const { db, origin } = deps;
  const now = deps.now();
  const claim = claimOf(deps, `link:address:${client.addressKey}`, LINK_ADDRESS_LIMIT);
  const claimed = await claimOrRefuse(deps, client.addressKey, [claim], now);
  if (!claimed.ok) return claimed;
  const linkHash = isLinkToken(token) ? hashLinkToken(token) : '';
  const found = await findSubscriber(db, { linkHash });
  if (found === null || (found.linkUntil ?? 0) <= now) return err({ code: 'LinkInvalid' });
  if (found.confirmedAt !== null) return ok(null);
  const { email, language, linkId } = found;
  await db.batch([
    confirmStatement(db, linkHash, now),
    mailToStrangerStatement(db, {
      id: `newsletter:${linkId ?? ''}`,
      message: { kind: 'newsletter-welcome' },
      to: { userId: null, email, fullName: '', language },
      when: `EXISTS (SELECT 1 FROM newsletter_subscribers WHERE 'newsletter:' || link_id = ?1 AND confirmed_at IS NOT NULL)`,
      now,
      origin,
    }),
  ]);
  deliverSoon(deps);
  return ok(null);
}

/** Whoever holds the token of a letter takes its address off the list; a token that is none says nothing else. */
export async function unsubscribe(deps: Pick<Deps, 'db'>, leaveToken: string): Promise<void> {
  await leave(deps.db, { leaveToken });
}

/** A signed-in customer whose address is proved. */
export async function unsubscribeCustomer(deps: Pick<Deps, 'db'>, userId: string): Promise<void> {
  const profile = await findProfile(deps.db, userId);
  if (profile !== null && profile.emailConfirmedAt !== null) await leave(deps.db, { email: profile.email });
}
