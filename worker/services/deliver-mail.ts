// Sends what is in the outbox. The event and its message are stored already, so a slow or failing
// transport never delays a customer's request. Each message is sent at least once; a second
// copy, after a lost answer, carries the same X-Onca-Message.

import { freezeToken } from '../auth/freeze-token.ts';
import { storedLinkToken } from '../auth/mailed-link-token.ts';
import { isDatabaseTrouble } from '../db/d1-errors.ts';
import { findSubscriber } from '../db/newsletter.ts';
import { findOpenLinkById } from '../db/mailed-links.ts';
import {
  claimCompanions,
  claimMails,
  type DueMail,
  type MailOutcome,
  recordMails,
} from '../db/outbox-queue.ts';
import { MAIL_ATTEMPTS, MAIL_CLAIM_MS, nextMailAttemptAt } from '../domain/mail-delivery.ts';
import { isEmail } from '../domain/personal-details.ts';
import { isNewsletter, MAIL_RULES, type MailMessage } from '../domain/mail-messages.ts';
import { renderMail } from '../mail/render.ts';
import { linkOrigin, mailIsSetUp, mailTransportOf, senderOf } from '../mail/transport.ts';
import type { MailTransport, RenderedMail, SendOutcome } from '../mail/types.ts';
import type { Deps } from './deps.ts';
import { logLine } from '../telemetry/log.ts';

export type DeliverDeps = Pick<Deps, 'db' | 'now'> & {
  readonly env: Pick<Env, 'ENVIRONMENT' | 'SITE_ORIGIN' | 'MAIL_FROM' | 'SESSION_SECRET'> &
    Partial<Pick<Env, 'MAIL'>>;
};

export type MailCount = { taken: number; sent: number; failed: number; givenUp: number };

/** The bounds of one run: messages per batch, and batches. */
export type Run = { readonly handful: number; readonly rounds: number };
const AFTER_A_REPLY: Run = { handful: 5, rounds: 10 };
export const BY_THE_CRON: Run = { handful: 20, rounds: 20 };

/** Until when a run of this isolate counts as running, and whether something was written during it. */
let busyUntil = 0;
let writtenMeanwhile = false;
const BUSY_AT_MOST_MS = 5_000;

/**
 * Right after a commit, in work that outlives the reply. Under load one run also sends what parallel requests wrote, instead of
 * one query each; the cron sends the rest.
 */
export function deliverSoon(deps: DeliverDeps & Pick<Deps, 'defer'>): void {
  if (!mailIsSetUp(deps.env)) return;
  if (Date.now() < busyUntil) {
    writtenMeanwhile = true;
    return;
  }
  busyUntil = Date.now() + BUSY_AT_MOST_MS;
  deps.defer(
    deliverInTurn(deps).finally(() => {
      busyUntil = 0;
    }),
  );
}

async function deliverInTurn(deps: DeliverDeps): Promise<void> {
  do {
    writtenMeanwhile = false;
    await deliverDue(deps, AFTER_A_REPLY);
  } while (writtenMeanwhile && Date.now() < busyUntil);
}

/** For the minute cron: what is due, security first, then oldest first. */
export function deliverWaiting(deps: DeliverDeps): Promise<MailCount> {
  return deliverDue(deps, BY_THE_CRON);
}

export async function deliverDue(
  deps: DeliverDeps,
  run: Run,
  transport: MailTransport | null = mailTransportOf(deps.env, deps.db),
): Promise<MailCount> {
  const counted: MailCount = { taken: 0, sent: 0, failed: 0, givenUp: 0 };
  if (transport === null) return counted;
  for (let round = 0; round < run.rounds; round += 1) {
    const now = deps.now();
    const claim = { now, until: now + MAIL_CLAIM_MS, limit: run.handful };
    const { due, putOff, tooLate } = await claimMails(deps.db, claim);
    if (tooLate > 0) logLine('error', 'mail-too-late', { count: tooLate });
    counted.givenUp += tooLate;
    if (due.length + putOff + tooLate === 0) break;
    if (due.length === 0) continue;
    const letters = await gather(deps, due, claim);
    counted.taken += letters.reduce((sum, { length }) => sum + length, 0);
    const outcomes = await sendAll(deps, transport, letters);
    await conclude(deps, letters, outcomes, counted);
    // The transport is unreachable, at its limit or not configured: the rest waits unchanged for the next run.
    if (outcomes.some(isPause) || outcomes.every(isTrouble)) break;
  }
  return counted;
}

