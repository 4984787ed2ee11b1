// A complaint: a contact message with a number and a day until which it is answered (P56).

import { endOfBusinessDay } from './business-days.ts';
import type { AttemptLimit } from './session-rules.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

/** Business days until the answer, the day of the complaint not counted. */
export const COMPLAINT_BUSINESS_DAYS = 5;
/** Letters about complaints to one e-mail address, which may be somebody else's. */
export const COMPLAINT_LETTER_LIMIT: AttemptLimit = { max: 3, windowMs: DAY_MS };

/** Where a complaint goes next, in Brazil. */
export const CONSUMIDOR_URL = 'https://www.consumidor.gov.br/';

export type Complaint = { readonly number: string; readonly dueAt: number };

const SERIALS = 100_000;

/** The day in Brasília and five digits of the id, `20261123-04821`: says nothing of how many there are. */
export function complaintOf(id: string, at: number): Complaint {
  const day = new Date(at - 3 * HOUR_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const serial = Number.parseInt(id.replaceAll('-', '').slice(-12), 16) % SERIALS;
  return {
    number: `${day}-${String(serial).padStart(5, '0')}`,
    dueAt: endOfBusinessDay(at, COMPLAINT_BUSINESS_DAYS),
  };
}
