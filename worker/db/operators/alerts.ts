// Alerts to operators: what finds an incident that cannot wait, and the rows of those that were found (0050_operators_queues.sql).

import type { AlarmKind } from '../../domain/alarms.ts';
import { BRASILIA_MS } from '../../domain/brasilia.ts';
import { exchangeHoursAgo } from '../../domain/business-days.ts';
import {
  COMPLAINT_NEAR_MS,
  DEAD_MAIL_MAX,
  EXCHANGE_POSITION_MAX_CENTS,
  GATEWAY_SILENT_MS,
  NOT_RETURNED_MS,
  OPERATOR_ALERTS,
  type OperatorAlertKind,
  READY_LONG_MS,
  SENDING_LONG_MS,
} from '../../domain/operator-alerts.ts';
import { needsPremium } from '../../domain/operator-roles.ts';
import { DAY_MS } from '../../domain/time.ts';
import { bankWasFirstSql } from '../hand-refunds.ts';
import { mailForEachStatement } from '../outbox.ts';
import { IN_GOOD_STANDING } from '../payouts-at-bank.ts';
import { wordsSql } from '../words.ts';
import { mayActSql } from './may-act.ts';

/** The others are measured (domain/alarms.ts). */
type QueriedKind = Exclude<OperatorAlertKind, AlarmKind>;

/** Each answers rows of (subject, figure) over ?1, the time: one for each incident that lasts. ?2: an hour of the exchange market ago. */
const ALERTS_SQL: Readonly<Record<QueriedKind, string>> = {
  // By rule: one that lasts for days would hide another that is broken meanwhile.
  'ledger-check-failed': `SELECT coalesce(f.value ->> 'rule', 'ledger') AS subject, count(*) AS figure FROM (
    SELECT ok, findings FROM ledger_checks ORDER BY ran_at DESC LIMIT 1) last, json_each(last.findings) f
    WHERE last.ok = 0 GROUP BY 1`,
  'metal-uncovered': `SELECT metal AS subject, uncovered_e4 AS figure FROM stock WHERE uncovered_e4 > 0`,
  // Each by itself: one that is stuck for good would hide all that come after it.
  'withdrawals-sending-long': `SELECT id AS subject, amount_cents AS figure FROM withdrawals
    WHERE end_id IS NULL AND state = 'sending' AND sent_at <= ?1 - ${SENDING_LONG_MS} ORDER BY sent_at, id`,
  'withdrawals-ready-long': `SELECT w.unsent_because AS subject, count(*) AS figure FROM withdrawals w
    WHERE w.end_id IS NULL AND w.state = 'ready' AND w.unsent_since <= iif(w.unsent_because = 'rate', ?2, ?1 - ${READY_LONG_MS})
      AND ${IN_GOOD_STANDING} GROUP BY w.unsent_because`,
  'payouts-refused': `SELECT gateway || ', ' || refused AS subject, count(*) AS figure FROM withdrawals
    WHERE end_id IS NULL AND state = 'sending' AND refused IS NOT NULL GROUP BY gateway, refused`,
  'payout-contradictions': `SELECT withdrawal_id AS subject, count(*) AS figure FROM payout_contradictions
    WHERE resolved_at IS NULL GROUP BY withdrawal_id ORDER BY min(said_at), withdrawal_id`,
  'gateway-unreachable': `SELECT gateway AS subject, count(*) AS figure FROM (
      SELECT gateway FROM deposits WHERE acknowledged_at IS NULL AND status = 'pending' AND created_at <= ?1 - ${GATEWAY_SILENT_MS}
      UNION ALL SELECT gateway FROM withdrawals
      WHERE end_id IS NULL AND state = 'sending' AND gateway_reference IS NULL AND refused IS NULL
        AND sent_at <= ?1 - ${GATEWAY_SILENT_MS})
    GROUP BY gateway`,
  'reais-unknown': `SELECT gateway AS subject, count(*) AS figure FROM brl_payments WHERE state = 'unknown' GROUP BY gateway`,
  // Counted from when it was sent back, which is its arrival or an operation of its own (ledger/reais.ts).
  'reais-not-returned': `SELECT p.gateway AS subject, count(*) AS figure FROM brl_payments p
      LEFT JOIN operations o ON o.account_id = 'house:pix' AND o.initiator = 'gateway' AND o.idempotency_key = 'back:' || p.gateway || ':' || p.id
    WHERE p.state = 'refunding' AND coalesce(o.created_at, p.received_at) <= ?1 - ${NOT_RETURNED_MS} GROUP BY p.gateway`,
  // Also where the bank was first, so that nobody can book any more what went back by hand.
  'refund-twice': `SELECT h.gateway AS subject, count(*) AS figure FROM hand_refunds h
    WHERE (h.bank_said_at IS NOT NULL AND h.answered_at IS NULL) OR ${bankWasFirstSql('h')} GROUP BY h.gateway`,
  'contest-taken': `SELECT gateway AS subject, count(*) AS figure FROM brl_deposits
    WHERE state = 'contested' AND taken_back_at IS NOT NULL GROUP BY gateway`,
  'exchange-position': `SELECT 'usd' AS subject, abs(sum(amount)) AS figure FROM entries
    WHERE account_id = 'house:fx' AND asset = 'usd' HAVING abs(sum(amount)) > ${EXCHANGE_POSITION_MAX_CENTS}`,
  'complaints-due': `SELECT date((x.due_at + ${BRASILIA_MS}) / 1000, 'unixepoch') AS subject, count(*) AS figure
    FROM complaints x JOIN contact_messages c ON c.submission_id = x.submission_id
    WHERE c.state = 'open' AND x.due_at <= ?1 + ${COMPLAINT_NEAR_MS} GROUP BY 1`,
  'mail-dead': `SELECT 'mail' AS subject, count(*) AS figure FROM mail_outbox
    WHERE state = 'dead' AND discarded_at IS NULL AND updated_at > ?1 - ${DAY_MS} HAVING count(*) > ${DEAD_MAIL_MAX}`,
};

