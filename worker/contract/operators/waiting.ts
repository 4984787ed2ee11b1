// /api/admin/waiting: the work that waits for the calling operator, for the badges of the tabs.

import * as v from 'valibot';
import { IsoTime } from '../money.ts';

export const WaitingWork = v.object({
  /** Proposed by another operator, and not of the caller's own account. */
  reversals: v.number(),
  /** Contact messages without an answer; null for operators who may not read them. */
  contacts: v.nullable(v.object({ open: v.number(), oldestAt: v.nullable(IsoTime) })),
});
export type WaitingWork = v.InferOutput<typeof WaitingWork>;
