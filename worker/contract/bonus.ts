// POST /api/bonus/claim: no body.

import * as v from 'valibot';
import { TradeReply } from './trades.ts';

export const BonusRequest = v.object({});
export type BonusRequest = v.InferOutput<typeof BonusRequest>;

/** The transaction and the portfolio after it, as after a trade. */
export const BonusReply = TradeReply;
export type BonusReply = v.InferOutput<typeof BonusReply>;
