// Links out of letters, as the owner of a mailbox presses them.

import { env } from 'cloudflare:workers';
import { linkToken } from '../../../worker/auth/mailed-link-token.ts';
import type { LinkPurpose } from '../../../worker/domain/mailed-links.ts';
import { post } from './calls.ts';

type Link = { readonly id: string; readonly uses: number; readonly email: string };

export async function linksOf(userId: string, purpose: LinkPurpose): Promise<readonly Link[]> {
  const { results } = await env.DB.prepare(
    'SELECT id, uses, email FROM mailed_links WHERE user_id = ?1 AND purpose = ?2 ORDER BY created_at, id',
  )
    .bind(userId, purpose)
    .all<Link>();
  return results;
}

/** The token of the newest link that nobody has used. */
export async function tokenOf(userId: string, purpose: LinkPurpose): Promise<string> {
  const id = await env.DB.prepare(
    `SELECT id FROM mailed_links WHERE user_id = ?1 AND purpose = ?2 AND uses = 0 ORDER BY created_at DESC, id LIMIT 1`,
  )
    .bind(userId, purpose)
    .first<string>('id');
  if (id === null) throw new Error(`No open link of ${purpose}`);
  return linkToken(env.SESSION_SECRET, { purpose, id });
}

export const confirm = (token: string): Promise<Response> => post('/api/auth/email/confirm', { token });

/** As if the links had been sent that much earlier. */
export const ageLinks = (userId: string, ms: number) =>
  env.DB.prepare(
    'UPDATE mailed_links SET created_at = created_at - ?2, expires_at = expires_at - ?2 WHERE user_id = ?1',
  )
    .bind(userId, ms)
    .run();

export async function accountOf(userId: string): Promise<{ email: string; confirmedAt: number | null }> {
  const row = await env.DB.prepare('SELECT email, email_confirmed_at AS confirmedAt FROM users WHERE id = ?')
    .bind(userId)
    .first<{ email: string; confirmedAt: number | null }>();
  if (row === null) throw new Error('No such customer');
  return row;
}
