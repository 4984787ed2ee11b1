// The integers of money on the wire: US cents and ten-thousandths of a troy ounce, and the headers of money methods.

import * as v from 'valibot';
import { isWholeAmount } from '../domain/money.ts';

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** 'true' on an answer that was given before. */
export const REPLAYED_HEADER = 'Idempotent-Replayed';

export const Cents = v.pipe(v.number(), v.check(isWholeAmount));
/** A gain or a loss. */
export const SignedCents = v.pipe(v.number(), v.safeInteger());
export const OuncesE4 = v.pipe(v.number(), v.check(isWholeAmount));
export const IsoTime = v.pipe(v.string(), v.isoTimestamp());
