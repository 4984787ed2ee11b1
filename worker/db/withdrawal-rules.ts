// The audit of withdrawals, as rules of the nightly check (ledger-check.ts): what is taken aside is what is not over, each has one beginning
// and at most one end, the end says where the money went, and what had to be approved was. Each statement answers rows of (subject, detail).
// What the request decided is reckoned again from what was there then, in the order of commits: a row is not believed about itself.

import { WIRE_WITHDRAWAL_FEE_CENTS } from '../domain/limits.ts';
import { APPROVALS_NEEDED, FOUR_EYES, OPEN_STATES, type WithdrawalFlag } from '../domain/withdrawals.ts';
import { APPROVALS_EVER, GIVEN_BACK, LAST_SAID } from './withdrawals.ts';
import { wordsSql } from './words.ts';

/** The sum of an operation's entries on an account. The plus keeps the planner from reading all of the account's. */
const moved = (operation: string, account: string, asset: 'usd' | 'brl' = 'usd'): string =>
  `coalesce((SELECT sum(e.amount) FROM entries e WHERE e.operation_id = ${operation} AND +e.account_id = ${account} AND e.asset = '${asset}'), 0)`;
const NET = '(w.amount_cents - w.fee_cents)';

/** What left with a payment (`sign` 1) or came back with it (-1). */
const leftHouseSql = (operation: string, sign: 1 | -1): string => `iif(w.method = 'wire',
  ${moved(operation, "'house:cash-clearing'")} = ${sign} * ${NET} AND ${moved(operation, "'house:fx'")} = 0,
  ${moved(operation, "'house:cash-clearing'")} = 0 AND ${moved(operation, "'house:fx'")} = ${sign} * ${NET}
    AND ${moved(operation, "'house:pix'", 'brl')} = ${sign} * w.brl_cents AND ${moved(operation, "'house:fx'", 'brl')} = ${-sign} * w.brl_cents)`;

/**
 * When `w` must have a flag. `asked` is the operation that took it aside, `a` its account. Where a threshold changes, the new one begins
 * on a day, here too.
 */
const FLAGGED: Readonly<Record<WithdrawalFlag, string>> = {
  large: `w.amount_cents > ${FOUR_EYES.largeAboveCents}`,
  'young-account': `a.created_at > w.requested_at - ${FOUR_EYES.youngAccountMs}`,
  'first-use': `w.amount_cents > ${FOUR_EYES.firstUseAboveCents} AND NOT EXISTS (SELECT 1 FROM withdrawals other
      JOIN operations paid ON paid.id = other.end_id LEFT JOIN operations back ON back.id = other.return_id
    WHERE other.account_id = w.account_id AND other.payout_account_id = w.payout_account_id AND other.state = 'paid'
      AND paid.seq < asked.seq AND (back.seq IS NULL OR back.seq > asked.seq))`,
  frequent: `(SELECT count(*) FROM withdrawals other JOIN operations before ON before.id = other.reserve_id
      LEFT JOIN operations ended ON ended.id = other.end_id
    WHERE other.account_id = w.account_id AND other.requested_at > w.requested_at - ${FOUR_EYES.frequentMs}
      AND other.requested_at < w.requested_at + ${FOUR_EYES.frequentMs} AND before.seq < asked.seq
      AND (other.state NOT IN ${GIVEN_BACK} OR ended.seq > asked.seq)) + 1 >= ${FOUR_EYES.frequentCount}`,
  // What was contested once is not kept: of what has not left and is contested now.
  contested: `w.end_id IS NULL AND w.state <> 'sending'
    AND EXISTS (SELECT 1 FROM brl_deposits c WHERE c.account_id = w.account_id AND c.state = 'contested')`,
  stopped: `EXISTS (SELECT 1 FROM withdrawal_decisions d WHERE d.withdrawal_id = w.id AND d.decision = 'stop')`,
};
/** The first of its flags that `w` lacks; null: none. */
const LACKS = `CASE ${Object.entries(FLAGGED)
  .map(
    ([flag, when]) =>
      `WHEN NOT EXISTS (SELECT 1 FROM json_each(w.flags) f WHERE f.value = '${flag}') AND ${when} THEN '${flag}'`,
  )
  .join(' ')} END`;

/** A proposal of this kind about `w` that another operator approved. */
const decidedSql = (kind: string): string => `EXISTS (SELECT 1 FROM operator_proposals d
  WHERE d.withdrawal_id = w.id AND d.kind = ${kind} AND d.state = 'approved')`;

