// The ledger's own audit, as SQL: each rule selects the deviations and describes them. An empty result is a clean one.
// All rules run in one batch, which is one moment of the database.

import { BONUS_OUNCES_E4, BONUS_RELEASE_CENTS } from '../domain/limits.ts';
import { SHOWN_KINDS } from '../domain/operations.ts';
import { TRANSACTION_RULES } from '../domain/transactions.ts';
import { ACCOUNT_DAYS_RULES } from './account-days-check.ts';
import { BANK_RULES } from './bank-rules.ts';
import { BRL_RULES } from './brl-rules.ts';
import { CLOSE_RULES } from './close-rules.ts';
import { DEPOSIT_RULES } from './deposit-rules.ts';
import { PTAX_RULES } from './ptax-rules.ts';
import { SEPARABLE_RULES } from './separable-rules.ts';
import { STATEMENT_RULES } from './statement-rules.ts';
import { STORAGE_RULES } from './storage-check.ts';
import { STOCK_RULES } from './stock-rules.ts';
import { PAYOUT_ACCOUNT_RULES } from './payout-account-rules.ts';
import { TREASURY_RULES } from './treasury-rules.ts';
import { WITHDRAWAL_RULES } from './withdrawal-rules.ts';
import { wordsSql } from './words.ts';

export type LedgerRuleCheck = { readonly rule: string; readonly sql: string };

/** At most this many rows per rule are reported; the first ones are enough to start with. */
const ROWS_PER_RULE = 20;

const CUSTOMER_HOLDINGS = `
  SELECT e.account_id, e.asset AS metal, sum(e.amount) AS ounces FROM entries e JOIN accounts a ON a.id = e.account_id
  WHERE a.kind = 'customer' AND e.asset <> 'usd' GROUP BY e.account_id, e.asset`;

/** Which way `what` goes by the type of `t`, or of what it undoes; of a reversal the opposite. */
const directionSql = (what: 'cash' | 'metal'): string =>
  `iif(t.type = 'reversal', -1, 1) * CASE coalesce(t.reversed_type, t.type) ${Object.entries(
    TRANSACTION_RULES,
  )
    .map(([type, rules]) => `WHEN '${type}' THEN ${rules[what]}`)
    .join(' ')} END`;

const REVERSAL_RULES: readonly LedgerRuleCheck[] = [
  {
    rule: 'reversals-mirror-what-they-undo',
    sql: `SELECT o.id AS subject, 'does not mirror ' || coalesce(o.reverses, 'anything') AS detail FROM operations o
          WHERE (o.kind = 'reversal') <> (o.reverses IS NOT NULL)
            OR (o.kind = 'reversal' AND EXISTS (
              SELECT 1 FROM entries e WHERE e.operation_id IN (o.id, o.reverses) GROUP BY e.account_id, e.asset HAVING sum(e.amount) <> 0))
            OR (o.kind = 'reversal' AND NOT EXISTS (
              SELECT 1 FROM transactions t JOIN transactions undone ON undone.id = t.reverses LEFT JOIN deposits d ON d.id = undone.id
              WHERE t.operation_id = o.id AND t.reversed_type = undone.type AND t.total_cents = undone.total_cents
                AND coalesce(d.settlement_id, undone.operation_id) = o.reverses))`,
  },
  {
    // Who closes an account gives the held bonus back, for which nobody's approval is needed.
    rule: 'reversals-were-approved-by-a-second',
    sql: `SELECT o.id AS subject, 'no approval of a second operator' AS detail FROM operations o
          WHERE o.kind = 'reversal'
            AND NOT (EXISTS (SELECT 1 FROM operations b WHERE b.id = o.reverses AND b.kind = 'bonus')
              AND EXISTS (SELECT 1 FROM account_closings c WHERE c.user_id = o.account_id AND c.closed_at = o.created_at
                AND o.idempotency_key = 'closing:' || c.id || ':bonus'))
            AND NOT EXISTS (SELECT 1 FROM reversal_proposals p WHERE p.reversal_id = o.id
            AND p.operation_id = o.reverses AND p.account_id = o.account_id AND p.state = 'approved' AND p.decided_by <> p.proposed_by)`,
  },
];

