// Messages about the safety of an account. Each says what happened, when and where from, and what to do if it was
// another person.

import { UNCONFIRMED_DEPOSITS_MAX_CENTS } from '../domain/limits.ts';
import { UNFREEZE_WAIT_MS } from '../domain/freeze.ts';
import { isTeamChange, type MailMessage, type MailPlace, type TeamChange } from '../domain/mail-messages.ts';
import { fill } from './fill.ts';
import { dateTime, roundMoney, timeOfDay } from './formats.ts';
import type { MailContent, Speaker } from './types.ts';

type Reset = Extract<MailMessage, { kind: 'password-reset' }>;
type Confirm = Extract<MailMessage, { kind: 'confirm-email' }>;
type EmailChange = Extract<MailMessage, { kind: 'email-change-old' | 'email-change-new' }>;
type SignIn = Extract<MailMessage, { kind: 'new-sign-in' }>;
type Change = Extract<MailMessage, { kind: 'security-change' }>;

const SECURITY_PAGE = '/profile/security';

/** The token goes into the fragment, which reaches no log, no proxy and no other site. */
export function passwordReset({ language, words }: Speaker, reset: Reset, token: string): MailContent {
  const say = words.reset;
  const { zone } = words;
  return {
    subject: say.subject,
    preview: fill(say.preview, { time: timeOfDay(language, reset.expiresAt, zone) }),
    title: say.title,
    paragraphs: [say.text],
    rows: [[words.rows.until, dateTime(language, reset.expiresAt, zone)]],
    action: { label: say.action, path: `/reset-password#token=${encodeURIComponent(token)}` },
    after: [say.after, say.notMe],
  };
}

export function confirmEmail({ language, words }: Speaker, confirm: Confirm, token: string): MailContent {
  const say = words.confirm;
  const { zone } = words;
  const unconfirmedMost = roundMoney(language, UNCONFIRMED_DEPOSITS_MAX_CENTS);
  return {
    subject: say.subject,
    preview: fill(say.preview, { time: timeOfDay(language, confirm.expiresAt, zone) }),
    title: say.title,
    paragraphs: [say.text],
    rows: [[words.rows.until, dateTime(language, confirm.expiresAt, zone)]],
    action: { label: say.action, path: confirmPath(token) },
    after: [fill(say.after, { unconfirmedMost }), say.notMe],
  };
}

/** To the mailbox of before, which agrees, and to the new one, which is proved by it. */
export function emailChange({ language, words }: Speaker, change: EmailChange, token: string): MailContent {
  const say = words.emailChange[change.kind === 'email-change-old' ? 'old' : 'new'];
  return {
    subject: say.subject,
    preview: say.preview,
    title: say.title,
    paragraphs: [fill(say.text, { email: change.toEmail })],
    rows: [[words.rows.until, dateTime(language, change.expiresAt, words.zone)]],
    action: { label: say.action, path: confirmPath(token) },
    after: [say.notMe],
  };
}

const confirmPath = (token: string): string => `/confirm-email#token=${encodeURIComponent(token)}`;

export function newSignIn(speaker: Speaker, signIn: SignIn): MailContent {
  const say = speaker.words.signIn;
  return {
    subject: say.subject,
    preview: say.preview,
    title: say.title,
    paragraphs: [say.text],
    rows: whereAndWhen(speaker, signIn),
    action: { label: say.action, path: SECURITY_PAGE },
    after: [say.me, say.notMe],
  };
}

export function securityChange(speaker: Speaker, change: Change, token: string): MailContent {
  if (isTeamChange(change.change)) return teamChange(speaker, change.change, change.at);
  const say = speaker.words.change;
  const what = say[change.change];
  if (change.change === 'unfreeze-begun') return unfreezeBegun(speaker, change);
  // None where the factor is gone by now.
  const hasLink = change.linkId !== undefined && token !== '';
  return {
    subject: what.title,
    preview: what.text,
    title: what.title,
    paragraphs: [what.text],
    rows: whereAndWhen(speaker, change),
    action: { label: say.action, path: SECURITY_PAGE },
    after: hasLink ? [say.me, say.added] : [say.me, say.notMe],
    // A customer who is locked out cannot open the security page.
    second: hasLink
      ? { label: say.remove, path: `/remove-factor#token=${encodeURIComponent(token)}` }
      : { label: say.recover, path: '/forgot-password' },
  };
}

/** When the freeze ends; what stops that is the freeze link of this letter itself. */
function unfreezeBegun(speaker: Speaker, change: Change): MailContent {
  const { language, words } = speaker;
  const say = words.change;
  const what = say['unfreeze-begun'];
  const time = dateTime(language, change.at + UNFREEZE_WAIT_MS, words.zone);
  return {
    subject: what.title,
    preview: fill(what.text, { time }),
    title: what.title,
    paragraphs: [fill(what.text, { time })],
    rows: whereAndWhen(speaker, change),
    action: { label: say.action, path: SECURITY_PAGE },
    after: [say.me, what.notMe],
  };
}

/** What our team did to the account: when, what it means, and whom to ask. */
function teamChange({ language, words }: Speaker, change: TeamChange, at: number): MailContent {
  const what = words.change[change];
  return {
    subject: what.title,
    preview: what.text,
    title: what.title,
    paragraphs: [what.text],
    rows: [[words.rows.date, dateTime(language, at, words.zone)]],
    action: { label: what.action, path: change === 'account-suspended' ? '/contact' : '/login' },
    after: [fill(what.after, { time: dateTime(language, at + UNFREEZE_WAIT_MS, words.zone) })],
  };
}

function whereAndWhen(
  { language, words }: Speaker,
  seen: MailPlace & { readonly at: number },
): MailContent['rows'] {
  const label = words.rows;
  return [
    [label.device, seen.device ?? words.unknown],
    // On a developer's machine, and where the network does not tell, a place says nothing.
    ...(seen.place === null ? [] : [[label.place, seen.place] as const]),
    [label.date, dateTime(language, seen.at, words.zone)],
  ];
}
