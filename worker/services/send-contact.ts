// A visitor's message: counted, stored as a submission, then forwarded in work the reply does not wait for. A complaint also
// gets a number and a deadline, and a letter says both at once (P56).

import { anonymousKey, type Client } from '../auth/client.ts';
import type { ContactMessage, ContactReceipt } from '../contract/contact.ts';
import type { Refusal } from '../contract/problems.ts';
import { complaintStatement, isNumberTaken } from '../db/complaints.ts';
import { mailToStrangerStatement } from '../db/outbox.ts';
import { submissionStatement } from '../db/submissions.ts';
import { COMPLAINT_LETTER_LIMIT, complaintOf } from '../domain/complaints.ts';
import { CONTACT_ADDRESS_LIMIT } from '../domain/contact-rules.ts';
import { ok, type Result } from '../domain/result.ts';
import { iso } from '../domain/time.ts';
import { claimOf, claimOneOrRefuse, claimOrRefuse } from './attempts.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { forwardSoon } from './forward-submissions.ts';

type Command = ContactMessage & { readonly client: Client };

/** Numbers tried, should another complaint of the day have the same one. */
const TRIES = 5;

export async function sendContact(
  deps: Deps,
  command: Command,
): Promise<Result<ContactReceipt, Refusal<'TooManyRequests'>>> {
  const now = deps.now();
  const isComplaint = command.inquiry === 'complaint';
  // A robot gets the usual answer, and nothing is stored.
  if (command.trapped) return ok(receiptOf(deps.newId(), isComplaint, now));
  const { client, email } = command;
  const claim = claimOf(deps, `contact:address:${client.addressKey}`, CONTACT_ADDRESS_LIMIT);
  const claimed = await claimOrRefuse(deps, `public:${client.addressKey}`, [claim], now);
  if (!claimed.ok) return claimed;
  const complaint = isComplaint ? { hasLetter: await mayWriteTo(deps, email) } : null;
  const id = await store(deps, command, complaint, now);
  forwardSoon(deps);
  if (isComplaint) deliverSoon(deps);
  return ok(receiptOf(id, isComplaint, now));
}

/** Beyond the limit a complaint is taken all the same, and only its letter is not written. */
async function mayWriteTo(deps: Deps, email: string): Promise<boolean> {
  const key = anonymousKey(email, deps.env.SESSION_SECRET);
  return (await claimOneOrRefuse(deps, `complaint:letter:${key}`, COMPLAINT_LETTER_LIMIT)).ok;
}

type AsComplaint = { readonly hasLetter: boolean };

/** All or nothing: no complaint without its number, and none without its letter. */
async function store(
  deps: Deps,
  command: Command,
  complaint: AsComplaint | null,
  now: number,
): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const id = deps.newId();
    try {
      await deps.db.batch([
        messageStatement(deps.db, id, command, now),
        ...(complaint === null ? [] : complaintStatements(deps, id, command, complaint, now)),
      ]);
      return id;
    } catch (error) {
      if (!isNumberTaken(error) || tries === TRIES) throw error;
    }
  }
}

function messageStatement(db: D1Database, id: string, command: Command, now: number): D1PreparedStatement {
  const { client, name, email, phone, subject, inquiry, message, language } = command;
  return submissionStatement(db, {
    id,
    type: 'contact',
    email,
    phone: phone === '' ? undefined : phone,
    userAgent: client.userAgent,
    data: { name, subject, inquiry, message, language },
    now,
  });
}

function complaintStatements(
  deps: Deps,
  id: string,
  { email, name: fullName, language }: Command,
  { hasLetter }: AsComplaint,
  now: number,
): D1PreparedStatement[] {
  const complaint = complaintOf(id, now);
  const numbered = complaintStatement(deps.db, id, complaint);
  if (!hasLetter) return [numbered];
  const letter = mailToStrangerStatement(deps.db, {
    id: `complaint:${id}`,
    message: { kind: 'complaint-received', ...complaint, at: now },
    // Whether the address has an account changes nothing, and nobody learns it.
    to: { userId: null, email, fullName, language },
    when: 'true',
    now,
    origin: deps.origin,
  });
  return [numbered, letter];
}

function receiptOf(id: string, isComplaint: boolean, now: number): ContactReceipt {
  if (!isComplaint) return { id };
  const { number, dueAt } = complaintOf(id, now);
  return { id, complaint: { number, dueAt: iso(dueAt) } };
}
