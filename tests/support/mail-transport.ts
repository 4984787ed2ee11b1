// A stand-in for the platform's `send_email` binding, and runs of the dispatcher with it at a time of the test's choosing.

import { env } from 'cloudflare:workers';
import { bindingTransport } from '../../worker/mail/binding-transport.ts';
import {
  deliverDue,
  type DeliverDeps,
  type MailCount,
  type Run,
} from '../../worker/services/deliver-mail.ts';

export type Sent = Parameters<SendEmail['send']>[0] & {
  to: string;
  subject: string;
  headers: Record<string, string>;
};

/** A binding that records what it is given and answers as the test sets it. */
export function fakeBinding(
  behave: (mail: Sent, call: number) => Promise<EmailSendResult> | EmailSendResult,
) {
  const sent: Sent[] = [];
  const binding = {
    async send(mail: Sent) {
      sent.push(mail);
      return behave(mail, sent.length);
    },
  } as unknown as SendEmail;
  return { binding, sent };
}

export const well = (): EmailSendResult => ({ messageId: crypto.randomUUID() });

export const failing =
  (code: string, message = 'no') =>
  (): never => {
    throw Object.assign(new Error(message), { code });
  };

export const mailDepsAt = (now: number): DeliverDeps => ({
  db: env.DB,
  now: () => now,
  env: {
    ENVIRONMENT: 'production',
    SITE_ORIGIN: 'https://onca.example',
    MAIL_FROM: 'avisos@onca.example',
    SESSION_SECRET: env.SESSION_SECRET,
  },
});

export const WHOLE_RUN: Run = { handful: 20, rounds: 50 };
export const MAIL_TIMEOUT_MS = 200;

export function deliver(now: number, binding: SendEmail, run: Run = WHOLE_RUN): Promise<MailCount> {
  return deliverDue(mailDepsAt(now), run, bindingTransport(binding, MAIL_TIMEOUT_MS));
}
