// /api/admin/waiting: the work that waits for the calling operator, for the badges of the tabs.

import * as v from 'valibot';

export const WaitingWork = v.object({
  /** Proposed by another operator, and not of the caller's own account. */
  reversals: v.number(),
});
export type WaitingWork = v.InferOutput<typeof WaitingWork>;
