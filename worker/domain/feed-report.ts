// What can be said of the price feed: why a source fails, is not used or is left out of a price, and why operators have
// stopped quoting.

import type { Language } from './settings-rules.ts';

/** Why a source's answer could not be read; `internal` is our own trouble with it. */
export const SOURCE_FAULTS = [
  'unreachable',
  'timeout',
  'redirect',
  'status',
  'content-type',
  'too-large',
  'malformed',
  'unexpected-shape',
  'internal',
] as const;
export type SourceFault = (typeof SOURCE_FAULTS)[number];

/** Why a configured source is not polled at all. */
export const UNUSED_BECAUSE = [
  'unknown',
  'simulated-in-production',
  'simulated-beside-real',
  'key-missing',
] as const;
export type UnusedBecause = (typeof UNUSED_BECAUSE)[number];

/**
 * Why an accepted observation is not part of the accepted price: it is older than a quote may be, its source's last polls failed, its
 * source fell silent while another speaks, its licence does not allow quoting while others' do, the series takes the newest
 * observation and another is newer, or the price has since moved to another level (or to other sources) without it.
 */
export const LEFT_OUT = ['stale', 'failing', 'silent', 'licence', 'not-newest', 'superseded'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** Bounds of a reason that customers read. */
export const PAUSE_REASON_MIN = 3;
export const PAUSE_REASON_MAX = 200;

/** Why quoting is paused, in every language customers read. */
export type PauseReason = Readonly<Record<Language, string>>;

export type Pause = {
  /** Identifies this pause, so that an operator lifts only the one that the page showed. */
  readonly id: string;
  readonly reason: PauseReason;
  readonly since: number;
  /** The operator's e-mail at that time. */
  readonly by: string;
};

/** One line of text without a full stop, since it is said in the middle of others. */
export function normaliseReason(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/\s*\.$/u, '');
}

/** Null when the text may be shown to customers as a reason; otherwise which rule it breaks. Measured once normalised. */
export function reasonProblem(text: string): 'short' | 'long' | 'characters' | null {
  const reason = normaliseReason(text);
  if (reason.length < PAUSE_REASON_MIN) return 'short';
  if (reason.length > PAUSE_REASON_MAX) return 'long';
  // Control and invisible characters could turn the sentence around or hide part of it.
  return /\p{C}/u.test(reason) ? 'characters' : null;
}