const QUERIED_KINDS = Object.keys(ALERTS_SQL) as readonly QueriedKind[];

/** More of one kind at a time say nothing more. Rules of the check of the books are as many as there are, and each is another matter. */
const limitSql = (kind: QueriedKind): string => (kind === 'ledger-check-failed' ? '' : 'LIMIT 20');

export type Incident = {
  readonly kind: OperatorAlertKind;
  readonly subject: string;
  readonly figure: number;
};
export type AlertRow = Incident & {
  readonly id: string;
  readonly beganAt: number;
  readonly endedAt: number | null;
};

const COLUMNS = 'id, kind, subject, figure, began_at AS beganAt, ended_at AS endedAt';
const OPEN = `SELECT ${COLUMNS} FROM operator_alerts WHERE ended_at IS NULL`;

/** What lasts now, and what is known to last: of one moment. */
export async function readIncidents(
  db: D1Database,
  now: number,
): Promise<{ readonly found: readonly Incident[]; readonly open: readonly AlertRow[] }> {
  const [open, ...answers] = await db.batch<unknown>([
    db.prepare(OPEN),
    ...QUERIED_KINDS.map((kind) => {
      const sql = ALERTS_SQL[kind];
      const times = [now, exchangeHoursAgo(READY_LONG_MS, now)].filter((_, n) => sql.includes(`?${n + 1}`));
      return db.prepare(`${sql} ${limitSql(kind)}`).bind(...times);
    }),
  ]);
  const found = QUERIED_KINDS.flatMap((kind, index) =>
    ((answers[index]?.results ?? []) as Omit<Incident, 'kind'>[]).map(({ subject, figure }) => ({
      kind,
      subject,
      figure,
    })),
  );
  return { found, open: (open?.results ?? []) as AlertRow[] };
}

/** An open one with who looks into it. */
export type OwnedAlertRow = AlertRow & {
  readonly ownerId: string | null;
  readonly ownerEmail: string | null;
  readonly takenAt: number | null;
};
const OWNED = `SELECT a.id, kind, subject, figure, began_at AS beganAt, ended_at AS endedAt, owner_id AS ownerId, o.email AS ownerEmail,
    taken_at AS takenAt
  FROM operator_alerts a LEFT JOIN users o ON o.id = a.owner_id WHERE ended_at IS NULL`;

/** The open ones of these kinds, the oldest first. */
export async function openAlerts(
  db: D1Database,
  kinds: readonly OperatorAlertKind[],
): Promise<readonly OwnedAlertRow[]> {
  if (kinds.length === 0) return [];
  const { results } = await db
    .prepare(`${OWNED} AND kind IN (${wordsSql(kinds)}) ORDER BY began_at, a.id`)
    .all<OwnedAlertRow>();
  return results;
}

/** Null: there is none, or it is over. */
export async function findOpenAlert(db: D1Database, id: string): Promise<OwnedAlertRow | null> {
  return db.prepare(`${OWNED} AND a.id = ?1`).bind(id).first<OwnedAlertRow>();
}