const BONUS_RULES: readonly LedgerRuleCheck[] = [
  {
    rule: 'net-purchases-equal-trades',
    sql: `SELECT a.id AS subject, 'net purchases ' || a.net_purchases_cents || ', trades ' || coalesce(t.net, 0)
            || iif(a.bonus_since IS NULL, '', ', enough since ' || a.bonus_since) AS detail
          FROM accounts a LEFT JOIN (
            SELECT account_id, sum(iif(coalesce(reversed_type, type) = 'buy', 1, -1) * iif(type = 'reversal', -1, 1) * total_cents) AS net
            FROM transactions WHERE status = 'completed' AND coalesce(reversed_type, type) IN ('buy', 'sell') GROUP BY account_id) t
            ON t.account_id = a.id
          WHERE a.net_purchases_cents <> coalesce(t.net, 0)
            OR (a.net_purchases_cents >= ${BONUS_RELEASE_CENTS}) <> (a.bonus_since IS NOT NULL)`,
  },
  {
    rule: 'only-a-bonus-is-held',
    sql: `SELECT h.account_id AS subject, 'held ' || h.metal || ' ' || h.held_ounces_e4 || ', freed at ' || coalesce(a.bonus_freed_at, 'no time') AS detail
          FROM holdings h JOIN accounts a ON a.id = h.account_id
          WHERE h.held_ounces_e4 > 0 AND (h.metal <> 'silver' OR h.held_ounces_e4 > ${BONUS_OUNCES_E4} OR a.bonus_freed_at IS NOT NULL
            OR NOT EXISTS (SELECT 1 FROM operations b WHERE b.account_id = h.account_id AND b.kind = 'bonus'
              AND NOT EXISTS (SELECT 1 FROM operations undoing WHERE undoing.reverses = b.id)))`,
  },
];

const IDENTITY_RULES: readonly LedgerRuleCheck[] = [
  {
    rule: 'levels-have-their-steps',
    sql: `SELECT i.user_id AS subject, 'level ' || i.level || ', last step to ' || coalesce(s.to_level, 'none') AS detail
          FROM identities i LEFT JOIN (SELECT user_id, to_level, max(seq) FROM identity_steps GROUP BY user_id) s ON s.user_id = i.user_id
          WHERE i.level <> coalesce(s.to_level, 0)
          UNION ALL
          SELECT user_id, 'step ' || id || ' begins at ' || from_level || ' after ' || before FROM (
            SELECT id, user_id, from_level, coalesce(lag(to_level) OVER (PARTITION BY user_id ORDER BY seq), 0) AS before FROM identity_steps)
          WHERE from_level <> before`,
  },
];

/** A closed account is empty, names nobody, is open nowhere, and its identity is under seal. */
const CLOSING_RULES: readonly LedgerRuleCheck[] = [
  {
    rule: 'closed-accounts-are-empty',
    sql: `SELECT u.id AS subject, 'cash ' || a.cash_cents || ', ounces '
            || (SELECT coalesce(sum(h.ounces_e4), 0) FROM holdings h WHERE h.account_id = u.id) AS detail
          FROM users u JOIN accounts a ON a.id = u.id WHERE u.closed_at IS NOT NULL
            AND (a.cash_cents <> 0 OR EXISTS (SELECT 1 FROM holdings h WHERE h.account_id = u.id AND h.ounces_e4 <> 0)
              OR EXISTS (SELECT 1 FROM deposits d WHERE d.account_id = u.id AND d.status = 'pending'))`,
  },
  {
    rule: 'closed-accounts-name-nobody',
    sql: `SELECT u.id AS subject, 'still named, signed in or not retained' AS detail FROM users u WHERE u.closed_at IS NOT NULL
            AND (u.email <> 'closed:' || u.id || '@invalid' OR EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id)
              OR NOT EXISTS (SELECT 1 FROM retained_identities r WHERE r.account_id = u.id)
              OR NOT EXISTS (SELECT 1 FROM account_closings c WHERE c.user_id = u.id AND c.closed_at = u.closed_at))`,
  },
];

