// What holds a customer's withdrawals back, from where it is written down: the security log, known browsers, the account itself and where
// its money goes.

import { HOLDING_EVENTS, type HoldEvent, HOLDS_LOOK_BACK_MS, newAccountHold } from '../domain/holds.ts';
import { wordsSql } from './words.ts';

export type HoldEvents = {
  /** Of every withdrawal. */
  readonly customer: readonly HoldEvent[];
  /** Of those that go to the payout account of this id. */
  readonly byAccount: ReadonlyMap<string, HoldEvent>;
  /** All of it as it was read, for the batch that judges by it. */
  readonly seen: string;
  readonly since: number;
};

/** JSON, a list of [what, when, payout account]: of the customer `?1`, later than `?2`. */
const HAPPENED = `(SELECT json_group_array(json_array(what, at, payout)) FROM (
  SELECT e.kind AS what, max(e.happened_at) AS at, NULL AS payout FROM security_events e
    WHERE e.user_id = ?1 AND e.happened_at > ?2 AND e.kind IN (${wordsSql(Object.keys(HOLDING_EVENTS))}) GROUP BY e.kind
  UNION ALL SELECT 'new-device', max(k.first_seen_at), NULL FROM known_devices k WHERE k.user_id = ?1 HAVING count(*) > 0
  UNION ALL SELECT 'new-account', u.created_at, NULL FROM users u WHERE u.id = ?1
  UNION ALL SELECT iif(p.is_source, '${newAccountHold(true)}', '${newAccountHold(false)}'), p.created_at, p.id FROM payout_accounts p
    WHERE p.account_id = ?1 AND p.status NOT IN ('removed', 'refused')
  ORDER BY what, payout))`;
type Happened = readonly [what: string, at: number, payout: string | null];

/** Read as one; only what can still hold at `now`. */
export async function readHoldEvents(db: D1Database, userId: string, now: number): Promise<HoldEvents> {
  const since = now - HOLDS_LOOK_BACK_MS;
  const seen = await db.prepare(`SELECT ${HAPPENED} AS seen`).bind(userId, since).first<string>('seen');
  if (seen === null) throw new Error('a list answers one row');
  const events = (JSON.parse(seen) as Happened[]).map(([what, at, payout]) => {
    const reason = (HOLDING_EVENTS as Readonly<Record<string, HoldEvent['reason']>>)[what] ?? what;
    return { payout, event: { reason, at } as HoldEvent };
  });
  return {
    customer: events.flatMap(({ payout, event }) => (payout === null ? [event] : [])),
    byAccount: new Map(
      events.flatMap(({ payout, event }) => (payout === null ? [] : [[payout, event] as const])),
    ),
    seen,
    since,
  };
}

/** For the batch of a withdrawal: it aborts where anything has happened since that was read. */
export function guardHoldEvents(
  db: D1Database,
  withdrawal: { readonly operationId: string; readonly accountId: string },
  { seen, since }: HoldEvents,
): D1PreparedStatement {
  return db
    .prepare(`INSERT INTO guards (operation_id, step, n) SELECT ?3, 'hold-events', ${HAPPENED} = ?4`)
    .bind(withdrawal.accountId, since, withdrawal.operationId, seen);
}

/** Of a withdrawal to this payout account. */
export function eventsFor({ customer, byAccount }: HoldEvents, payoutAccountId: string): HoldEvent[] {
  const own = byAccount.get(payoutAccountId);
  return own === undefined ? [...customer] : [...customer, own];
}
