// What tests see of the outbox and of the local mailbox.

import { env } from 'cloudflare:workers';
import { mailStatement } from '../../worker/db/outbox.ts';
import type { MailMessage } from '../../worker/domain/mail-messages.ts';
import type { Customer } from './customers.ts';

export type OutboxRow = {
  readonly id: string;
  readonly kind: string;
  readonly message: string;
  readonly email: string;
  readonly full_name: string;
  readonly language: string;
  readonly origin: string | null;
  readonly state: 'waiting' | 'sent' | 'dead';
  readonly rank: number;
  readonly attempts: number;
  readonly next_attempt_at: number | null;
  readonly expires_at: number;
  readonly last_error: string | null;
  readonly provider_id: string | null;
};

export async function outboxOf({ userId }: Pick<Customer, 'userId'>): Promise<OutboxRow[]> {
  const { results } = await env.DB.prepare(
    'SELECT * FROM mail_outbox WHERE user_id = ? ORDER BY created_at, id',
  )
    .bind(userId)
    .run<OutboxRow>();
  return results;
}

export function outboxRow(id: string): Promise<OutboxRow | null> {
  return env.DB.prepare('SELECT * FROM mail_outbox WHERE id = ?').bind(id).first<OutboxRow>();
}

/** Writes a message as a batch of its own and answers its id. */
export async function write(
  { userId }: Pick<Customer, 'userId'>,
  message: MailMessage,
  now: number,
  id: string = crypto.randomUUID(),
): Promise<string> {
  await mailStatement(env.DB, { id, userId, message, now }).run();
  return id;
}

export async function mailboxOf(
  recipient: string,
): Promise<{ subject: string; kind: string; html: string; text: string }[]> {
  const { results } = await env.DB.prepare(
    'SELECT subject, kind, html, text FROM local_mailbox WHERE recipient = ? ORDER BY received_at, id',
  )
    .bind(recipient)
    .run<{ subject: string; kind: string; html: string; text: string }>();
  return results;
}

/** Messages other tests of the same file left waiting are over. */
export async function emptyOutbox(): Promise<void> {
  await env.DB.prepare(
    "UPDATE mail_outbox SET state = 'sent', next_attempt_at = NULL WHERE state = 'waiting'",
  ).run();
}
