// The outbox: messages written in the same batch as the event they tell of. If the event happened, its message will be
// sent; if it did not, no message exists. Whom it goes to and in which language is read by the statement itself.

import { MAIL_RULES, type MailKind, type MailMessage } from '../domain/mail-messages.ts';
import type { Language } from '../domain/settings-rules.ts';

export type NewMail = {
  /** Of the event, where it has one: the same event is written to the customer once. */
  readonly id: string;
  readonly userId: string;
  readonly message: MailMessage;
  readonly now: number;
  /** The address the customer is using, for links where SITE_ORIGIN does not say one: `deps.origin`. */
  readonly origin?: string | undefined;
};

/**
 * For the caller's batch, after whatever creates the customer. Writes nothing to a customer who switched e-mail off or is
 * suspended, unless it is about the security of the account; and to an address that nobody has confirmed only what proves it.
 */
export function mailStatement(db: D1Database, mail: NewMail): D1PreparedStatement {
  return mailForEachStatement(db, {
    kind: mail.message.kind,
    rows: 'SELECT ?1 AS id, ?2 AS user_id, ?3 AS message',
    params: [mail.id, mail.userId, JSON.stringify(mail.message)],
    now: mail.now,
    origin: mail.origin,
  });
}

export type Stranger = {
  /** The account with this address, if there is one. */
  readonly userId: string | null;
  readonly email: string;
  readonly fullName: string;
  readonly language: Language;
};

/** To who may have no account. `when`: a condition over the id, ?1; without it nothing is written. */
export function mailToStrangerStatement(
  db: D1Database,
  mail: Omit<NewMail, 'userId'> & { readonly to: Stranger; readonly when: string },
): D1PreparedStatement {
  const { id, message, now, origin, to } = mail;
  const { security, usefulForMs } = MAIL_RULES[message.kind];
  return db
    .prepare(
      `INSERT INTO mail_outbox (id, user_id, kind, message, email, full_name, language, origin, rank,
                                next_attempt_at, expires_at, created_at, updated_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?10, ?10 WHERE ${mail.when}
       ON CONFLICT (id) DO NOTHING`,
    )
    .bind(
      id,
      to.userId,
      message.kind,
      JSON.stringify(message),
      to.email,
      to.fullName,
      to.language,
      origin ?? null,
      security ? 0 : 1,
      now,
      now + usefulForMs,
    );
}

export type NewMails = {
  readonly kind: MailKind;
  /** A SELECT of (id, user_id, message), one row each, over ?1, ?2, ...; `message` is the JSON of a MailMessage. */
  readonly rows: string;
  /** The rows have `mailbox` too, an address to which the message goes instead of the account's. */
  readonly toMailbox?: boolean;
  readonly params: readonly (string | number | null)[];
  /** 'own': the rows have `at` and `origin` too, because each tells of a moment of its own. */
  readonly now: number | 'own';
  readonly origin?: string | undefined;
};

/** The same for many customers at once: one statement for all alerts that one price fires. */
export function mailForEachStatement(db: D1Database, mails: NewMails): D1PreparedStatement {
  const { security, usefulForMs, toUnconfirmed = false, toEverybody = false } = MAIL_RULES[mails.kind];
  const { toMailbox = false, now } = mails;
  const when = [
    ...(security ? [] : ["s.notification_email = 1 AND u.status = 'active'"]),
    ...(toUnconfirmed || toMailbox ? [] : ['u.email_confirmed_at IS NOT NULL']),
  ];
  const params = [...mails.params];
  const bound = (value: string | number | null): string => `?${params.push(value)}`;
  const [kind, rank, useful] = [mails.kind, security && !toEverybody ? 0 : 1, usefulForMs].map(bound);
  const [at, origin] = now === 'own' ? ['e.at', 'e.origin'] : [now, mails.origin ?? null].map(bound);
  return db
    .prepare(
      `INSERT INTO mail_outbox (id, user_id, kind, message, email, full_name, language, origin, rank,
                                next_attempt_at, expires_at, created_at, updated_at)
       SELECT e.id, u.id, ${kind}, e.message, ${toMailbox ? 'e.mailbox' : 'u.email'}, u.full_name, s.language, ${origin}, ${rank},
              ${at}, ${at} + ${useful}, ${at}, ${at}
       FROM (${mails.rows}) AS e JOIN users u ON u.id = e.user_id JOIN settings s ON s.user_id = u.id
       WHERE ${when.length === 0 ? 'true' : when.join(' AND ')}
       ON CONFLICT (id) DO NOTHING`,
    )
    .bind(...params);
}
