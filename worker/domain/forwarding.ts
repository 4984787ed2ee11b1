// The forwarding of a submission to the operator's spreadsheet (C7, C9; P24): what is sent,
// how often it is tried, and when it is tried again. Times in milliseconds.

import { isPasswordName, withoutPasswords } from './submissions.ts';
import { HOUR_MS, MINUTE_MS } from './time.ts';

/** The specification's names of the outcomes. */
export const FORWARD_SENT = 'Submission sent to Google Sheet successfully';
export const FORWARD_FAILED = 'Failed to send to Google Sheet';

/**
 * A round is three attempts. The first two waits lie between them; the third is the least that lies before another
 * round, which is never sooner than a minute.
 */
export const ATTEMPTS_PER_ROUND = 3;
export const ATTEMPT_WAITS_MS: readonly number[] = [1_000, 2_000, 4_000];
/** Three of these and the waits fit into the 30 seconds that work may outlive a reply. */
export const ATTEMPT_TIMEOUT_MS = 5_000;
/** Longer than a round can take: an older claim has expired and the row may be claimed again. */
export const CLAIM_MS = 2 * MINUTE_MS;
/** After this many rounds, two days or so, only an operator sends it again. */
export const MAX_ROUNDS = 16;
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;

/** When the next round is due after `rounds` failed ones, or null when it was the last. */
export function nextRoundAt(rounds: number, now: number): number | null {
  if (rounds >= MAX_ROUNDS) return null;
  return now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, rounds - 1));
}

export type SheetValue = string | number | boolean | null;
export type SheetData = Readonly<Record<string, SheetValue>>;

/** A flat map: fields named like a password are dropped, what is no plain value becomes its text. */
export function sheetData(data: Readonly<Record<string, unknown>>): SheetData {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => !isPasswordName(name))
      .map(([name, value]) => [name, plain(withoutPasswords(value))]),
  );
}

function plain(value: unknown): SheetValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return JSON.stringify(value) ?? String(value);
}

/**
 * Whether an answer means that the notice arrived. Google's web apps answer a successful POST with a redirect to the
 * result, which is not needed; any other redirect points elsewhere and is not followed.
 */
export function isReceived(status: number, location: string | null): boolean {
  if (status >= 200 && status < 300) return true;
  const redirected = status === 302 || status === 303;
  return redirected && (location ?? '').startsWith('https://script.googleusercontent.com/');
}
