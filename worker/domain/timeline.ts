// What operators see of a customer's past in one list, and what they note about it (P57).

import type { AttemptLimit } from './session-rules.ts';
import { HOUR_MS } from './time.ts';

/** `access`: sign-ins and everything else of the customer's security log. `identity`: its steps and levels. `action`: of operators, on the account. */
export const TIMELINE_KINDS = [
  'access',
  'identity',
  'deposit',
  'withdrawal',
  'trade',
  'mail',
  'view',
  'action',
  'note',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export const NOTE_MAX_CHARACTERS = 2_000;
/** Notes of one operator. */
export const NOTE_LIMIT: AttemptLimit = { max: 30, windowMs: HOUR_MS };