/** Each statement answers rows of (subject, detail). */
export const LEDGER_RULES: readonly LedgerRuleCheck[] = [
  {
    // By the index of seq alone.
    rule: 'commits-are-numbered-without-holes',
    sql: `SELECT id AS subject, 'number ' || seq || ' after ' || before AS detail
          FROM (SELECT id, seq, lag(seq, 1, 0) OVER (ORDER BY seq) AS before FROM operations) WHERE seq <> before + 1`,
  },
  {
    rule: 'entries-sum-to-zero',
    sql: `SELECT operation_id AS subject, asset || ' off by ' || sum(amount) AS detail
          FROM entries GROUP BY operation_id, asset HAVING sum(amount) <> 0`,
  },
  {
    rule: 'cash-equals-entries',
    sql: `SELECT a.id AS subject, 'cash ' || a.cash_cents || ', entries ' || coalesce(e.total, 0) AS detail
          FROM accounts a LEFT JOIN (SELECT account_id, sum(amount) AS total FROM entries WHERE asset = 'usd' GROUP BY account_id) e
            ON e.account_id = a.id
          WHERE a.kind = 'customer' AND a.cash_cents <> coalesce(e.total, 0)`,
  },
  {
    rule: 'ounces-equal-entries',
    sql: `SELECT h.account_id || ' ' || h.metal AS subject, 'ounces ' || h.ounces_e4 || ', entries ' || coalesce(e.ounces, 0) AS detail
          FROM holdings h LEFT JOIN (${CUSTOMER_HOLDINGS}) e ON e.account_id = h.account_id AND e.metal = h.metal
          WHERE h.ounces_e4 <> coalesce(e.ounces, 0)
          UNION ALL
          SELECT e.account_id || ' ' || e.metal, 'no holding, entries ' || e.ounces FROM (${CUSTOMER_HOLDINGS}) e
          WHERE e.ounces <> 0 AND NOT EXISTS (SELECT 1 FROM holdings h WHERE h.account_id = e.account_id AND h.metal = e.metal)`,
  },
  {
    rule: 'nothing-below-zero',
    sql: `SELECT id AS subject, 'cash ' || cash_cents AS detail FROM accounts WHERE cash_cents < 0
          UNION ALL
          SELECT account_id || ' ' || metal, 'ounces ' || ounces_e4 || ', held ' || held_ounces_e4 || ', basis ' || cost_basis_cents
          FROM holdings WHERE held_ounces_e4 < 0 OR ounces_e4 < held_ounces_e4 OR cost_basis_cents < 0
            OR (ounces_e4 = 0 AND cost_basis_cents <> 0)`,
  },
  {
    rule: 'basis-equals-trades',
    sql: `SELECT h.account_id || ' ' || h.metal AS subject,
            'basis ' || h.cost_basis_cents || ' realised ' || h.realised_gain_cents || ' bought ' || h.bought_cents
              || ', trades ' || coalesce(t.basis, 0) || ' ' || coalesce(t.realised, 0) || ' ' || coalesce(t.bought, 0) AS detail
          FROM holdings h LEFT JOIN (
            SELECT account_id, metal,
              sum(CASE type WHEN 'buy' THEN total_cents ELSE -coalesce(basis_removed_cents, 0) END) AS basis,
              sum(iif(type IN ('sell', 'reversal'), CASE coalesce(reversed_type, type) WHEN 'sell' THEN iif(type = 'reversal', -total_cents, total_cents)
                WHEN 'buy' THEN total_cents ELSE 0 END - coalesce(basis_removed_cents, 0), 0)) AS realised,
              sum(iif(coalesce(reversed_type, type) = 'buy', iif(type = 'reversal', -total_cents, total_cents), 0)) AS bought
            FROM transactions WHERE status = 'completed' AND metal IS NOT NULL GROUP BY account_id, metal) t
            ON t.account_id = h.account_id AND t.metal = h.metal
          WHERE h.cost_basis_cents <> coalesce(t.basis, 0) OR h.realised_gain_cents <> coalesce(t.realised, 0)
            OR h.bought_cents <> coalesce(t.bought, 0)`,
  },
  {
    // The plus keeps the planner from reading all of the account's entries for each transaction, here and below.
    rule: 'completed-transactions-have-their-entries',
    sql: `SELECT id AS subject, type || ': cash ' || cash || ' for ' || cash_due || ', metal ' || ounces || ' for ' || ounces_due AS detail
          FROM (
            SELECT t.id, t.type, ${directionSql('cash')} * t.total_cents AS cash_due,
              ${directionSql('metal')} * coalesce(t.ounces_e4, 0) AS ounces_due,
              coalesce((SELECT sum(e.amount) FROM entries e WHERE e.operation_id = coalesce(d.settlement_id, t.operation_id)
                AND +e.account_id = t.account_id AND e.asset = 'usd'), 0) AS cash,
              coalesce((SELECT sum(e.amount) FROM entries e WHERE e.operation_id = coalesce(d.settlement_id, t.operation_id)
                AND +e.account_id = t.account_id AND e.asset = t.metal), 0) AS ounces
            FROM transactions t LEFT JOIN deposits d ON d.id = t.id WHERE t.status = 'completed')
          WHERE cash <> cash_due OR ounces <> ounces_due`,
  },
  {
    // Of a deposit that was taken back the fee goes back too (disputes-move-what-the-bank-took).
    rule: 'fees-are-the-house-s-income',
    sql: `SELECT t.id AS subject, 'fee ' || t.fee_cents || ', entries ' || coalesce(sum(e.amount), 0) AS detail
          FROM transactions t LEFT JOIN deposits d ON d.id = t.id LEFT JOIN withdrawals w ON w.id = t.id
            LEFT JOIN entries e ON e.operation_id = coalesce(d.settlement_id, w.end_id, t.operation_id) AND +e.account_id = 'house:fee-income' AND e.asset = 'usd'
          WHERE t.status = 'completed' AND t.type NOT IN ('charge-back', 'charge-back-return') GROUP BY t.id, t.fee_cents, t.type
          HAVING coalesce(sum(e.amount), 0) <> iif(t.type = 'reversal', -t.fee_cents, t.fee_cents)`,
  },
  {
    rule: 'deposits-agree-with-their-transactions',
    sql: `SELECT d.id AS subject, 'deposit ' || d.status || ' ' || d.amount_cents || ', transaction ' || t.status || ' ' || t.total_cents AS detail
          FROM deposits d JOIN transactions t ON t.id = d.id
          WHERE d.status <> t.status OR d.amount_cents <> t.total_cents OR d.fee_cents <> t.fee_cents OR d.account_id <> t.account_id
            OR (d.status = 'completed') <> (d.settlement_id IS NOT NULL)
          UNION ALL
          SELECT t.id, 'a deposit without its payment' FROM transactions t
          WHERE t.type = 'deposit' AND NOT EXISTS (SELECT 1 FROM deposits d WHERE d.id = t.id)`,
  },
  {
    rule: 'operations-have-their-transactions',
    sql: `SELECT o.id AS subject, o.kind || ' without its transaction' AS detail FROM operations o
          WHERE (o.kind IN (${wordsSql(SHOWN_KINDS)}) AND NOT EXISTS (SELECT 1 FROM transactions t WHERE t.operation_id = o.id))
            OR (o.kind = 'settlement' AND NOT EXISTS (SELECT 1 FROM deposits d WHERE d.settlement_id = o.id))
          UNION ALL
          SELECT t.id, 'a transaction without its operation' FROM transactions t
          WHERE NOT EXISTS (SELECT 1 FROM operations o WHERE o.id = t.operation_id AND o.account_id = t.account_id)`,
  },
  ...SEPARABLE_RULES,
  ...REVERSAL_RULES,
  ...DEPOSIT_RULES,
  ...BONUS_RULES,
  ...IDENTITY_RULES,
  ...PTAX_RULES,
  {
    // By the Worker's clock, which is read before a batch: what a freeze overtook by less than a minute may bear a later time.
    // Before 0055 a closing gave back and gave up in the customer's name, when its days were over.
    rule: 'a-frozen-account-moves-nothing',
    sql: `SELECT o.id AS subject, o.kind || ' at ' || o.created_at || ', frozen at ' || f.frozen_at AS detail
          FROM freezes f JOIN operations o ON o.account_id = f.user_id
          WHERE o.kind NOT IN ('reversal', 'waiver') AND o.initiator = 'customer'
            AND o.created_at > f.frozen_at + 60000 AND o.created_at < coalesce(f.ends_at, o.created_at + 1)`,
  },
  ...CLOSING_RULES,
  ...STATEMENT_RULES,
  ...CLOSE_RULES,
  ...ACCOUNT_DAYS_RULES,
  ...STORAGE_RULES,
  ...WITHDRAWAL_RULES,
  ...PAYOUT_ACCOUNT_RULES,
  ...STOCK_RULES,
  ...BANK_RULES,
  ...BRL_RULES,
  ...TREASURY_RULES,
  {
    rule: 'trades-are-answered',
    sql: `SELECT id AS subject, 'a trade without its reply' AS detail FROM operations WHERE kind = 'trade' AND reply IS NULL`,
  },
  {
    rule: 'no-guard-is-left',
    sql: `SELECT operation_id AS subject, 'guard ' || step AS detail FROM guards`,
  },
];