/** From whoever the caller saw it with, null being nobody, to another, or to nobody. Changes nothing where that is not so any more. */
export function ownAlertStatement(
  db: D1Database,
  change: {
    readonly id: string;
    readonly from: string | null;
    readonly to: string | null;
    readonly now: number;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE operator_alerts SET owner_id = ?3, taken_at = iif(?3 IS NULL, NULL, max(?4, began_at))
       WHERE id = ?1 AND ended_at IS NULL AND owner_id IS ?2`,
    )
    .bind(change.id, change.from, change.to, change.now);
}

/** `isCalled`: there is a webhook. */
type Begin = { readonly now: number; readonly isCalled: boolean };

/**
 * The alert, a letter to each operator who may look into it, and the call of the webhook. Where another run was first nothing is
 * written: the rest depends on the row.
 */
export function beginAlertStatements(
  db: D1Database,
  alert: Incident & { readonly id: string },
  { now, isCalled }: Begin,
): D1PreparedStatement[] {
  const { id, kind, subject, figure } = alert;
  const capability = OPERATOR_ALERTS[kind].may;
  return [
    db
      .prepare(
        `INSERT INTO operator_alerts (id, kind, subject, figure, began_at) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING`,
      )
      .bind(id, kind, subject, figure, now),
    mailForEachStatement(db, {
      kind: 'operator-alert',
      rows: `SELECT ?1 || ':' || op.user_id AS id, op.user_id, ?2 AS message FROM admin_users op JOIN users person ON person.id = op.user_id
        WHERE EXISTS (SELECT 1 FROM operator_alerts WHERE id = ?1) AND ${mayActSql('op.user_id', capability, '?3')}
          ${needsPremium(capability) ? "AND person.tier = 'premium'" : ''}`,
      params: [id, JSON.stringify({ kind: 'operator-alert', alert: kind, subject, figure, at: now }), now],
      now,
    }),
    ...(isCalled ? [callStatement(db, id, 'began', now)] : []),
  ];
}

export function endAlertStatements(
  db: D1Database,
  id: string,
  { now, isCalled }: Begin,
): D1PreparedStatement[] {
  return [
    // The clocks of two runs may differ.
    db
      .prepare('UPDATE operator_alerts SET ended_at = max(?2, began_at) WHERE id = ?1 AND ended_at IS NULL')
      .bind(id, now),
    ...(isCalled ? [callStatement(db, id, 'ended', now)] : []),
  ];
}

export function figureStatement(db: D1Database, id: string, figure: number): D1PreparedStatement {
  return db
    .prepare('UPDATE operator_alerts SET figure = ?2 WHERE id = ?1 AND ended_at IS NULL')
    .bind(id, figure);
}

function callStatement(
  db: D1Database,
  id: string,
  event: 'began' | 'ended',
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO operator_alert_calls (alert_id, event, next_attempt_at)
       SELECT id, ?2, ?3 FROM operator_alerts WHERE id = ?1 ON CONFLICT DO NOTHING`,
    )
    .bind(id, event, now);
}

export type DueCall = AlertRow & { readonly event: 'began' | 'ended'; readonly attempts: number };

/** Takes some for the caller, the oldest first: two runs never get the same one, and a taker that dies loses them by time. */
export async function claimAlertCalls(
  db: D1Database,
  claim: { readonly now: number; readonly until: number; readonly limit: number },
): Promise<DueCall[]> {
  const { results } = await db
    .prepare(
      `UPDATE operator_alert_calls SET attempts = attempts + 1, next_attempt_at = ?2
       WHERE (alert_id, event) IN (SELECT alert_id, event FROM operator_alert_calls WHERE next_attempt_at <= ?1
         ORDER BY next_attempt_at LIMIT ?3)
       RETURNING alert_id AS id, event, attempts`,
    )
    .bind(claim.now, claim.until, claim.limit)
    .run<Pick<DueCall, 'id' | 'event' | 'attempts'>>();
  if (results.length === 0) return [];
  const alerts = await db
    .prepare(`SELECT ${COLUMNS} FROM operator_alerts WHERE id IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify(results.map(({ id }) => id)))
    .all<AlertRow>();
  const byId = new Map(alerts.results.map((alert) => [alert.id, alert]));
  return results.flatMap(({ id, event, attempts }) => {
    const alert = byId.get(id);
    return alert === undefined ? [] : [{ ...alert, event, attempts }];
  });
}

/** What came of a call. A null time after a failure: it is given up. */
export async function recordAlertCall(
  db: D1Database,
  call: Pick<DueCall, 'id' | 'event'>,
  outcome: { readonly error: string | null; readonly nextAt: number | null; readonly now: number },
): Promise<void> {
  await db
    .prepare(
      `UPDATE operator_alert_calls SET sent_at = iif(?3 IS NULL, ?5, NULL), last_error = ?3, next_attempt_at = ?4
       WHERE alert_id = ?1 AND event = ?2 AND sent_at IS NULL`,
    )
    .bind(call.id, call.event, outcome.error?.slice(0, 300) ?? null, outcome.nextAt, outcome.now)
    .run();
}
