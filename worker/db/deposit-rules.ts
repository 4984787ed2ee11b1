// The part of the ledger's audit about deposits that operators worked: what two decided, and what was taken back by the payer's bank
// (P98, P99). Each statement answers rows of (subject, detail).

import type { LedgerRuleCheck } from './ledger-check.ts';

/** Approved by a second operator, neither of them the customer. `kinds`: as SQL. */
const approvedSql = (deposit: string, kinds: string): string =>
  `EXISTS (SELECT 1 FROM operator_proposals p WHERE p.deposit_id = ${deposit} AND p.kind IN (${kinds}) AND p.state = 'approved'
     AND p.decided_by <> p.proposed_by AND p.subject_id NOT IN (p.proposed_by, p.decided_by))`;

const DISPUTE_KINDS = `'charge-back', 'charge-back-won', 'debt-collect', 'debt-forgive'`;

/** What the steps of dispute `x` posted on an account. */
const postedSql = (account: string): string =>
  `coalesce((SELECT sum(e.amount) FROM dispute_steps s JOIN entries e ON e.operation_id = s.operation_id
     WHERE s.deposit_id = x.deposit_id AND +e.account_id = ${account} AND e.asset = 'usd'), 0)`;

export const DEPOSIT_RULES: readonly LedgerRuleCheck[] = [
  {
    rule: 'deposits-by-hand-were-decided-by-two',
    sql: `SELECT d.id AS subject, 'credited by hand without two operators' AS detail
          FROM deposits d JOIN operations o ON o.id = d.settlement_id
          WHERE o.initiator = 'house' AND d.method NOT IN ('pix', 'ted') AND NOT ${approvedSql('d.id', `'deposit-settle'`)}
          UNION ALL
          SELECT d.id, 'closed by hand without two operators' FROM deposits d JOIN transactions t ON t.id = d.id
          WHERE d.status = 'failed' AND t.notes = 'closed' AND NOT ${approvedSql('d.id', `'deposit-fail'`)}
          UNION ALL
          SELECT d.id, 'a payment decided about without two operators' FROM deposits d
          WHERE d.stray_closed_at IS NOT NULL AND NOT ${approvedSql('d.id', `'deposit-settle', 'deposit-return'`)}`,
  },
  {
    rule: 'disputes-are-what-was-posted',
    sql: `SELECT deposit_id AS subject, 'taken ' || taken_cents || ' of ' || taken || ', owed ' || owed_cents || ' of ' || owed
            || ', given up ' || forgiven_cents || ' of ' || forgiven AS detail
          FROM (SELECT x.*, 0 - ${postedSql('x.account_id')} AS taken, 0 - ${postedSql(`'house:disputes'`)} AS owed,
              0 - ${postedSql(`'house:written-off'`)} AS forgiven FROM disputes x)
          WHERE taken <> taken_cents OR owed <> owed_cents OR forgiven <> forgiven_cents
          UNION ALL
          SELECT x.deposit_id, 'a dispute of another deposit or amount' FROM disputes x JOIN deposits d ON d.id = x.deposit_id
          WHERE d.account_id <> x.account_id OR d.amount_cents <> x.amount_cents OR d.settlement_id IS NULL`,
  },
  {
    // While it is taken back, settlement and steps leave nothing with the house but the debt; once it is won, the steps leave nothing.
    rule: 'disputes-turn-their-settlement-around',
    sql: `SELECT deposit_id AS subject, account_id || ' ' || asset || ' off by ' || sum(amount) AS detail
          FROM (
            SELECT x.deposit_id, e.account_id, e.asset, e.amount FROM disputes x JOIN deposits d ON d.id = x.deposit_id
              JOIN entries e ON e.operation_id = d.settlement_id WHERE x.won_at IS NULL
            UNION ALL
            SELECT s.deposit_id, e.account_id, e.asset, e.amount FROM dispute_steps s JOIN entries e ON e.operation_id = s.operation_id)
          WHERE account_id IN (SELECT id FROM accounts WHERE kind = 'house') AND account_id NOT IN ('house:disputes', 'house:written-off')
          GROUP BY deposit_id, account_id, asset HAVING sum(amount) <> 0`,
  },
  {
    rule: 'disputes-are-all-of-their-accounts',
    sql: `SELECT e.account_id AS subject, 'entries ' || sum(e.amount) || ', disputes ' || -coalesce((SELECT
              sum(iif(e.account_id = 'house:disputes', owed_cents, forgiven_cents)) FROM disputes), 0) AS detail
          FROM entries e WHERE e.account_id IN ('house:disputes', 'house:written-off') GROUP BY e.account_id
          HAVING sum(e.amount) <> -coalesce((SELECT sum(iif(e.account_id = 'house:disputes', owed_cents, forgiven_cents)) FROM disputes), 0)`,
  },
  {
    rule: 'disputes-were-decided-by-two',
    sql: `SELECT o.id AS subject, 'no step that two operators decided' AS detail FROM operations o
          WHERE o.kind = 'dispute' AND NOT EXISTS (SELECT 1 FROM dispute_steps s JOIN disputes x ON x.deposit_id = s.deposit_id
            JOIN operator_proposals p ON p.id = s.proposal_id
            WHERE s.operation_id = o.id AND x.account_id = o.account_id AND o.initiator = 'house' AND p.deposit_id = s.deposit_id
              AND p.kind IN (${DISPUTE_KINDS}) AND p.state = 'approved' AND p.decided_by <> p.proposed_by
              AND p.subject_id NOT IN (p.proposed_by, p.decided_by))
          UNION ALL
          SELECT o.id, 'moves a customer''s cash and is not shown' FROM operations o WHERE o.kind = 'dispute'
            AND EXISTS (SELECT 1 FROM entries e WHERE e.operation_id = o.id AND +e.account_id = o.account_id)
            AND NOT EXISTS (SELECT 1 FROM transactions t WHERE t.operation_id = o.id)`,
  },
];
