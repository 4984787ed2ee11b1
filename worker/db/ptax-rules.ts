// The bulletins that the tax workbook converts by, as part of the nightly check: what two readings differ about waits for an operator,
// and no day is left out.

import type { LedgerRuleCheck } from './ledger-check.ts';

export const PTAX_RULES: readonly LedgerRuleCheck[] = [
  {
    rule: 'bulletins-are-agreed-on',
    sql: `SELECT kind || ' ' || day AS subject, held || ': read ' || coalesce(buy_e4 || ' and ' || sell_e4, 'none')
            || iif(second_fetched_at IS NULL, '', ', then ' || coalesce(second_buy_e4 || ' and ' || second_sell_e4, 'none')) AS detail
          FROM ptax_days WHERE held IS NOT NULL`,
  },
  {
    rule: 'bulletins-are-without-holes',
    sql: `SELECT kind || ' ' || day AS subject, 'the day before that is ' || before AS detail
          FROM (SELECT kind, day, lag(day) OVER (PARTITION BY kind ORDER BY day) AS before FROM ptax_days)
          WHERE day IS NOT date(before, '+1 day') AND before IS NOT NULL`,
  },
];
