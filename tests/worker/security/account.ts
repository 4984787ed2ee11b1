// What the tests of a safe account ask the database and the API, in a line each.

import { env } from 'cloudflare:workers';
import { linkToken } from '../../../worker/auth/mailed-link-token.ts';
import { CUSTOMER_PASSWORD } from '../../support/customers.ts';
import { call, type Headers, post } from '../accounts/calls.ts';

export const NEW_PASSWORD = 'a new jaguar 7';

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
export const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

export const signIn = (email: string, password: string = CUSTOMER_PASSWORD, headers: Headers = {}) =>
  post('/api/auth/sign-in', { email, password }, headers);

export const forgot = (email: string, headers: Headers = {}) =>
  post('/api/auth/password/forgot', { email }, headers);

export const reset = (token: string, password: string = NEW_PASSWORD, headers: Headers = {}) =>
  post('/api/auth/password/reset', { token, password }, headers);

export const change = (headers: Headers, currentPassword: string, newPassword: string = NEW_PASSWORD) =>
  post('/api/auth/password/change', { currentPassword, newPassword }, headers);

export async function resetsOf(userId: string): Promise<{ id: string; uses: number; expires_at: number }[]> {
  const { results } = await env.DB.prepare(
    `SELECT id, uses, expires_at FROM mailed_links WHERE user_id = ? AND purpose = 'password-reset' ORDER BY created_at`,
  )
    .bind(userId)
    .all<{ id: string; uses: number; expires_at: number }>();
  return results;
}

/** Asks for a link and answers its token, as in the letter. */
export async function linkFor(customer: { userId: string; email: string }): Promise<string> {
  const before = new Set((await resetsOf(customer.userId)).map(({ id }) => id));
  await forgot(customer.email);
  const made = (await resetsOf(customer.userId)).find(({ id }) => !before.has(id));
  if (made === undefined) throw new Error('No link was made');
  return linkToken(env.SESSION_SECRET, { purpose: 'password-reset', id: made.id });
}

export async function eventsOf(userId: string) {
  const { results } = await env.DB.prepare(
    'SELECT kind, device, place, detail, times FROM security_events WHERE user_id = ? ORDER BY happened_at, id',
  )
    .bind(userId)
    .all<{
      kind: string;
      device: string | null;
      place: string | null;
      detail: string | null;
      times: number;
    }>();
  return results;
}

export const kindsOf = async (userId: string): Promise<string[]> =>
  (await eventsOf(userId)).map(({ kind }) => kind);

/** The letters written to a customer, oldest first. */
export async function lettersTo(userId: string) {
  const { results } = await env.DB.prepare(
    'SELECT kind, email, message FROM mail_outbox WHERE user_id = ? ORDER BY created_at, id',
  )
    .bind(userId)
    .all<{ kind: string; email: string; message: string }>();
  return results.map(({ kind, email, message }) => ({
    kind,
    email,
    message: JSON.parse(message) as Record<string, unknown>,
  }));
}

export async function isSignedIn(cookie: string): Promise<boolean> {
  return (await call('/api/profile', { headers: { Cookie: cookie } })).status === 200;
}

/** As if the customer had set up an app: enough for every question of whether there is a second factor. */
export async function withApp(userId: string): Promise<void> {
  await env.DB.prepare(
    'INSERT INTO totp_factors (user_id, sealed_secret, last_step, created_at) VALUES (?1, ?2, 0, ?3)',
  )
    .bind(userId, 'x'.repeat(80), Date.now())
    .run();
}

/** Waiting tickets of the right password, which only a second factor could turn into a session. */
export function ticketsOf(userId: string): Promise<number | null> {
  return env.DB.prepare('SELECT count(*) AS n FROM sign_in_tickets WHERE user_id = ? AND used_at IS NULL')
    .bind(userId)
    .first<number>('n');
}