export const WITHDRAWAL_RULES: readonly { readonly rule: string; readonly sql: string }[] = [
  {
    rule: 'payouts-equal-open-withdrawals',
    sql: `SELECT 'house:payouts' AS subject, 'taken aside ' || aside || ', open withdrawals ' || open AS detail
          FROM (SELECT (SELECT coalesce(sum(amount), 0) FROM entries WHERE account_id = 'house:payouts' AND asset = 'usd') AS aside,
            (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE state IN (${wordsSql(OPEN_STATES)})) AS open)
          WHERE aside <> open`,
  },
  {
    rule: 'withdrawals-agree-with-their-transactions',
    sql: `SELECT w.id AS subject, 'withdrawal ' || w.state || ' ' || w.amount_cents || ', transaction ' || t.status || ' ' || t.total_cents AS detail
          FROM withdrawals w JOIN transactions t ON t.id = w.id
          WHERE t.type <> 'withdrawal' OR t.operation_id <> w.reserve_id OR t.account_id <> w.account_id OR t.total_cents <> w.amount_cents
            OR t.fee_cents <> w.fee_cents OR t.method <> w.method
            OR t.status <> CASE WHEN w.end_id IS NULL THEN 'pending' WHEN w.state = 'paid' THEN 'completed' ELSE 'failed' END
          UNION ALL
          SELECT t.id, 'a withdrawal without its payment' FROM transactions t
          WHERE t.type = 'withdrawal' AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.id = t.id)
          UNION ALL
          SELECT t.id, 'a return that no withdrawal names' FROM transactions t
          WHERE t.type = 'withdrawal-return' AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.return_id = t.operation_id)`,
  },
  {
    rule: 'withdrawals-were-taken-aside-once',
    sql: `SELECT w.id AS subject, 'taken aside by ' || w.reserve_id || ': ' || ${moved('w.reserve_id', "'house:payouts'")} || ' for ' || w.amount_cents AS detail
          FROM withdrawals w JOIN operations o ON o.id = w.reserve_id
          WHERE o.kind <> 'payout' OR o.account_id <> w.account_id OR o.initiator <> 'customer'
            OR ${moved('w.reserve_id', 'w.account_id')} <> -w.amount_cents OR ${moved('w.reserve_id', "'house:payouts'")} <> w.amount_cents
          UNION ALL
          SELECT o.id, 'a payout of no withdrawal' FROM operations o WHERE o.kind = 'payout'
            AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.reserve_id = o.id)
            AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.end_id = o.id)
            AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.return_id = o.id)`,
  },
  {
    rule: 'withdrawals-end-as-they-say',
    sql: `SELECT w.id AS subject, w.state || ' by ' || w.end_id || ': house ' || ${moved('w.end_id', "'house:payouts'")} || ', customer '
            || ${moved('w.end_id', 'w.account_id')} || ' of ' || w.amount_cents AS detail
          FROM withdrawals w JOIN operations o ON o.id = w.end_id
          WHERE o.kind <> 'payout' OR o.account_id <> w.account_id OR ${moved('w.end_id', "'house:payouts'")} <> -w.amount_cents
            OR CASE WHEN w.state = 'paid'
              THEN NOT (${moved('w.end_id', 'w.account_id')} = 0 AND ${moved('w.end_id', "'house:fee-income'")} = w.fee_cents AND ${leftHouseSql('w.end_id', 1)})
              ELSE ${moved('w.end_id', 'w.account_id')} <> w.amount_cents END
          UNION ALL
          SELECT w.id, 'came back by ' || w.return_id || ': customer ' || ${moved('w.return_id', 'w.account_id')} || ' of ' || ${NET}
          FROM withdrawals w JOIN operations o ON o.id = w.return_id
          WHERE o.kind <> 'payout' OR o.account_id <> w.account_id OR ${moved('w.return_id', 'w.account_id')} <> ${NET}
            OR NOT ${leftHouseSql('w.return_id', -1)}`,
  },
  {
    // Where it goes is the customer's own, and it was sent after its holds. Only who was found to be the holder has a number there, and of
    // a closed account it is erased.
    rule: 'withdrawals-went-where-and-when-they-may',
    sql: `SELECT w.id AS subject, 'to an account of ' || p.account_id || ' that is ' || p.status || ', held until ' || w.hold_until
            || ', sent at ' || coalesce(w.sent_at, 'no time') AS detail
          FROM withdrawals w JOIN payout_accounts p ON p.id = w.payout_account_id JOIN users u ON u.id = w.account_id
          WHERE p.account_id <> w.account_id OR p.method <> w.method OR w.sent_at < w.hold_until
            OR (w.sent_at IS NOT NULL AND (p.status NOT IN ('active', 'removed') OR p.checked_at IS NULL
              OR (p.holder_mac IS NULL AND u.closed_at IS NULL)))`,
  },
  {
    // The fee of its method; reais at the rate that was locked, down to the centavo as they are sent; the hold that its holds come to.
    rule: 'withdrawals-keep-what-was-said',
    sql: `SELECT w.id AS subject, w.method || ', fee ' || w.fee_cents || ', reais ' || coalesce(w.brl_cents, 'none') || ' at '
            || coalesce(w.rate_e4, 'no rate') || ', held until ' || w.hold_until || ' by ' || w.holds AS detail
          FROM withdrawals w
          WHERE w.fee_cents <> iif(w.method = 'wire', ${WIRE_WITHDRAWAL_FEE_CENTS}, 0) OR w.brl_cents <> ${NET} * w.rate_e4 / 10000
            OR w.hold_until <> coalesce((SELECT max(h.value ->> 'until') FROM json_each(w.holds) h), w.requested_at)`,
  },
  {
    rule: 'withdrawals-have-their-flags',
    sql: `SELECT id AS subject, 'lacks ' || lacks || ': ' || flags AS detail
          FROM (SELECT w.id, w.flags, ${LACKS} AS lacks FROM withdrawals w JOIN operations asked ON asked.id = w.reserve_id
            JOIN accounts a ON a.id = w.account_id) WHERE lacks IS NOT NULL`,
  },
  {
    rule: 'withdrawals-were-approved-by-two',
    sql: `SELECT w.id AS subject, 'sent with ' || ${APPROVALS_EVER} || ' approvals: ' || w.flags AS detail FROM withdrawals w
          WHERE w.sent_at IS NOT NULL AND w.flags <> '[]' AND ${APPROVALS_EVER} < ${APPROVALS_NEEDED}
          UNION ALL
          SELECT w.id, 'rejected by nobody' FROM withdrawals w WHERE w.state = 'rejected'
            AND NOT EXISTS (SELECT 1 FROM withdrawal_decisions d WHERE d.withdrawal_id = w.id AND d.decision = 'reject')
          UNION ALL
          SELECT d.withdrawal_id, 'decided by its own customer' FROM withdrawal_decisions d JOIN withdrawals w ON w.id = d.withdrawal_id
          WHERE d.operator_id = w.account_id
          UNION ALL
          SELECT w.id, 'a stop voids nothing: ' || w.void_through FROM withdrawals w
          WHERE w.void_through < (SELECT max(d.seq) FROM withdrawal_decisions d WHERE d.withdrawal_id = w.id AND d.decision = 'stop')
          UNION ALL
          SELECT w.id, 'voids what nobody said: ' || w.void_through FROM withdrawals w WHERE w.void_through > ${LAST_SAID}`,
  },
  {
    // An end that the house posted, by which operators said what the bank had told them: two of them decided it.
    rule: 'withdrawals-by-hand-were-decided-by-two',
    sql: `SELECT w.id AS subject, w.state || ' by the house, and nobody decided it' AS detail
          FROM withdrawals w JOIN operations o ON o.id = w.end_id
          WHERE o.initiator = 'house' AND w.state IN ('paid', 'returned') AND NOT ${decidedSql("'withdrawal-' || w.state")}
          UNION ALL
          SELECT w.id, 'came back by the house, and nobody decided it' FROM withdrawals w JOIN operations o ON o.id = w.return_id
          WHERE o.initiator = 'house' AND NOT ${decidedSql("'withdrawal-returned'")}`,
  },
  {
    rule: 'payout-contradictions-are-resolved',
    sql: `SELECT withdrawal_id AS subject, kind || ': it was ' || state || ', the gateway said ' || said || ' of ' || cents AS detail
          FROM payout_contradictions WHERE resolved_at IS NULL`,
  },
  {
    rule: 'closed-accounts-wait-for-no-withdrawal',
    sql: `SELECT w.id AS subject, w.state || ' of a closed account' AS detail FROM withdrawals w JOIN users u ON u.id = w.account_id
          WHERE u.closed_at IS NOT NULL AND w.end_id IS NULL`,
  },
];
