// A visitor's message: counted, stored as a submission, then forwarded in work the reply does not wait for.

import type { Client } from '../auth/client.ts';
import type { ContactMessage, ContactReceipt } from '../contract/contact.ts';
import type { Refusal } from '../contract/problems.ts';
import { submissionStatement } from '../db/submissions.ts';
import { CONTACT_ADDRESS_LIMIT } from '../domain/contact-rules.ts';
import { ok, type Result } from '../domain/result.ts';
import { claimOf, claimOrRefuse } from './attempts.ts';
import type { Deps } from './deps.ts';
import { forwardSoon } from './forward-submissions.ts';

export async function sendContact(
  deps: Deps,
  command: ContactMessage & { readonly client: Client },
): Promise<Result<ContactReceipt, Refusal<'TooManyRequests'>>> {
  const id = deps.newId();
  // A robot gets the usual answer, and nothing is stored.
  if (command.trapped) return ok({ id });
  const { client, name, email, phone, subject, inquiry, message, language } = command;
  const now = deps.now();
  const claim = claimOf(deps, `contact:address:${client.addressKey}`, CONTACT_ADDRESS_LIMIT);
  const claimed = await claimOrRefuse(deps, `public:${client.addressKey}`, [claim], now);
  if (!claimed.ok) return claimed;
  await submissionStatement(deps.db, {
    id,
    type: 'contact',
    email,
    phone: phone === '' ? undefined : phone,
    userAgent: client.userAgent,
    data: { name, subject, inquiry, message, language },
    now,
  }).run();
  forwardSoon(deps);
  return ok({ id });
}
