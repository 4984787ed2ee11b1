// Closing balances that banks say, judged by what they said before: as SQL, so that the batch that takes a file judges them in the same
// moment, and the nightly check by the same words (0052_owned_alerts_and_balances.sql).

import { BRASILIA_MS } from '../domain/brasilia.ts';
import { IS_TRADE } from './operators/money-origin.ts';

/** What moved on the account of source `s` without trades, of the operations `o` for which `which` holds. What came in is positive. */
const ledgerSql = (
  which: string,
): string => `(SELECT 0 - coalesce(sum(e.amount), 0) FROM entries e JOIN operations o ON o.id = e.operation_id
    WHERE e.account_id = s.house_account AND e.asset = s.asset AND NOT ${IS_TRADE} AND ${which})`;

/** SQL of the moment in which a day begins in Brasília. */
const startSql = (day: string): string => `unixepoch(${day}) * 1000 - (${BRASILIA_MS})`;

/** What the ledger had of source `s` at the end of this day. */
export const ledgerAtEndOfSql = (day: string): string =>
  ledgerSql(`o.created_at < ${startSql(`date(${day}, '+1 day')`)}`);

/** What of it the bank has said by a line: that is counted with the lines. */
const IS_AT_BANK = `(EXISTS (SELECT 1 FROM bank_matches m WHERE m.source = s.source AND m.operation_id = o.id AND m.set_aside_at IS NULL)
    OR EXISTS (SELECT 1 FROM bank_breaks b WHERE b.source = s.source AND b.operation_id = o.id AND b.kind = 'amount-differs' AND b.state IN ('open', 'resolved')))`;

/**
 * `closings` has a row for each closing balance: what it is, and what it would be by the one before it and the movements since. Before the
 * first one stands what the ledger had when the files begin. Explained is one that is what it would be, or whose difference somebody has
 * resolved.
 */
export const CLOSINGS = `said AS (
    SELECT f.id, f.source, f.balance_day AS day, f.balance_cents AS cents,
      lag(f.balance_day) OVER earlier AS since, lag(f.balance_cents) OVER earlier AS before
    FROM bank_files f WHERE f.balance_day IS NOT NULL AND f.set_aside_at IS NULL
    WINDOW earlier AS (PARTITION BY f.source ORDER BY f.balance_day, f.loaded_at, f.id)),
  due AS MATERIALIZED (
    SELECT c.id, c.source, c.day, c.cents,
      coalesce(c.before, ${ledgerSql(`o.created_at < ${startSql(`min(date(c.day, '+1 day'), (SELECT min(from_day) FROM bank_files WHERE source = c.source AND set_aside_at IS NULL))`)} AND NOT ${IS_AT_BANK}`)})
      + coalesce((SELECT sum(l.cents) FROM bank_lines l WHERE l.source = c.source AND l.set_aside_at IS NULL AND l.day > coalesce(c.since, '')
        AND l.day <= c.day), 0) AS expected
    FROM said c JOIN bank_sources s ON s.source = c.source),
  closings AS MATERIALIZED (
    SELECT d.*, d.cents = d.expected OR EXISTS (SELECT 1 FROM bank_breaks r WHERE r.file_id = d.id AND r.kind = 'balance-differs'
      AND r.state = 'resolved' AND r.our_cents = d.expected) AS explained FROM due d)`;