const COUNTS = `SELECT (SELECT count(*) FROM accounts WHERE kind = 'customer') AS accounts, (SELECT count(*) FROM operations) AS operations,
  (SELECT count(*) FROM entries) AS entries, (SELECT count(*) FROM transactions) AS transactions,
  (SELECT coalesce(sum(amount_cents), 0) FROM deposits WHERE status = 'pending') AS pendingCents`;

export type LedgerCounts = {
  readonly accounts: number;
  readonly operations: number;
  readonly entries: number;
  readonly transactions: number;
  readonly pendingCents: number;
};
export type LedgerFinding = { readonly rule: string; readonly subject: string; readonly detail: string };

export async function inspectLedger(
  db: D1Database,
): Promise<{ counts: LedgerCounts; findings: LedgerFinding[] }> {
  const [counted, ...checked] = await db.batch<Record<string, unknown>>([
    db.prepare(COUNTS),
    ...LEDGER_RULES.map(({ sql }) => db.prepare(`${sql} LIMIT ${ROWS_PER_RULE}`)),
  ]);
  const findings = LEDGER_RULES.flatMap(({ rule }, index) =>
    (checked[index]?.results ?? []).map((row) => ({
      rule,
      subject: String(row['subject']),
      detail: String(row['detail']),
    })),
  );
  const counts = counted?.results[0] as LedgerCounts | undefined;
  if (counts === undefined) throw new Error('counting answers one row');
  return { counts, findings };
}

