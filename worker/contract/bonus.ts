// POST /api/bonus/claim: nothing to say but that one wants it.

import * as v from 'valibot';
import { TradeReply } from './trades.ts';

export const BonusRequest = v.object({});
export type BonusRequest = v.InferOutput<typeof BonusRequest>;

/** The movement and what the customer owns after it, as after a trade. */
export const BonusReply = TradeReply;
export type BonusReply = v.InferOutput<typeof BonusReply>;
