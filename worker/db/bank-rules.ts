// What must hold of the banks' files in the books' nightly check: nothing that a bank said is lost, and what is said to be ours is.

import { CLOSINGS } from './bank-balances.ts';
import type { LedgerRuleCheck } from './ledger-check.ts';

export const BANK_RULES: readonly LedgerRuleCheck[] = [
  {
    // Which lines a file repeats is not stored, but of its days others have at least as many that count.
    rule: 'bank-files-are-stored-whole',
    sql: `SELECT f.id AS subject, 'has ' || (f.lines - f.repeated) || ' lines of its own, stored ' || count(l.line) AS detail
          FROM bank_files f LEFT JOIN bank_lines l ON l.file_id = f.id GROUP BY f.id HAVING count(l.line) <> f.lines - f.repeated
          UNION ALL SELECT id, 'repeats ' || repeated || ' lines, others have ' || others FROM (
            SELECT f.id, f.repeated, (SELECT count(*) FROM bank_lines l WHERE l.source = f.source AND l.set_aside_at IS NULL
              AND l.day BETWEEN f.from_day AND f.to_day AND l.file_id <> f.id) AS others
            FROM bank_files f WHERE f.repeated > 0 AND f.set_aside_at IS NULL) WHERE others < repeated`,
  },
  {
    rule: 'bank-lines-have-one-place',
    sql: `SELECT file_id || ' ' || line AS subject, 'is in ' || places || ' places' AS detail FROM (
            SELECT l.file_id, l.line,
              (SELECT count(*) FROM bank_matches m WHERE m.file_id = l.file_id AND m.line = l.line)
              + (SELECT count(*) FROM bank_breaks b WHERE b.file_id = l.file_id AND b.line = l.line AND b.state IN ('open', 'resolved')) AS places
            FROM bank_lines l WHERE l.set_aside_at IS NULL) WHERE places <> 1`,
  },
  {
    // Of what the bank and the books both have.
    rule: 'bank-matches-are-ours',
    sql: `SELECT m.file_id || ' ' || m.line AS subject,
            'bank ' || l.cents || ', ours ' || coalesce(0 - sum(e.amount), 0) || ' by ' || m.operation_id AS detail
          FROM bank_matches m JOIN bank_lines l ON l.file_id = m.file_id AND l.line = m.line JOIN bank_sources s ON s.source = m.source
            LEFT JOIN entries e ON e.operation_id = m.operation_id AND +e.account_id = s.house_account AND e.asset = s.asset
          WHERE l.source = m.source GROUP BY m.file_id, m.line HAVING coalesce(0 - sum(e.amount), 0) <> l.cents
          UNION ALL SELECT m.file_id || ' ' || m.line, 'is of another source' FROM bank_matches m
            JOIN bank_lines l ON l.file_id = m.file_id AND l.line = m.line WHERE l.source <> m.source
          UNION ALL SELECT m.source || ' ' || m.operation_id, 'is matched and missing at once' FROM bank_matches m
            JOIN bank_breaks b ON b.source = m.source AND b.operation_id = m.operation_id
            WHERE m.set_aside_at IS NULL AND b.state IN ('open', 'resolved')`,
  },
  {
    // What is of a file counts as the file does, and two operators set it aside.
    rule: 'bank-files-are-set-aside-whole',
    sql: `SELECT l.file_id || ' ' || l.line AS subject, 'is not as its file' AS detail
          FROM bank_lines l JOIN bank_files f ON f.id = l.file_id WHERE l.set_aside_at IS NOT f.set_aside_at
          UNION ALL SELECT m.file_id || ' ' || m.line, 'is matched, and not as its file' FROM bank_matches m
            JOIN bank_files f ON f.id = m.file_id WHERE m.set_aside_at IS NOT f.set_aside_at
          UNION ALL SELECT b.id, 'is ' || b.state || ' of a file that is set aside' FROM bank_breaks b
            JOIN bank_files f ON f.id = b.file_id WHERE f.set_aside_at IS NOT NULL AND b.state IN ('open', 'resolved')
          UNION ALL SELECT f.id, 'is set aside without two operators' FROM bank_files f
            WHERE f.set_aside_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM bank_set_asides s
              WHERE s.file_id = f.id AND s.state = 'approved' AND s.decided_by <> s.proposed_by)
          UNION ALL SELECT s.id, 'was approved, and the file counts' FROM bank_set_asides s JOIN bank_files f ON f.id = s.file_id
            WHERE s.state = 'approved' AND f.set_aside_at IS NULL`,
  },
  {
    // What a bank says is there follows from what it said before, or somebody looks into it.
    rule: 'bank-balances-follow-or-are-breaks',
    sql: `WITH ${CLOSINGS} SELECT c.id AS subject, 'bank ' || c.cents || ', expected ' || c.expected || ' on ' || c.day AS detail
          FROM closings c LEFT JOIN bank_breaks b ON b.file_id = c.id AND b.kind = 'balance-differs' AND b.state = 'open'
          WHERE iif(c.explained, b.id IS NOT NULL, b.id IS NULL OR b.our_cents <> c.expected OR b.bank_cents <> c.cents)`,
  },
];
