// The newsletter's list: one row per address, however often it is asked for.

import type { Client } from '../auth/client.ts';
import type { Subscription } from '../contract/contact.ts';
import type { Refusal } from '../contract/problems.ts';
import { addSubscriber } from '../db/newsletter.ts';
import { NEWSLETTER_ADDRESS_LIMIT } from '../domain/contact-rules.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { claimOf, claimOrRefuse } from './attempts.ts';
import type { Deps } from './deps.ts';

export async function subscribe(
  deps: Deps,
  command: Subscription & { readonly client: Client },
): Promise<Result<null, Refusal<'AlreadySubscribed' | 'TooManyRequests'>>> {
  // A robot gets the usual answer, and nothing is stored.
  if (command.trapped) return ok(null);
  const { client, email, language } = command;
  const now = deps.now();
  const claim = claimOf(deps, `newsletter:address:${client.addressKey}`, NEWSLETTER_ADDRESS_LIMIT);
  const claimed = await claimOrRefuse(deps, `public:${client.addressKey}`, [claim], now);
  if (!claimed.ok) return claimed;
  return (await addSubscriber(deps.db, { email, language, now }))
    ? ok(null)
    : err({ code: 'AlreadySubscribed' });
}
