// GET /api/admin/today: everything that waits, of what the calling operator may see, and what cannot wait. Whoever may look into an alert
// says that he does.

import * as v from 'valibot';
import { OPERATOR_ALERT_KINDS } from '../../domain/operator-alerts.ts';
import { TODAY_KINDS } from '../../domain/today.ts';
import { IsoTime } from '../money.ts';

export const OperatorAlert = v.object({
  id: v.string(),
  kind: v.picklist(OPERATOR_ALERT_KINDS),
  /** What it is about within its kind: a gateway, a metal, a day. */
  subject: v.string(),
  /** How many or how much, as OPERATOR_ALERTS says of the kind. */
  figure: v.number(),
  beganAt: IsoTime,
  page: v.string(),
  /** The file in the repository that says what to do. */
  runbook: v.string(),
  /** Who looks into it, and since when; null: nobody. It ends by itself all the same. */
  owner: v.nullable(v.object({ id: v.string(), email: v.string(), since: IsoTime, isCaller: v.boolean() })),
});
export type OperatorAlert = v.InferOutput<typeof OperatorAlert>;

export const Today = v.object({
  asOf: IsoTime,
  alerts: v.array(OperatorAlert),
  /** One for each kind that the operator may see, also of those of which nothing waits. */
  waiting: v.array(
    v.object({
      kind: v.picklist(TODAY_KINDS),
      count: v.number(),
      oldestAt: v.nullable(IsoTime),
      /** Who has taken some, and of how many nobody has; null where nobody takes one. */
      owners: v.nullable(v.object({ emails: v.array(v.string()), nobody: v.number() })),
      page: v.string(),
    }),
  ),
});
export type Today = v.InferOutput<typeof Today>;

/** PATCH /api/admin/today/alerts/:id -> OperatorAlert. */
export const AlertChange = v.variant('change', [
  v.object({
    change: v.literal('take'),
    /** With whom the operator saw it, null being nobody: of two who take one at once the second is told of the first. */
    seen: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  }),
  v.object({ change: v.literal('release') }),
]);
export type AlertChange = v.InferOutput<typeof AlertChange>;
