// /api/admin/price-feed/bulletins: days of the Banco Central's series that wait for an operator. Rates in ten-thousandths of a real.

import * as v from 'valibot';
import { atLeast, readable } from '../form-fields.ts';
import { IsoTime } from '../money.ts';

const whole = v.pipe(v.number(), v.safeInteger());
const Reading = v.object({
  /** Null: the reading said that the day has none. */
  bulletin: v.nullable(v.object({ buyE4: whole, sellE4: whole, publishedAt: IsoTime })),
  readAt: IsoTime,
});

export const HeldBulletins = v.object({
  days: v.pipe(
    v.array(
      v.object({
        day: v.string(),
        held: v.picklist(['implausible', 'differs']),
        first: Reading,
        /** Null where there was none yet. */
        second: v.nullable(Reading),
      }),
    ),
    v.readonly(),
  ),
});
export type HeldBulletins = v.InferOutput<typeof HeldBulletins>;

export const BULLETIN_READINGS = ['first', 'second'] as const;
export const BULLETIN_REASON_MIN = 3;
export const BULLETIN_REASON_MAX = 400;

export const BulletinDecision = v.object({
  take: v.picklist(BULLETIN_READINGS),
  /** For the audit log: where the operator has looked it up. */
  reason: v.pipe(
    v.string(),
    v.trim(),
    atLeast(BULLETIN_REASON_MIN),
    v.maxLength(BULLETIN_REASON_MAX),
    readable,
  ),
});
export type BulletinDecision = v.InferOutput<typeof BulletinDecision>;
