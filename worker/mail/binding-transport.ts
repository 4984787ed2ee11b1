// Cloudflare's `send_email` binding. It throws errors with a `code`: some say that this message will never be taken,
// some that the account is at its limit or not set up, and all others that it may work later.

import { SEND_TIMEOUT_MS } from '../domain/mail-delivery.ts';
import type { MailTransport, RenderedMail, SendOutcome } from './types.ts';

/** The platform allows six connections at a time to a request. */
const LANES = 5;

/** The message or its recipient is the reason: the same again would end the same. */
const NEVER = [
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_TOO_MANY_RECIPIENTS',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_CONTENT_TOO_LARGE',
  'E_HEADER_NOT_ALLOWED',
  'E_HEADER_USE_API_FIELD',
  'E_HEADER_VALUE_INVALID',
  'E_HEADER_VALUE_TOO_LONG',
  'E_HEADER_NAME_INVALID',
  'E_HEADERS_TOO_LARGE',
  'E_HEADERS_TOO_MANY',
];
/** The account is the reason: no other message would fare better now. */
const PAUSE = [
  'E_SENDER_NOT_VERIFIED',
  'E_SENDER_DOMAIN_NOT_AVAILABLE',
  'E_RATE_LIMIT_EXCEEDED',
  'E_DAILY_LIMIT_EXCEEDED',
];

export function bindingTransport(binding: SendEmail, timeoutMs: number = SEND_TIMEOUT_MS): MailTransport {
  return {
    name: 'send_email',
    async send(mails) {
      const outcomes: SendOutcome[] = [];
      let paused: SendOutcome | null = null;
      for (let start = 0; start < mails.length; start += LANES) {
        const handful = mails.slice(start, start + LANES);
        const came: readonly SendOutcome[] =
          paused === null
            ? await Promise.all(handful.map((mail) => sendOne(binding, mail, timeoutMs)))
            : handful.map(() => paused as SendOutcome);
        outcomes.push(...came);
        paused ??= came.find((outcome) => !outcome.sent && outcome.pause) ?? null;
      }
      return outcomes;
    },
  };
}

async function sendOne(binding: SendEmail, mail: RenderedMail, timeoutMs: number): Promise<SendOutcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    const { messageId } = await Promise.race([
      binding.send({
        to: mail.to,
        from: mail.from,
        replyTo: mail.replyTo,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: mail.headers,
      }),
      timeout,
    ]);
    return { sent: true, providerId: messageId };
  } catch (error) {
    return failureOf(error);
  } finally {
    clearTimeout(timer);
  }
}

function failureOf(error: unknown): SendOutcome {
  const said = error instanceof Error ? error.message : String(error);
  const { code } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown };
  // The code is either a property of the error or part of its text.
  const is = (known: string): boolean => code === known || new RegExp(`\\b${known}\\b`, 'u').test(said);
  return {
    sent: false,
    error: typeof code === 'string' ? `${code}: ${said}` : said,
    retry: NEVER.some(is) ? 'never' : 'later',
    pause: PAUSE.some(is),
  };
}
