// The nightly check of statements, as SQL: each rule selects what is off (worker/db/ledger-check.ts).

/** The entries of each statement's operations, added up. */
const MOVED = `
  SELECT s.account_id, s.month, count(DISTINCT o.id) AS movements, sum(iif(e.asset = 'usd', e.amount, 0)) AS cash_cents,
    sum(iif(e.asset = 'gold', e.amount, 0)) AS gold_e4, sum(iif(e.asset = 'silver', e.amount, 0)) AS silver_e4
  FROM statements s CROSS JOIN operations o ON o.account_id = s.account_id AND o.seq > s.seq_from AND o.seq <= s.seq_to
    CROSS JOIN entries e ON e.operation_id = o.id AND +e.account_id = s.account_id
  GROUP BY s.account_id, s.month`;

export const STATEMENT_RULES = [
  {
    rule: 'statements-begin-where-the-one-before-ended',
    sql: `SELECT account_id || ' ' || month AS subject, 'after ' || coalesce(month_before, 'none') || ', from ' || seq_from || ' to ' || seq_to
            || ', ended before at ' || seq_before AS detail
          FROM (SELECT s.*, lag(s.month) OVER w AS month_before, lag(s.seq_to, 1, 0) OVER w AS seq_before, lag(s.sha256) OVER w AS sha256_before,
              c.seq_to AS closed_at_seq
            FROM statements s LEFT JOIN day_closes c ON c.day = date(s.month || '-01', '+1 month', '-1 day')
            WINDOW w AS (PARTITION BY s.account_id ORDER BY s.month))
          WHERE seq_from <> seq_before OR previous_sha256 IS NOT sha256_before OR seq_to IS NOT closed_at_seq
            OR month_before IS NOT NULL AND month <> strftime('%Y-%m', month_before || '-01', '+1 month')`,
  },
  {
    rule: 'statements-equal-entries',
    sql: `SELECT s.account_id || ' ' || s.month AS subject, s.movements || ' movements, cash ' || s.cash_cents || ', gold ' || s.gold_e4
            || ', silver ' || s.silver_e4 || '; entries ' || coalesce(m.movements, 0) || ', ' || (cash_before + coalesce(m.cash_cents, 0))
            || ', ' || (gold_before + coalesce(m.gold_e4, 0)) || ', ' || (silver_before + coalesce(m.silver_e4, 0)) AS detail
          FROM (SELECT s.*, lag(cash_cents, 1, 0) OVER w AS cash_before, lag(gold_e4, 1, 0) OVER w AS gold_before,
              lag(silver_e4, 1, 0) OVER w AS silver_before FROM statements s WINDOW w AS (PARTITION BY account_id ORDER BY month)) s
            LEFT JOIN (${MOVED}) m ON m.account_id = s.account_id AND m.month = s.month
          WHERE s.movements <> coalesce(m.movements, 0) OR s.cash_cents <> cash_before + coalesce(m.cash_cents, 0)
            OR s.gold_e4 <> gold_before + coalesce(m.gold_e4, 0) OR s.silver_e4 <> silver_before + coalesce(m.silver_e4, 0)`,
  },
] as const;