export type LedgerCheck = {
  readonly id: string;
  readonly ranAt: number;
  readonly tookMs: number;
  readonly ok: boolean;
  readonly counts: LedgerCounts;
  readonly findings: readonly LedgerFinding[];
};

export function storeLedgerCheckStatement(db: D1Database, check: LedgerCheck): D1PreparedStatement {
  return db
    .prepare(
      'INSERT INTO ledger_checks (id, ran_at, took_ms, ok, counts, findings) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .bind(
      check.id,
      check.ranAt,
      check.tookMs,
      check.ok ? 1 : 0,
      JSON.stringify(check.counts),
      JSON.stringify(check.findings),
    );
}

/** The last stored result; null before the first check. */
export async function lastLedgerCheck(db: D1Database): Promise<LedgerCheck | null> {
  const row = await db
    .prepare(
      'SELECT id, ran_at, took_ms, ok, counts, findings FROM ledger_checks ORDER BY ran_at DESC LIMIT 1',
    )
    .first<{ id: string; ran_at: number; took_ms: number; ok: number; counts: string; findings: string }>();
  return row === null
    ? null
    : {
        id: row.id,
        ranAt: row.ran_at,
        tookMs: row.took_ms,
        ok: row.ok === 1,
        counts: JSON.parse(row.counts) as LedgerCounts,
        findings: JSON.parse(row.findings) as LedgerFinding[],
      };
}
