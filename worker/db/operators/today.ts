// What waits, counted: a statement for each kind of domain/today.ts, over ?1, the time. Each answers one row: how many there are, the
// time of the oldest, and of kinds that somebody takes, by whom they were taken (addresses, apart from how many nobody has).

import { QUEUED_STATES } from '../../domain/identity.ts';
import {
  BAR_PROPOSALS,
  DEPOSIT_PROPOSALS,
  PROPOSAL_KINDS,
  WITHDRAWAL_PROPOSALS,
} from '../../domain/operator-proposals.ts';
import type { TodayKind } from '../../domain/today.ts';
import { wordsSql } from '../words.ts';

const proposals = (kinds: readonly string[]): string =>
  `SELECT count(*) AS count, min(proposed_at) AS oldestAt FROM operator_proposals
   WHERE state = 'open' AND expires_at > ?1 AND kind IN (${wordsSql(kinds)})`;

const contacts = (which: string): string =>
  `SELECT count(*) AS count, min(c.sent_at) AS oldestAt, json_group_array(DISTINCT o.email) AS owners, sum(c.owner_id IS NULL) AS unowned
   FROM contact_messages c LEFT JOIN complaints x ON x.submission_id = c.submission_id LEFT JOIN users o ON o.id = c.owner_id
   WHERE c.state = 'open' AND ${which}`;

const OVERDUE = 'coalesce(x.due_at < ?1, 0)';

const WAITING_SQL: Readonly<Record<TodayKind, string>> = {
  'failed-checks': `SELECT count(*) AS count, min(ran_at) AS oldestAt FROM (
    SELECT ok, ran_at FROM ledger_checks ORDER BY ran_at DESC LIMIT 1) WHERE ok = 0`,
  withdrawals: `SELECT count(*) AS count, min(requested_at) AS oldestAt FROM withdrawals
    WHERE end_id IS NULL AND state = 'waiting-approval'`,
  sending: `SELECT count(*) AS count, min(sent_at) AS oldestAt FROM withdrawals WHERE end_id IS NULL AND state = 'sending'`,
  'withdrawal-proposals': proposals(WITHDRAWAL_PROPOSALS),
  'stray-deposits': `SELECT count(*) AS count, min(at) AS oldestAt FROM stray_payments WHERE ended_at IS NULL`,
  'unknown-reais': `SELECT count(*) AS count, min(received_at) AS oldestAt FROM brl_payments WHERE state = 'unknown'`,
  contested: `SELECT count(*) AS count, min(contested_at) AS oldestAt FROM brl_deposits WHERE state = 'contested'`,
  // They wait for a rate, or for the bank to say that they went back.
  'moving-reais': `SELECT count(*) AS count, min(received_at) AS oldestAt FROM brl_payments WHERE next_try_at IS NOT NULL`,
  // What the bank refuses to send back, and operators return by hand.
  'held-refunds': `SELECT count(*) AS count, min(held_at) AS oldestAt FROM brl_payments WHERE state = 'refunding' AND held_at IS NOT NULL`,
  'deposit-proposals': proposals(DEPOSIT_PROPOSALS),
  // A code for a PIX is paid or ends by itself, within minutes.
  deposits: `SELECT count(*) AS count, min(created_at) AS oldestAt FROM deposits WHERE status = 'pending' AND method <> 'pix'`,
  'payout-accounts': `SELECT count(*) AS count, min(created_at) AS oldestAt FROM payout_accounts WHERE status = 'waiting'`,
  reversals: `SELECT count(*) AS count, min(proposed_at) AS oldestAt FROM reversal_proposals WHERE state = 'open'`,
  breaks: `SELECT count(*) AS count, min(b.found_at) AS oldestAt, json_group_array(DISTINCT o.email) AS owners,
      sum(b.owner_id IS NULL) AS unowned
    FROM bank_breaks b LEFT JOIN users o ON o.id = b.owner_id WHERE b.state = 'open'`,
  'set-asides': `SELECT count(*) AS count, min(proposed_at) AS oldestAt FROM bank_set_asides WHERE state = 'open'`,
  bars: proposals(BAR_PROPOSALS),
  debts: `SELECT count(*) AS count, min(opened_at) AS oldestAt FROM disputes WHERE owed_cents > 0`,
  'treasury-orders': `SELECT count(*) AS count, min(proposed_at) AS oldestAt FROM treasury_orders WHERE state = 'open'`,
  tariffs: `SELECT count(*) AS count, min(proposed_at) AS oldestAt FROM (
    SELECT proposed_at FROM tariffs WHERE state = 'open' UNION ALL SELECT proposed_at FROM exchange_tariffs WHERE state = 'open')`,
  'overdue-complaints': contacts(OVERDUE),
  contacts: contacts(`NOT ${OVERDUE}`),
  identities: `SELECT count(*) AS count, min(updated_at) AS oldestAt FROM identities WHERE state IN (${wordsSql(QUEUED_STATES)})`,
  closings: `SELECT count(*) AS count, min(requested_at) AS oldestAt FROM account_closings
    WHERE cancelled_at IS NULL AND closed_at IS NULL`,
  proposals: proposals(PROPOSAL_KINDS),
  bulletins: `SELECT count(*) AS count, min(fetched_at) AS oldestAt FROM ptax_days WHERE held IS NOT NULL`,
  'dead-mail': `SELECT count(*) AS count, min(updated_at) AS oldestAt FROM mail_outbox WHERE state = 'dead' AND discarded_at IS NULL`,
  submissions: `SELECT count(*) AS count, min(s.submitted_at) AS oldestAt
    FROM submission_forwards f CROSS JOIN submissions s ON s.id = f.submission_id WHERE f.state = 'failed'`,
};

export type WaitingRow = {
  readonly count: number;
  readonly oldestAt: number | null;
  /** JSON, in which null is nobody; absent where nobody takes one. */
  readonly owners?: string;
  readonly unowned?: number | null;
};

/** One moment of the database for all of them. */
export async function readWaiting(
  db: D1Database,
  kinds: readonly TodayKind[],
  now: number,
): Promise<readonly WaitingRow[]> {
  if (kinds.length === 0) return [];
  const answers = await db.batch<WaitingRow>(
    kinds.map((kind) => {
      const sql = WAITING_SQL[kind];
      return sql.includes('?1') ? db.prepare(sql).bind(now) : db.prepare(sql);
    }),
  );
  return answers.map(({ results: [row] }) => {
    if (row === undefined) throw new Error('an aggregate always has a row');
    return row;
  });
}
