// Whether this browser's session was ended on another device or by a new password. The tab that learns it first stores
// the time for the others, which only see that the session is gone.

import { stored } from './stored.ts';

/** Tabs notice within seconds; an older time is about another session. */
const FRESH_MS = 30_000;

const endedAt = stored('onca-session-ended-at', (text) => Number(text ?? 0) || 0);

export const rememberEndedElsewhere = (): void => endedAt.write(String(Date.now()));

export const wasEndedElsewhere = (): boolean => Date.now() - endedAt.read() < FRESH_MS;

/** A new session has begun: the stored time is about an earlier one. */
export const forgetEndedElsewhere = (): void => endedAt.write(null);
