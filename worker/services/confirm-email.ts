// The proof of an e-mail address: a link to it, pressed. The same press also speaks for a mailbox in a change of address.

import type { Client } from '../auth/client.ts';
import type { EmailConfirmed } from '../contract/emails.ts';
import type { Refusal } from '../contract/problems.ts';
import { agreeStatement, applyEmailChangeStatements, findEmailChange } from '../db/email-changes.ts';
import { closeLinksStatement, type FoundLink, isUsedLink, useLinkStatement } from '../db/mailed-links.ts';
import { mailForEachStatement, mailStatement } from '../db/outbox.ts';
import { type NewSecurityEvent, securityEventStatement } from '../db/security-events.ts';
import { confirmEmailStatement, findProfile, isDuplicateEmail } from '../db/users.ts';
import { deviceOf } from '../domain/devices.ts';
import { MAILED_LINK_PURPOSES } from '../domain/mailed-links.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { CONFIRM_EMAIL_LIMIT } from '../domain/session-rules.ts';
import { claimOneOrRefuse } from './attempts.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { newLink, pressedLink } from './mailed-link.ts';

/** The link and its letter, for the batch that gives the account its address. */
export function confirmationStatements(deps: Deps, userId: string, now: number): D1PreparedStatement[] {
  const { id, expiresAt, statement } = newLink(deps, { purpose: 'confirm-email', userId }, now);
  const message = { kind: 'confirm-email', linkId: id, expiresAt } as const;
  return [statement, mailStatement(deps.db, { id, userId, message, now, origin: deps.origin })];
}

/** Another letter. One to a confirmed address would prove nothing: none is sent. */
export async function sendConfirmation(
  deps: Deps,
  userId: string,
): Promise<Result<null, Refusal<'TooManyRequests'>>> {
  const profile = await findProfile(deps.db, userId);
  if (profile === null || profile.emailConfirmedAt !== null) return ok(null);
  const claimed = await claimOneOrRefuse(deps, `confirm-email:${userId}`, CONFIRM_EMAIL_LIMIT);
  if (!claimed.ok) return claimed;
  await deps.db.batch(confirmationStatements(deps, userId, deps.now()));
  deliverSoon(deps);
  return ok(null);
}

export type ConfirmRefusal = Refusal<'DuplicateEmail' | 'LinkInvalid' | 'TooManyRequests'>;

/** A second press answers what the first one did. */
export async function confirmEmail(
  deps: Deps,
  pressed: { readonly token: string; readonly client: Client },
): Promise<Result<EmailConfirmed, ConfirmRefusal>> {
  const now = deps.now();
  const found = await pressedLink(
    deps,
    pressed,
    ['confirm-email', 'email-change-old', 'email-change-new'],
    now,
  );
  if (!found.ok) return found;
  const link = found.value;
  if (link.uses === 0) {
    try {
      await deps.db.batch(statementsOf(deps, link, pressed.client, now));
      deliverSoon(deps);
    } catch (error) {
      if (isDuplicateEmail(error)) return err({ code: 'DuplicateEmail' });
      // Another press of the same link was first: its answer is this one's.
      if (!isUsedLink(error)) throw error;
    }
  }
  return link.purpose === 'confirm-email' ? stateOfAddress(deps, link) : stateOfChange(deps, link);
}

function statementsOf(deps: Deps, link: FoundLink, client: Client, now: number): D1PreparedStatement[] {
  return link.purpose === 'confirm-email'
    ? proveStatements(deps, link, client, now)
    : changeStatements(deps, link, client, now);
}

/** The address of the account is proved if it is still the one that the link went to; the welcome follows it. */
function proveStatements(deps: Deps, link: FoundLink, client: Client, now: number): D1PreparedStatement[] {
  const { db, origin } = deps;
  const { userId, mailbox } = link;
  return [
    useLinkStatement(db, link.id, now),
    confirmEmailStatement(db, { userId, email: mailbox }, now),
    securityEventStatement(db, event(deps, link, client, 'email-confirmed', now), { ifChanged: true }),
    closeLinksStatement(db, { userId, purposes: ['confirm-email'] }, now),
    mailStatement(db, { id: `welcome:${userId}`, userId, message: { kind: 'welcome' }, now, origin }),
  ];
}

/** A mailbox says yes; with the other's, the address changes, its open links are void, and both are told. */
function changeStatements(deps: Deps, link: FoundLink, client: Client, now: number): D1PreparedStatement[] {
  const { db, origin } = deps;
  const { userId } = link;
  const id = link.subjectId ?? '';
  const mailbox = link.purpose === 'email-change-old' ? 'old' : 'new';
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  const message = { kind: 'security-change', change: 'email-changed', at: now, ...where } as const;
  return [
    useLinkStatement(db, link.id, now),
    agreeStatement(db, { id, mailbox }, now),
    ...applyEmailChangeStatements(db, id, now),
    securityEventStatement(db, event(deps, link, client, 'email-changed', now), { ifChanged: true }),
    closeLinksStatement(db, { userId, purposes: MAILED_LINK_PURPOSES }, now, { ifChanged: true }),
    mailForEachStatement(db, {
      kind: message.kind,
      rows: `SELECT 'changed-' || c.id || '-' || b.which AS id, c.user_id, ?3 AS message,
               iif(b.which = 'old', c.from_email, c.to_email) AS mailbox
             FROM email_changes c, (SELECT 'old' AS which UNION ALL SELECT 'new') b WHERE c.id = ?1 AND c.done_at = ?2`,
      params: [id, now, JSON.stringify(message)],
      toMailbox: true,
      now,
      origin,
    }),
  ];
}

function event(
  deps: Deps,
  { userId }: FoundLink,
  { userAgent, place }: Client,
  kind: 'email-confirmed' | 'email-changed',
  at: number,
): NewSecurityEvent {
  return { id: deps.newId(), userId, kind, at, device: deviceOf(userAgent), place };
}

async function stateOfAddress(deps: Deps, link: FoundLink): Promise<Result<EmailConfirmed, ConfirmRefusal>> {
  const profile = await findProfile(deps.db, link.userId);
  const proved = profile !== null && profile.email === link.mailbox && profile.emailConfirmedAt !== null;
  return proved ? ok({ what: 'address', email: link.mailbox, waitsFor: null }) : err({ code: 'LinkInvalid' });
}

async function stateOfChange(deps: Deps, link: FoundLink): Promise<Result<EmailConfirmed, ConfirmRefusal>> {
  const change = link.subjectId === null ? null : await findEmailChange(deps.db, link.subjectId);
  if (change === null || change.cancelledAt !== null) return err({ code: 'LinkInvalid' });
  const { toEmail: email, doneAt, oldConfirmedAt, newConfirmedAt } = change;
  if (doneAt !== null) return ok({ what: 'change', email, waitsFor: null });
  const isOld = link.purpose === 'email-change-old';
  const mine = isOld ? oldConfirmedAt : newConfirmedAt;
  return mine === null
    ? err({ code: 'LinkInvalid' })
    : ok({ what: 'change', email, waitsFor: isOld ? 'new' : 'old' });
}
