// The transports of messages: Cloudflare's `send_email` binding in production, a mailbox in the database on a developer's
// machine. Without what the first needs, nothing is sent and messages wait.

import { bindingTransport } from './binding-transport.ts';
import { mailboxTransport } from './mailbox-transport.ts';
import type { MailTransport } from './types.ts';

export type MailSettings = Pick<Env, 'ENVIRONMENT' | 'SITE_ORIGIN' | 'MAIL_FROM'> & {
  /** Absent where no Worker runs: a command sends nothing. */
  readonly MAIL?: SendEmail;
};

/** Whether messages can be sent here at all. Production needs a sender and the site's own address for links. */
export function mailIsSetUp(env: MailSettings): boolean {
  if (env.MAIL === undefined) return false;
  return env.ENVIRONMENT === 'local' || (env.MAIL_FROM !== '' && siteOf(env) !== null);
}

/** Null: e-mail is not set up. Production never falls back to the mailbox. */
export function mailTransportOf(env: MailSettings, db: D1Database): MailTransport | null {
  if (env.MAIL === undefined || !mailIsSetUp(env)) return null;
  return env.ENVIRONMENT === 'local' ? mailboxTransport(db) : bindingTransport(env.MAIL);
}

/** SITE_ORIGIN, where it names a place that a link can lead to. */
function siteOf(env: Pick<Env, 'SITE_ORIGIN'>): string | null {
  const site = URL.parse(env.SITE_ORIGIN);
  return site !== null && (site.protocol === 'https:' || site.protocol === 'http:') ? site.origin : null;
}

const LOCAL_ORIGIN = 'http://localhost:8787';
const LOCAL_SENDER = 'avisos@onca.example';

/**
 * The origin of every link in a message. In production only SITE_ORIGIN sets it: the caller chooses the Host header, and
 * a password link must never point to an attacker's host.
 */
export function linkOrigin(env: Pick<Env, 'ENVIRONMENT' | 'SITE_ORIGIN'>, stored: string | null): string {
  return siteOf(env) ?? (env.ENVIRONMENT === 'local' && stored !== null ? stored : LOCAL_ORIGIN);
}

export function senderOf(env: Pick<Env, 'MAIL_FROM'>): string {
  return env.MAIL_FROM === '' ? LOCAL_SENDER : env.MAIL_FROM;
}
