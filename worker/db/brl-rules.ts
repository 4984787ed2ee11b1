// Rules of the nightly check about reais (P95): each deposit was exchanged as was agreed, each payment is where its state says, and
// nothing else moved the bank account in reais.

import type { LedgerRuleCheck } from './ledger-check.ts';

/** What the settlement of deposit `b` did to an account of the house, in an asset. */
const moved = (account: string, asset: 'usd' | 'brl'): string =>
  `(SELECT coalesce(sum(e.amount), 0) FROM entries e
    WHERE e.operation_id = d.settlement_id AND +e.account_id = '${account}' AND e.asset = '${asset}')`;

/** Of payments in these states. */
const paymentsIn = (...states: readonly string[]): string =>
  `(SELECT coalesce(sum(brl_cents), 0) FROM brl_payments WHERE state IN (${states.map((state) => `'${state}'`).join(', ')}))`;

const entriesOf = (account: string): string =>
  `(SELECT coalesce(sum(amount), 0) FROM entries WHERE account_id = '${account}' AND asset = 'brl')`;

/** Only deposits and payments that were not credited at once move these; withdrawals, disputes and reversals have operations of their own. */
const movedBy = (account: string, asset: 'usd' | 'brl', kinds: string): string =>
  `(SELECT coalesce(sum(e.amount), 0) FROM entries e JOIN operations o ON o.id = e.operation_id
    WHERE e.account_id = '${account}' AND e.asset = '${asset}' AND o.kind IN (${kinds}))`;

/** Up to the centavo (domain/pix.ts). */
const share = (of: string, tenThousandths: string): string => `((${of}) * ${tenThousandths} + 9999) / 10000`;

