// An incident is what operators tell every visitor, in every language of the site, from one time to another. Trading goes
// on; a pause of quoting (feed-report.ts) is another thing.

import type { Language } from './settings-rules.ts';
import { DAY_MS } from './time.ts';

export const INCIDENT_TEXT_MIN = 10;
export const INCIDENT_TEXT_MAX = 240;
/** What lasts longer belongs on a page. */
export const INCIDENT_LASTS_MAX_MS = 14 * DAY_MS;
/** Prepared at most so long before. */
export const INCIDENT_AHEAD_MAX_MS = 90 * DAY_MS;

export type IncidentText = Readonly<Record<Language, string>>;

export type Incident = {
  /** Identifies this banner, so that an operator changes only the one that the page showed. */
  readonly id: string;
  readonly text: IncidentText;
  /** Epoch milliseconds; the end is not part of it. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** The operator's e-mail at that time. */
  readonly by: string;
};

/** One line, its spaces single. */
export function normaliseIncidentText(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** Null when the text may be shown to visitors; otherwise which rule it breaks. Measured once normalised. */
export function incidentTextProblem(text: string): 'short' | 'long' | 'characters' | null {
  const line = normaliseIncidentText(text);
  if (line.length < INCIDENT_TEXT_MIN) return 'short';
  if (line.length > INCIDENT_TEXT_MAX) return 'long';
  // Control and invisible characters could turn the sentence around or hide part of it.
  return /\p{C}/u.test(line) ? 'characters' : null;
}

type Times = Pick<Incident, 'startsAt' | 'endsAt'>;

/** Null when the banner can be shown from the one to the other; otherwise which rule they break. */
export function incidentTimesProblem(
  { startsAt, endsAt }: Times,
  now: number,
): 'order' | 'over' | 'long' | 'far' | null {
  if (!(startsAt < endsAt)) return 'order';
  if (endsAt <= now) return 'over';
  if (endsAt - startsAt > INCIDENT_LASTS_MAX_MS) return 'long';
  return startsAt - now > INCIDENT_AHEAD_MAX_MS ? 'far' : null;
}

export function isShowing({ startsAt, endsAt }: Times, now: number): boolean {
  return startsAt <= now && now < endsAt;
}

/** Of the cookie that keeps a closed banner closed until the browser is: its value is the banner's id. */
export const INCIDENT_CLOSED_COOKIE = 'incident-closed';
