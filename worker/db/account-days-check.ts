// The audit of the hours and days of accounts (0045_account_days.sql), as rules of the nightly check (ledger-check.ts): added up they
// are the balances, and what the operations of the last closes moved is what their entries say. Each statement answers rows of (subject, detail).

import { DAY_MS, HOUR_MS } from '../domain/time.ts';
import type { LedgerFinding, LedgerRuleCheck } from './ledger-check.ts';

/** `end`: in which row a movement belongs, by the last moment of it. */
const PERIODS = {
  account_hours: {
    lengthMs: HOUR_MS,
    end: (at: string) => `(${at} + ${HOUR_MS - 1}) / ${HOUR_MS} * ${HOUR_MS}`,
  },
  account_days: { lengthMs: DAY_MS, end: (at: string) => `${at} / ${DAY_MS} * ${DAY_MS} + ${DAY_MS - 1}` },
} as const;
type PeriodTable = keyof typeof PERIODS;
const PERIOD_TABLES = Object.keys(PERIODS) as PeriodTable[];

const AMOUNTS = ['cash_cents', 'paid_in_cents', 'gold_e4', 'silver_e4', 'bonus_e4'] as const;
const eachAmount = (sql: (amount: string) => string, between: string) => AMOUNTS.map(sql).join(between);

const ruleOf = (table: PeriodTable) => `${table.replace('_', '-')}-equal-entries`;

/** What is stored and what the movements come to, where they differ. Both are FROM clauses: of rows `d` and of movements `m`. */
const deviationsSql = (table: PeriodTable, stored: string, moved: string): string =>
  `SELECT account_id || ' ' || ended_at AS subject,
     ${eachAmount((amount) => `'${amount} ' || sum(iif(stored, ${amount}, 0)) || ' for ' || sum(iif(stored, 0, ${amount}))`, ` || ', ' || `)} AS detail
   FROM (
     SELECT 1 AS stored, d.account_id, d.ended_at, ${eachAmount((amount) => `d.${amount}`, ', ')} FROM ${stored}
     UNION ALL
     SELECT 0, m.account_id, ${PERIODS[table].end('m.at')}, ${eachAmount((amount) => `m.${amount}`, ', ')} FROM ${moved})
   GROUP BY account_id, ended_at
   HAVING ${eachAmount((amount) => `sum(iif(stored, ${amount}, -${amount})) <> 0`, ' OR ')}`;

/** Closes whose operations the nightly check adds up again; `npm run ledger:verify` takes all operations. */
const CLOSES_CHECKED = 3;

/** CROSS JOIN keeps the order: the rows that the operations since then have moved, and of each all its movements. */
function recentSql(table: PeriodTable): string {
  const { end, lengthMs } = PERIODS[table];
  const touched = `(SELECT DISTINCT account_id, ${end('created_at')} AS ended_at FROM operations
    WHERE seq > coalesce((SELECT seq_to FROM day_closes ORDER BY day DESC LIMIT 1 OFFSET ${CLOSES_CHECKED}), 0)
      AND account_id NOT GLOB 'house:*') t`;
  return deviationsSql(
    table,
    `${touched} CROSS JOIN ${table} d ON d.account_id = t.account_id AND d.ended_at = t.ended_at`,
    `${touched} CROSS JOIN account_movements m ON m.account_id = t.account_id
       AND m.at > t.ended_at - ${lengthMs} AND m.at <= t.ended_at`,
  );
}

const sumsOf = (table: PeriodTable) =>
  `(SELECT account_id, ${eachAmount((amount) => `sum(${amount}) AS ${amount}`, ', ')} FROM ${table} GROUP BY account_id)`;
const heldSql = (metal: 'gold' | 'silver') =>
  `coalesce((SELECT ounces_e4 FROM holdings WHERE account_id = a.id AND metal = '${metal}'), 0)`;

export const ACCOUNT_DAYS_RULES: readonly LedgerRuleCheck[] = [
  {
    // Every row is read, and no entry: what was changed long ago is found too, unless it adds up to nothing.
    rule: 'account-days-add-up-to-balances',
    sql: `SELECT a.id AS subject, 'cash ' || a.cash_cents || ' gold ' || ${heldSql('gold')} || ' silver ' || ${heldSql('silver')}
            || ', days ' || coalesce(d.cash_cents, 0) || ' ' || coalesce(d.gold_e4, 0) || ' ' || coalesce(d.silver_e4, 0) AS detail
          FROM accounts a LEFT JOIN ${sumsOf('account_days')} d ON d.account_id = a.id
          WHERE a.kind = 'customer' AND (a.cash_cents, ${heldSql('gold')}, ${heldSql('silver')})
            <> (coalesce(d.cash_cents, 0), coalesce(d.gold_e4, 0), coalesce(d.silver_e4, 0))`,
  },
  {
    rule: 'account-hours-add-up-to-days',
    sql: `SELECT a.id AS subject,
            ${eachAmount((amount) => `'${amount} ' || coalesce(h.${amount}, 0) || ' for ' || coalesce(d.${amount}, 0)`, ` || ', ' || `)} AS detail
          FROM accounts a LEFT JOIN ${sumsOf('account_days')} d ON d.account_id = a.id
            LEFT JOIN ${sumsOf('account_hours')} h ON h.account_id = a.id
          WHERE ${eachAmount((amount) => `coalesce(h.${amount}, 0) <> coalesce(d.${amount}, 0)`, ' OR ')}`,
  },
  ...PERIOD_TABLES.map((table) => ({ rule: ruleOf(table), sql: recentSql(table) })),
];

/** Accounts whose movements one statement adds up. */
const ACCOUNTS_AT_ONCE = 1_000;

/** Every row of every account, for who has the time. */
export async function inspectAccountDays(db: D1Database): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = [];
  const lastOfSome = db.prepare(
    `SELECT max(id) AS id FROM (SELECT id FROM accounts WHERE id > ?1 AND kind = 'customer' ORDER BY id LIMIT ${ACCOUNTS_AT_ONCE})`,
  );
  for (let after = ''; ;) {
    const last = await lastOfSome.bind(after).first<string>('id');
    if (last === null) return findings;
    for (const table of PERIOD_TABLES) {
      const ofThem = (row: 'd' | 'm') => `${row} WHERE ${row}.account_id > ?1 AND ${row}.account_id <= ?2`;
      const { results } = await db
        .prepare(
          `SELECT '${ruleOf(table)}' AS rule, * FROM (${deviationsSql(table, `${table} ${ofThem('d')}`, `account_movements ${ofThem('m')}`)})`,
        )
        .bind(after, last)
        .run<LedgerFinding>();
      findings.push(...results);
    }
    after = last;
  }
}
