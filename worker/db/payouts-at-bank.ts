// What the cron does with withdrawals at the bank, as rows: those that may be sent, what is written when one is, and which are asked about.

import type { UnsentReason } from '../domain/withdrawals.ts';
import { isFrozenSql } from './freezes.ts';
import { isApprovedSql, PAYOUT, type SentPayout, SHOWN } from './withdrawals.ts';

/** The oldest by `since`, up to a moment, of those for which `which` holds. */
const listing =
  (which: string, since: 'w.requested_at' | 'w.claimed_until') =>
  async (db: D1Database, until: number, limit: number): Promise<SentPayout[]> => {
    const { results } = await db
      .prepare(
        `SELECT ${PAYOUT} FROM withdrawals w WHERE ${which} AND ${since} <= ?1 ORDER BY ${since} LIMIT ?2`,
      )
      .bind(until, limit)
      .all<SentPayout>();
    return results;
  };

/** Who did not press the link in time. */
export const unconfirmedSince = listing("w.end_id IS NULL AND w.state = 'unconfirmed'", 'w.requested_at');
/** Those that the gateway is asked about now. */
export const payoutsToAsk = listing("w.end_id IS NULL AND w.state = 'sending'", 'w.claimed_until');
/** Those that were paid and may have come back since, by withdrawals_paid_to_ask. */
export const paidToAskAgain = listing("w.state = 'paid'", 'w.claimed_until');

/** A customer who is frozen or suspended is paid nothing: of `w`, over ?1, the time. */
export const IN_GOOD_STANDING = `EXISTS (SELECT 1 FROM users u WHERE u.id = w.account_id AND u.status = 'active')
  AND NOT ${isFrozenSql('w.account_id', '?1')}`;

export type DuePayout = SentPayout & {
  /** Null: erased, so that it goes nowhere. */
  readonly sealedDetails: string | null;
  /** Why the last run could not send it. */
  readonly unsentBecause: UnsentReason | null;
};

/** The oldest that may be sent; those that a run could not send come after who waits since before it. */
export async function readyPayouts(db: D1Database, now: number, limit: number): Promise<DuePayout[]> {
  const { results } = await db
    .prepare(
      `SELECT ${PAYOUT}, p.sealed_details AS sealedDetails, w.unsent_because AS unsentBecause FROM ${SHOWN}
       WHERE w.end_id IS NULL AND w.state = 'ready' AND ${IN_GOOD_STANDING}
       ORDER BY coalesce(w.claimed_until, w.requested_at) LIMIT ?2`,
    )
    .bind(now, limit)
    .all<DuePayout>();
  return results;
}

/** Without a rate, a gateway or what opens the seal: however many of these there are, they keep nobody else waiting. */
export function postponeStatement(
  db: D1Database,
  id: string,
  { because, now }: { readonly because: UnsentReason; readonly now: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals SET claimed_until = ?2, unsent_because = ?3, unsent_since = iif(unsent_because IS ?3, unsent_since, ?2)
       WHERE id = ?1 AND state = 'ready'`,
    )
    .bind(id, now, because);
}

export type Sending = {
  readonly brlCents: number | null;
  readonly rateE4: number | null;
  readonly expectedOn: string;
  readonly askedAt: number;
  readonly now: number;
};

/**
 * From here on it is with the bank: whoever changes the row calls the gateway, and nobody else ever does. Changes none where it was
 * cancelled, stopped or sent meanwhile.
 */
export function sendingStatement(db: D1Database, id: string, sent: Sending): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals AS w SET state = 'sending', sent_at = ?1, claimed_until = ?3, brl_cents = ?4, rate_e4 = ?5, expected_on = ?6,
         unsent_because = NULL, unsent_since = NULL
       WHERE w.id = ?2 AND w.state = 'ready' AND w.hold_until <= ?1 AND ${isApprovedSql('?1')} AND ${IN_GOOD_STANDING}`,
    )
    .bind(sent.now, id, sent.askedAt, sent.brlCents, sent.rateE4, sent.expectedOn);
}

/** The gateway's own name of the payment; the first that it says stays. */
export function noteReferenceStatement(db: D1Database, id: string, reference: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals SET gateway_reference = ?2 WHERE id = ?1 AND state = 'sending' AND gateway_reference IS NULL`,
    )
    .bind(id, reference);
}

/** The gateway did not take the order, and who is to be paid is not why: it stays with the bank until operators have looked. */
export function refusedStatement(db: D1Database, id: string, code: string): D1PreparedStatement {
  return db.prepare(`UPDATE withdrawals SET refused = ?2 WHERE id = ?1 AND state = 'sending'`).bind(id, code);
}

/** The gateway has never heard of it; the first time stays. */
export function unknownStatement(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawals SET unknown_at = ?2 WHERE id = ?1 AND state = 'sending' AND unknown_at IS NULL`,
    )
    .bind(id, now);
}

/** False where another run asks. `until` null: never again. */
export async function claimQuestion(
  db: D1Database,
  { id, state }: Pick<SentPayout, 'id' | 'state'>,
  { now, until }: { readonly now: number; readonly until: number | null },
): Promise<boolean> {
  const { meta } = await db
    .prepare(`UPDATE withdrawals SET claimed_until = ?3 WHERE id = ?1 AND state = ?4 AND claimed_until <= ?2`)
    .bind(id, now, until, state)
    .run();
  return meta.changes === 1;
}
