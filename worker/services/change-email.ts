// A customer changes their address. One that nobody has confirmed is replaced at once; a confirmed one once both mailboxes have
// said yes, so that neither a stolen session nor a stolen mailbox moves an account alone.

import type { Client } from '../auth/client.ts';
import type { OpenEmailChange } from '../contract/emails.ts';
import type { Refusal } from '../contract/problems.ts';
import {
  beginEmailChangeStatements,
  cancelEmailChangeStatement,
  findOpenEmailChange,
} from '../db/email-changes.ts';
import { failedGuard, guarded, unlessFrozen } from '../db/guards.ts';
import { closeLinksStatement } from '../db/mailed-links.ts';
import { mailForEachStatement, mailStatement } from '../db/outbox.ts';
import { securityEventStatement } from '../db/security-events.ts';
import {
  emailIsTaken,
  findProfile,
  isDuplicateEmail,
  type ProfileRow,
  replaceUnconfirmedEmailStatement,
  touchAddressStatement,
} from '../db/users.ts';
import { deviceOf } from '../domain/devices.ts';
import { MAILED_LINK_PURPOSES, MAILED_LINKS } from '../domain/mailed-links.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { EMAIL_CHANGE_LIMIT } from '../domain/session-rules.ts';
import { iso } from '../domain/time.ts';
import { claimOneOrRefuse } from './attempts.ts';
import { confirmationStatements } from './confirm-email.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { newLink } from './mailed-link.ts';

export type EmailChangeRefusal = Refusal<'DuplicateEmail' | 'SameEmail' | 'TooManyRequests'>;

type ChangeCommand = { readonly userId: string; readonly email: string; readonly client: Client };

export async function changeEmail(
  deps: Deps,
  command: ChangeCommand,
): Promise<Result<null, EmailChangeRefusal>> {
  const { userId, email } = command;
  const profile = await findProfile(deps.db, userId);
  if (profile === null) throw new Error('A live session names a customer who does not exist');
  if (profile.email === email) return err({ code: 'SameEmail' });
  const claimed = await claimOneOrRefuse(deps, `email-change:${userId}`, EMAIL_CHANGE_LIMIT);
  if (!claimed.ok) return claimed;
  // Asked first to say so before any letter is sent; among racing changes the table's UNIQUE decides.
  if (await emailIsTaken(deps.db, email)) return err({ code: 'DuplicateEmail' });
  const now = deps.now();
  try {
    if (profile.emailConfirmedAt === null) await replace(deps, command, now);
    else await deps.db.batch(beginStatements(deps, profile, command, now));
  } catch (error) {
    if (isDuplicateEmail(error)) return err({ code: 'DuplicateEmail' });
    // The address was confirmed meanwhile, and now it takes both mailboxes.
    if (failedGuard(error)) return changeEmail(deps, command);
    throw error;
  }
  deliverSoon(deps);
  return ok(null);
}

/** The links of the wrong address open nothing from now on. */
async function replace(deps: Deps, command: ChangeCommand, now: number): Promise<void> {
  const { db } = deps;
  const { userId } = command;
  await db.batch([
    ...unlessFrozen(db, deps.newId(), userId, now),
    ...guarded(db, deps.newId(), 'email', [replaceUnconfirmedEmailStatement(db, command, now)]),
    closeLinksStatement(db, { userId, purposes: MAILED_LINK_PURPOSES }, now),
    eventStatement(deps, command, 'email-changed', now),
    ...confirmationStatements(deps, userId, now),
  ]);
}

function beginStatements(
  deps: Deps,
  { email: fromEmail }: ProfileRow,
  command: ChangeCommand,
  now: number,
): D1PreparedStatement[] {
  const { db } = deps;
  const { userId, email: toEmail } = command;
  const id = deps.newId();
  const expiresAt = now + MAILED_LINKS['email-change-new'];
  const sides = [
    { kind: 'email-change-old', mailbox: fromEmail },
    { kind: 'email-change-new', mailbox: toEmail },
  ] as const;
  return [
    ...unlessFrozen(db, deps.newId(), userId, now),
    ...beginEmailChangeStatements(db, { id, userId, fromEmail, toEmail, expiresAt }, now),
    // A letter about an earlier change must not speak for this one.
    closeLinksStatement(db, { userId, purposes: ['email-change-old', 'email-change-new'] }, now),
    eventStatement(deps, command, 'email-change-begun', now),
    ...sides.flatMap((side) => letterStatements(deps, { ...side, userId, changeId: id, toEmail }, now)),
  ];
}