export const BRL_RULES: readonly LedgerRuleCheck[] = [
  {
    // Of a TED the exchange may have what is left of less than one cent of a dollar.
    rule: 'reais-cost-what-was-agreed',
    sql: `SELECT id AS subject, method || ' of ' || usd_cents || ' at ' || rate_e4 || ' costs ' || brl_cents || ' by tariff ' || coalesce(tariff_id, 'none') AS detail
          FROM (SELECT n.*, ${share('dollars + spread', 'iof_bp')} AS iof, ${share('usd_cents + 1', 'rate_e4')} AS next FROM (
            SELECT c.*, ${share('dollars', 'spread_bp')} AS spread FROM (
              SELECT b.*, ${share('b.usd_cents', 'b.rate_e4')} AS dollars, x.state AS tariff_state, x.from_day, x.spread_bp AS its_spread, x.iof_bp AS its_iof,
                date(b.created_at / 1000, 'unixepoch', '-3 hours') AS day
              FROM brl_deposits b LEFT JOIN exchange_tariffs x ON x.id = b.tariff_id) AS c) AS n)
          WHERE (spread_brl_cents, iof_brl_cents) <> (spread, iof)
            OR CASE method WHEN 'pix' THEN exchange_brl_cents <> dollars ELSE exchange_brl_cents NOT BETWEEN dollars AND next END
            OR (spread_bp, iof_bp) <> (coalesce(its_spread, 0), coalesce(its_iof, 0))
            OR (tariff_id IS NOT NULL AND (tariff_state <> 'announced' OR from_day > day))`,
  },
  {
    rule: 'payments-in-reais-go-on',
    sql: `SELECT p.id AS subject, p.state || ', and nobody tries it again' AS detail FROM brl_payments p
          WHERE p.state IN ('waiting', 'refunding') AND p.next_try_at IS NULL AND p.held_at IS NULL
          UNION ALL
          SELECT p.id, 'credited, and its payer is nobody' FROM brl_payments p WHERE p.state = 'credited' AND p.payer_mac IS NULL
          UNION ALL
          SELECT p.id, 'credited, and the bank took it after the end' FROM brl_payments p JOIN brl_deposits b ON b.id = p.deposit_id
          WHERE p.state = 'credited' AND p.paid_at >= b.expires_at`,
  },
  {
    rule: 'reais-were-exchanged-as-agreed',
    sql: `SELECT id AS subject, state || ': ' || brl_cents || ' reais and ' || usd_cents || ' dollars, entries ' || pix || ' ' || fx || ' ' || spread
            || ' ' || tax || ' ' || usd AS detail
          FROM (SELECT b.*, ${moved('house:pix', 'brl')} AS pix, ${moved('house:fx', 'brl')} AS fx,
              ${moved('house:fee-income', 'brl')} AS spread, ${moved('house:taxes', 'brl')} AS tax, ${moved('house:fx', 'usd')} AS usd
            FROM brl_deposits b JOIN deposits d ON d.id = b.id WHERE d.status = 'completed')
          WHERE (pix, fx, spread, tax, usd) <> (-brl_cents, exchange_brl_cents, spread_brl_cents, iof_brl_cents, -usd_cents)`,
  },
  {
    rule: 'deposits-in-reais-are-as-they-say',
    sql: `SELECT d.id AS subject, d.method || ' ' || d.status || ', in reais ' || coalesce(b.state, 'nothing') AS detail
          FROM deposits d LEFT JOIN brl_deposits b ON b.id = d.id
          WHERE (d.method IN ('pix', 'ted')) <> (b.id IS NOT NULL)
            OR (b.id IS NOT NULL AND ((d.account_id, d.amount_cents, d.method, d.gateway, d.fee_cents) <> (b.account_id, b.usd_cents, b.method, b.gateway, 0)
              OR d.status <> CASE b.state WHEN 'active' THEN 'pending' WHEN 'expired' THEN 'failed' ELSE 'completed' END))
          UNION ALL
          SELECT b.id, b.state || ', paid by ' || coalesce(p.id || ' with ' || p.brl_cents, 'nothing')
          FROM brl_deposits b LEFT JOIN brl_payments p ON p.deposit_id = b.id AND p.state = 'credited'
          WHERE (b.state IN ('active', 'expired')) <> (p.id IS NULL) OR p.brl_cents <> b.brl_cents OR p.account_id <> b.account_id`,
  },
  {
    rule: 'payments-in-reais-arrived-once',
    sql: `SELECT p.id AS subject, p.state || ' ' || p.brl_cents || ', arrived with ' || coalesce(-sum(e.amount), 0) AS detail
          FROM brl_payments p LEFT JOIN entries e ON e.operation_id = p.arrival_id AND +e.account_id = 'house:pix' AND e.asset = 'brl'
          GROUP BY p.gateway, p.id HAVING coalesce(-sum(e.amount), 0) <> p.brl_cents
          UNION ALL
          SELECT p.id, 'went back with ' || coalesce(sum(e.amount), 0) || ' of ' || p.brl_cents
          FROM brl_payments p LEFT JOIN entries e ON e.operation_id = p.end_id AND +e.account_id = 'house:pix' AND e.asset = 'brl'
          WHERE p.state = 'refunded' GROUP BY p.gateway, p.id HAVING coalesce(sum(e.amount), 0) <> p.brl_cents`,
  },
  {
    rule: 'reais-went-back-by-hand-as-two-say',
    sql: `SELECT h.id AS subject, h.state || ', its payment is ' || p.state || ', ended by ' || coalesce(o.request_hash, 'nothing') AS detail
          FROM hand_refunds h JOIN brl_payments p ON p.gateway = h.gateway AND p.id = h.payment_id
            LEFT JOIN operations o ON o.id = p.end_id
          WHERE (h.state = 'approved') <> coalesce(p.state = 'refunded' AND p.held_at IS NOT NULL AND o.request_hash = h.id, 0)`,
  },
  {
    rule: 'reais-are-where-they-say',
    sql: `SELECT account AS subject, 'entries ' || entries || ', due ' || due AS detail FROM (
            SELECT 'house:pix-waiting' AS account, ${entriesOf('house:pix-waiting')} AS entries, ${paymentsIn('waiting', 'unknown')} AS due
            UNION ALL
            SELECT 'house:pix-refunds', ${entriesOf('house:pix-refunds')}, ${paymentsIn('refunding')}
            UNION ALL
            SELECT 'house:pix', -${movedBy('house:pix', 'brl', "'settlement', 'reais'")},
              ${paymentsIn('credited', 'waiting', 'unknown', 'refunding')}
            UNION ALL
            SELECT 'house:fx in reais', ${movedBy('house:fx', 'brl', "'settlement'")},
              (SELECT coalesce(sum(exchange_brl_cents), 0) FROM brl_deposits WHERE paid_at IS NOT NULL)
            UNION ALL
            SELECT 'house:fx in dollars', -${movedBy('house:fx', 'usd', "'settlement'")},
              (SELECT coalesce(sum(usd_cents), 0) FROM brl_deposits WHERE paid_at IS NOT NULL))
          WHERE entries <> due`,
  },
];
