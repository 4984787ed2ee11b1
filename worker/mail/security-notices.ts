// Messages about the safety of an account. Each says what happened, when and where from, and what to do if it was
// another person.

import { isTeamChange, type MailMessage, type MailPlace, type TeamChange } from '../domain/mail-messages.ts';
import { fill } from './fill.ts';
import { dateTime, timeOfDay } from './formats.ts';
import type { MailContent, Speaker } from './types.ts';

type Reset = Extract<MailMessage, { kind: 'password-reset' }>;
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

export function securityChange(speaker: Speaker, change: Change): MailContent {
  if (isTeamChange(change.change)) return teamChange(speaker, change.change, change.at);
  const say = speaker.words.change;
  const what = say[change.change];
  return {
    subject: what.title,
    preview: what.text,
    title: what.title,
    paragraphs: [what.text],
    rows: whereAndWhen(speaker, change),
    action: { label: say.action, path: SECURITY_PAGE },
    after: [say.me, say.notMe],
    // A customer who is locked out cannot open the security page.
    second: { label: say.recover, path: '/forgot-password' },
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
    after: [what.after],
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
