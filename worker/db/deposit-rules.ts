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
     WHERE s.dispute_id = x.id AND +e.account_id = ${account} AND e.asset = 'usd'), 0)`;

/** Of dispute `x`, with `b`, the deposit in reais: what it leaves on the house's accounts, beside the debt, while it stands. */
const BANK_LINES = [
  ['house:cash-clearing', 'usd', 'iif(b.id IS NULL, x.amount_cents, 0)'],
  ['house:fee-income', 'usd', 'iif(b.id IS NULL, -x.fee_cents, 0)'],
  ['house:pix', 'brl', 'iif(b.id IS NULL, 0, x.amount_cents)'],
  ['house:fx', 'brl', 'iif(b.id IS NULL, 0, x.fee_cents + x.tax_cents - x.amount_cents)'],
  ['house:fee-income', 'brl', 'iif(b.id IS NULL, 0, -x.fee_cents)'],
  ['house:taxes', 'brl', 'iif(b.id IS NULL, 0, -x.tax_cents)'],
  ['house:fx', 'usd', 'iif(b.id IS NULL, 0, x.due_cents)'],
].map(([account, asset, cents]) => `json_array('${account}', '${asset}', ${cents})`);

export const DEPOSIT_RULES: readonly LedgerRuleCheck[] = [
  {
    rule: 'deposits-by-hand-were-decided-by-two',
    sql: `SELECT d.id AS subject, 'credited by hand without two operators' AS detail
          FROM deposits d JOIN operations o ON o.id = d.settlement_id
          WHERE o.initiator = 'house' AND d.method NOT IN ('pix', 'ted') AND NOT ${approvedSql('d.id', `'deposit-settle', 'deposit-arrived'`)}
          UNION ALL
          SELECT d.id, 'closed by hand without two operators' FROM deposits d JOIN transactions t ON t.id = d.id
          WHERE d.status = 'failed' AND t.notes = 'closed' AND NOT ${approvedSql('d.id', `'deposit-fail'`)}
          UNION ALL
          SELECT s.id, 'a payment ' || s.outcome || ' without two operators' FROM stray_payments s
          WHERE s.ended_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM operator_proposals p
            WHERE p.id = s.proposal_id AND p.deposit_id = s.deposit_id AND p.state = 'approved' AND p.decided_by <> p.proposed_by
              AND p.subject_id NOT IN (p.proposed_by, p.decided_by)
              AND p.kind IN (CASE s.outcome WHEN 'returned' THEN 'deposit-return' WHEN 'kept' THEN 'deposit-keep' ELSE 'deposit-settle' END,
                iif(s.outcome = 'credited', 'deposit-arrived', '')))`,
  },
  {
    // What is credited is what came: of another amount than was asked for only where that payment is there.
    rule: 'payments-are-credited-as-they-came',
    sql: `SELECT s.id AS subject, 'paid ' || s.cents || ', credited ' || d.amount_cents || ' and fee ' || d.fee_cents || ', ' || d.status AS detail
          FROM stray_payments s JOIN deposits d ON d.id = s.deposit_id
          WHERE s.outcome = 'credited' AND (d.status <> 'completed' OR d.amount_cents + d.fee_cents <> s.cents)
          UNION ALL
          SELECT d.id, 'announced ' || d.announced_cents || ', credited ' || d.amount_cents || ' of no payment' FROM deposits d
          WHERE d.announced_cents IS NOT NULL AND NOT EXISTS (SELECT 1 FROM stray_payments s JOIN operator_proposals p ON p.id = s.proposal_id
            WHERE s.deposit_id = d.id AND s.outcome = 'credited' AND p.kind = 'deposit-arrived')`,
  },
  {
    rule: 'disputes-are-what-was-posted',
    sql: `SELECT id AS subject, 'taken ' || taken_cents || ' of ' || taken || ', owed ' || owed_cents || ' of ' || owed
            || ', given up ' || forgiven_cents || ' of ' || forgiven AS detail
          FROM (SELECT x.*, 0 - ${postedSql('x.account_id')} AS taken, 0 - ${postedSql(`'house:disputes'`)} AS owed,
              0 - ${postedSql(`'house:written-off'`)} AS forgiven FROM disputes x)
          WHERE taken <> taken_cents OR owed <> owed_cents OR forgiven <> forgiven_cents
          UNION ALL
          SELECT x.id, 'a dispute of another customer, gateway or deposit' FROM disputes x JOIN deposits d ON d.id = x.deposit_id
          WHERE d.account_id <> x.account_id OR d.gateway <> x.gateway OR d.settlement_id IS NULL`,
  },
  {
    // While a part is taken back, its steps leave with the house what the bank took; once it is given up, they leave nothing.
    rule: 'disputes-move-what-the-bank-took',
    sql: `SELECT dispute_id AS subject, account_id || ' ' || asset || ' off by ' || sum(amount) AS detail
          FROM (
            SELECT s.dispute_id, e.account_id, e.asset, e.amount FROM dispute_steps s JOIN entries e ON e.operation_id = s.operation_id
            UNION ALL
            SELECT x.id, l.value ->> 0, l.value ->> 1, -(l.value ->> 2)
            FROM disputes x LEFT JOIN brl_deposits b ON b.id = x.deposit_id JOIN json_each(json_array(${BANK_LINES.join(', ')})) l
            WHERE x.won_at IS NULL)
          WHERE account_id IN (SELECT id FROM accounts WHERE kind = 'house') AND account_id NOT IN ('house:disputes', 'house:written-off')
          GROUP BY dispute_id, account_id, asset HAVING sum(amount) <> 0`,
  },
  {
    // All parts together are the settlement the other way round; of reais each part is its dollars, to the cents of as many parts.
    rule: 'disputes-take-no-more-than-was-paid',
    sql: `SELECT id AS subject, 'taken back ' || amount || ' of ' || paid || ', fee ' || fee || ', tax ' || tax || ', dollars ' || due
            || ' of ' || amount_cents AS detail
          FROM (
            SELECT d.id, d.amount_cents, coalesce(b.brl_cents, d.amount_cents + d.fee_cents) AS paid,
              coalesce(b.exchange_brl_cents, d.amount_cents) AS exchanged, coalesce(b.spread_brl_cents, d.fee_cents) AS all_fee,
              coalesce(b.iof_brl_cents, 0) AS all_tax, b.state, d.settlement_id,
              sum(iif(x.won_at IS NULL, x.amount_cents, 0)) AS amount, sum(iif(x.won_at IS NULL, x.fee_cents, 0)) AS fee,
              sum(iif(x.won_at IS NULL, x.tax_cents, 0)) AS tax, sum(iif(x.won_at IS NULL, x.due_cents, 0)) AS due,
              max(abs(x.due_cents * coalesce(b.exchange_brl_cents, d.amount_cents)
                - d.amount_cents * (x.amount_cents - x.fee_cents - x.tax_cents))) AS rounded, count(*) AS parts
            FROM disputes x JOIN deposits d ON d.id = x.deposit_id LEFT JOIN brl_deposits b ON b.id = d.id GROUP BY d.id)
          WHERE amount > paid OR fee > all_fee OR tax > all_tax OR due > amount_cents
            OR (amount - fee - tax = exchanged AND due <> amount_cents)
            OR rounded >= iif(state IS NULL, 1, exchanged * parts)
            OR (state = 'refunded') <> (amount = paid)
            OR (amount > 0 AND EXISTS (SELECT 1 FROM operations r WHERE r.reverses = settlement_id))
          UNION ALL
          SELECT b.id, 'refunded, and no bank took it' FROM brl_deposits b
          WHERE b.state = 'refunded' AND NOT EXISTS (SELECT 1 FROM disputes x WHERE x.deposit_id = b.id)`,
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
          WHERE o.kind = 'dispute' AND NOT EXISTS (SELECT 1 FROM dispute_steps s JOIN disputes x ON x.id = s.dispute_id
            JOIN operator_proposals p ON p.id = s.proposal_id
            WHERE s.operation_id = o.id AND x.account_id = o.account_id AND o.initiator = 'house' AND p.deposit_id = x.deposit_id
              AND p.kind IN (${DISPUTE_KINDS}) AND p.state = 'approved' AND p.decided_by <> p.proposed_by
              AND p.subject_id NOT IN (p.proposed_by, p.decided_by))
          UNION ALL
          SELECT o.id, 'moves a customer''s cash and is not shown' FROM operations o WHERE o.kind = 'dispute'
            AND EXISTS (SELECT 1 FROM entries e WHERE e.operation_id = o.id AND +e.account_id = o.account_id)
            AND NOT EXISTS (SELECT 1 FROM transactions t WHERE t.operation_id = o.id)`,
  },
];