type Side = {
  readonly kind: 'email-change-old' | 'email-change-new';
  readonly mailbox: string;
  readonly userId: string;
  readonly changeId: string;
  readonly toEmail: string;
};

/** The link to a mailbox, and its letter. */
function letterStatements(
  deps: Deps,
  { kind, mailbox, userId, changeId, toEmail }: Side,
  now: number,
): D1PreparedStatement[] {
  const link = newLink(deps, { purpose: kind, userId, email: mailbox, subjectId: changeId }, now);
  const message = JSON.stringify({ kind, linkId: link.id, expiresAt: link.expiresAt, toEmail });
  const rows = 'SELECT ?1 AS id, ?2 AS user_id, ?3 AS message, ?4 AS mailbox';
  const params = [link.id, userId, message, mailbox];
  const { db, origin } = deps;
  return [link.statement, mailForEachStatement(db, { kind, rows, params, toMailbox: true, now, origin })];
}

type ChangeByTeam = {
  readonly proposalId: string;
  readonly subject: { readonly id: string; readonly email: string };
  readonly toEmail: string;
};

/**
 * For a customer who lost the mailbox: two operators speak for it, the new one still has to be proved, and the old one is told.
 * For the batch of the approval, which aborts where the address is another one by now.
 */
export function emailChangeByTeamStatements(
  deps: Deps,
  { proposalId, subject, toEmail }: ChangeByTeam,
  now: number,
): D1PreparedStatement[] {
  const { db, origin } = deps;
  const { id: userId, email: fromEmail } = subject;
  const id = deps.newId();
  const expiresAt = now + MAILED_LINKS['email-change-new'];
  const nowhere = { device: null, place: null };
  const told = { kind: 'security-change', change: 'email-change-by-team', at: now, ...nowhere } as const;
  return [
    ...guarded(db, deps.newId(), 'address', [touchAddressStatement(db, { userId, email: fromEmail }, now)]),
    ...beginEmailChangeStatements(db, { id, userId, fromEmail, toEmail, expiresAt, proposalId }, now),
    closeLinksStatement(db, { userId, purposes: ['email-change-old', 'email-change-new'] }, now),
    securityEventStatement(db, {
      id: deps.newId(),
      userId,
      kind: 'email-change-by-team',
      at: now,
      ...nowhere,
    }),
    ...letterStatements(
      deps,
      { kind: 'email-change-new', mailbox: toEmail, userId, changeId: id, toEmail },
      now,
    ),
    mailStatement(db, { id: deps.newId(), userId, message: told, now, origin }),
  ];
}

export async function cancelEmailChange(deps: Deps, userId: string): Promise<void> {
  const now = deps.now();
  await deps.db.batch([
    cancelEmailChangeStatement(deps.db, userId, now),
    closeLinksStatement(deps.db, { userId, purposes: ['email-change-old', 'email-change-new'] }, now),
  ]);
}

export async function openEmailChange(deps: Deps, userId: string): Promise<OpenEmailChange> {
  const open = await findOpenEmailChange(deps.db, userId, deps.now());
  if (open === null) return { change: null };
  const { toEmail: email, expiresAt, oldConfirmedAt, newConfirmedAt } = open;
  return {
    change: {
      email,
      expiresAt: iso(expiresAt),
      oldConfirmed: oldConfirmedAt !== null,
      newConfirmed: newConfirmedAt !== null,
    },
  };
}

function eventStatement(
  deps: Deps,
  { userId, client }: ChangeCommand,
  kind: 'email-changed' | 'email-change-begun',
  at: number,
): D1PreparedStatement {
  const where = { device: deviceOf(client.userAgent), place: client.place };
  return securityEventStatement(deps.db, { id: deps.newId(), userId, kind, at, ...where });
}