const isPause = (outcome: SendOutcome): boolean => !outcome.sent && outcome.pause;
const isTrouble = (outcome: SendOutcome): boolean => !outcome.sent && outcome.retry === 'later';

/** Most messages in one letter: the rest has the next one. */
const GATHERED_MAX = 200;

type Gathered = readonly [DueMail, ...DueMail[]];

/**
 * The messages of each letter: one, or all that are due to a recipient whose letters of the hour would not suffice for each to
 * have its own.
 */
async function gather(
  deps: DeliverDeps,
  due: readonly DueMail[],
  claim: { readonly now: number; readonly until: number },
): Promise<Gathered[]> {
  const groups = new Map<string, [DueMail, ...DueMail[]]>();
  for (const mail of due) {
    const limited = MAIL_RULES[mail.kind].limit !== undefined;
    const key = limited ? `${mail.kind} ${mail.email}` : mail.id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [mail]);
    else group.push(mail);
  }
  const letters = await Promise.all([...groups.values()].map((group) => lettersOf(deps, group, claim)));
  return letters.flat();
}

async function lettersOf(
  deps: DeliverDeps,
  group: Gathered,
  claim: { readonly now: number; readonly until: number },
): Promise<Gathered[]> {
  const [first] = group;
  const { limit } = MAIL_RULES[first.kind];
  if (limit === undefined) return [group];
  const free = limit.max - (first.lettersLately ?? 0);
  if (group.length <= free) return group.map((mail) => [mail] as const);
  const others = await claimCompanions(deps.db, first, { ...claim, limit: GATHERED_MAX });
  return [[...group, ...others].toSorted((a, b) => a.createdAt - b.createdAt) as [DueMail, ...DueMail[]]];
}

/** One outcome per letter, in order: those that cannot be written are not sent. */
async function sendAll(
  deps: DeliverDeps,
  transport: MailTransport,
  gathered: readonly Gathered[],
): Promise<readonly SendOutcome[]> {
  const written = await Promise.all(gathered.map((mails) => write(deps, mails)));
  const letters = written.flatMap((result) => ('letter' in result ? [result.letter] : []));
  const sent = letters.length === 0 ? [] : await carried(transport, letters);
  const byId = new Map(letters.map((letter, index) => [letter.id, sent[index]]));
  return gathered.map(([first], index) => {
    const result = written[index];
    if (result !== undefined && 'refused' in result) return never(result.refused);
    if (result !== undefined && 'delayed' in result) return later(result.delayed);
    return byId.get(first.id) ?? later('The transport lost the message');
  });
}

async function carried(
  transport: MailTransport,
  letters: readonly RenderedMail[],
): Promise<readonly SendOutcome[]> {
  try {
    return await transport.send(letters);
  } catch (error) {
    return letters.map(() => later(String(error)));
  }
}

type Written =
  | { readonly letter: RenderedMail }
  | { readonly refused: string }
  | { readonly delayed: string };

