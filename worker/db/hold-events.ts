// What holds a customer's withdrawals back, from where it is written down: the security log, known browsers, the account itself and where
// its money goes.

import { HOLDING_EVENTS, type HoldEvent, HOLDS_LOOK_BACK_MS } from '../domain/holds.ts';

export type HoldEvents = {
  /** Of every withdrawal. */
  readonly customer: readonly HoldEvent[];
  /** Of those that go to the payout account of this id. */
  readonly byAccount: ReadonlyMap<string, HoldEvent>;
};

type Row = {
  readonly what: string;
  readonly at: number;
  readonly accountId: string | null;
  readonly isSource: number;
};

/** Read as one; only what can still hold at `now`. */
export async function readHoldEvents(db: D1Database, userId: string, now: number): Promise<HoldEvents> {
  const { results } = await db
    .prepare(
      `SELECT e.kind AS what, max(e.happened_at) AS at, NULL AS accountId, 0 AS isSource FROM security_events e
         WHERE e.user_id = ?1 AND e.happened_at > ?2 AND e.kind IN (SELECT value FROM json_each(?3)) GROUP BY e.kind
       UNION ALL SELECT 'new-device', max(k.first_seen_at), NULL, 0 FROM known_devices k WHERE k.user_id = ?1
         HAVING count(*) > 0
       UNION ALL SELECT 'new-account', u.created_at, NULL, 0 FROM users u WHERE u.id = ?1
       UNION ALL SELECT 'new-payout-account', p.created_at, p.id, p.is_source FROM payout_accounts p
         WHERE p.account_id = ?1 AND p.status NOT IN ('removed', 'refused')`,
    )
    .bind(userId, now - HOLDS_LOOK_BACK_MS, JSON.stringify(Object.keys(HOLDING_EVENTS)))
    .all<Row>();
  const events = results.map(({ what, at, accountId, isSource }) => {
    const reason = (HOLDING_EVENTS as Readonly<Record<string, HoldEvent['reason']>>)[what] ?? what;
    return { accountId, event: { reason, at, isSource: isSource === 1 } as HoldEvent };
  });
  return {
    customer: events.flatMap(({ accountId, event }) => (accountId === null ? [event] : [])),
    byAccount: new Map(
      events.flatMap(({ accountId, event }) => (accountId === null ? [] : [[accountId, event] as const])),
    ),
  };
}

/** Of a withdrawal to this payout account. */
export function eventsFor({ customer, byAccount }: HoldEvents, payoutAccountId: string): HoldEvent[] {
  const own = byAccount.get(payoutAccountId);
  return own === undefined ? [...customer] : [...customer, own];
}