async function write(deps: DeliverDeps, [mail, ...others]: Gathered): Promise<Written> {
  // Counted at the claim, because the last claimant never reported a result.
  if (mail.attempts > MAIL_ATTEMPTS) return { refused: 'The last attempt never ended' };
  // Stored before addresses had to be plain: a mail program could read another recipient in it.
  if (!isEmail(mail.email)) return { refused: 'The recipient is not one plain address' };
  try {
    const message = messageOf(mail);
    const isOfList = isNewsletter(message.kind);
    const subscriber = isOfList ? await subscriberOf(deps, mail, message) : null;
    if (isOfList && subscriber === null) return { refused: 'The address is not on the list any more' };
    const linkId = linkOf(message);
    const secret = linkId === null ? '' : (subscriber?.secret ?? (await linkSecret(deps, linkId)));
    // A change that happened is told all the same, without the link.
    if (secret === null && message.kind !== 'security-change')
      return { refused: 'The link was used or replaced by a newer one' };
    const { currency, usdBrlE4, usdBrlAt } = mail;
    const rate =
      currency === 'BRL' && usdBrlE4 !== null && usdBrlAt !== null ? { usdBrlE4, at: usdBrlAt } : null;
    const letter = renderMail({
      ...mail,
      message,
      others: others.map(messageOf),
      reader: { rate, weightUnit: mail.weightUnit },
      origin: linkOrigin(deps.env, mail.origin),
      sender: senderOf(deps.env),
      secret: secret ?? '',
      freezeToken: MAIL_RULES[mail.kind].freezes ? freezeToken(deps.env.SESSION_SECRET, mail.id) : '',
      leaveToken: subscriber?.leaveToken,
      at: deps.now(),
    });
    return { letter };
  } catch (error) {
    // Its link could not be read just now.
    if (isDatabaseTrouble(error)) return { delayed: String(error) };
    // A message that cannot be written must not hold up the others.
    return { refused: `Could not be written: ${String(error)}` };
  }
}

/** The link that the letter carries. */
function linkOf(message: MailMessage): string | null {
  if (message.kind === 'password-reset') return message.resetId;
  return 'linkId' in message ? (message.linkId ?? null) : null;
}

async function linkSecret(deps: DeliverDeps, linkId: string): Promise<string | null> {
  const link = await findOpenLinkById(deps.db, linkId);
  return link === null ? null : storedLinkToken(deps.env.SESSION_SECRET, link);
}

/** Of a letter of the newsletter: who has left meanwhile, or has confirmed by another link, gets none. */
async function subscriberOf(
  deps: DeliverDeps,
  mail: DueMail,
  message: MailMessage,
): Promise<{ readonly secret: string | null; readonly leaveToken: string } | null> {
  const found = await findSubscriber(deps.db, { email: mail.email });
  if (found === null) return null;
  const { linkId, linkHash, leaveToken, confirmedAt } = found;
  if (message.kind === 'newsletter-welcome')
    return confirmedAt === null ? null : { secret: null, leaveToken };
  if (!('linkId' in message) || linkHash === null || linkId !== message.linkId || confirmedAt !== null)
    return null;
  const link = { purpose: 'newsletter-confirm', id: linkId, tokenHash: linkHash } as const;
  const secret = storedLinkToken(deps.env.SESSION_SECRET, link);
  return secret === null ? null : { secret, leaveToken };
}

function messageOf({ kind, message }: DueMail): MailMessage {
  return { ...JSON.parse(message), kind } as MailMessage;
}

async function conclude(
  deps: DeliverDeps,
  letters: readonly Gathered[],
  outcomes: readonly SendOutcome[],
  counted: MailCount,
): Promise<void> {
  const now = deps.now();
  const concluded = letters.flatMap((mails, index) => {
    const outcome = outcomes[index] ?? later('The transport lost the message');
    return mails.map((mail): MailOutcome => {
      const letterId = mails[0].id;
      if (outcome.sent) return { mail, error: null, providerId: outcome.providerId, letterId, nextAt: null };
      const nextAt = outcome.retry === 'never' ? null : nextMailAttemptAt(mail.attempts, now, mail.expiresAt);
      return { mail, error: withoutAddresses(outcome.error), providerId: null, letterId, nextAt };
    });
  });
  for (const outcome of concluded) note(outcome, counted);
  await recordMails(deps.db, concluded, now);
}

function note({ mail, error, nextAt }: MailOutcome, counted: MailCount): void {
  const what = { mail: mail.id, kind: mail.kind, attempts: mail.attempts };
  if (error === null) {
    counted.sent += 1;
    logLine('info', 'mail-sent', { ...what });
    return;
  }
  if (nextAt === null) counted.givenUp += 1;
  else counted.failed += 1;
  const event = nextAt === null ? 'mail-given-up' : 'mail-failed';
  logLine('error', event, { ...what, error });
}

/** What a mail server answers may name the customer; logs and the dead-letter box need not. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/gu, '[address]');
}

const later = (error: string): SendOutcome => ({ sent: false, error, retry: 'later', pause: false });
const never = (error: string): SendOutcome => ({ sent: false, error, retry: 'never', pause: false });
