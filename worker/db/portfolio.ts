// What a customer owns, read in one statement, so that cash, holdings and pending money are of one moment.
// The same expression writes the post-state of an operation (worker/ledger/reply.ts) and answers GET /api/portfolio.

import { BONUS_HOLD_MS } from '../domain/limits.ts';
import type { StoredPortfolio } from '../domain/portfolio.ts';
import type { TradedMetal } from '../domain/metals.ts';
import type { Position } from '../domain/quotes.ts';

/** Ounces of holding `h` of account `a` that may not be sold: none once the bonus is due, also before a batch writes that (P7). */
export const heldE4 = (now: string): string =>
  `iif(a.bonus_since <= ${now} - ${BONUS_HOLD_MS}, 0, coalesce(h.held_ounces_e4, 0))`;

/** JSON of the facts of account `a` at the moment bound as `now`. */
export const factsJson = (now: string): string => `json_object(
  'cashCents', a.cash_cents,
  'pendingCashCents', (SELECT coalesce(sum(d.amount_cents), 0) FROM deposits d WHERE d.account_id = a.id AND d.status = 'pending' AND d.method <> 'pix'),
  'bonusClaimed', json(iif(EXISTS (SELECT 1 FROM operations b WHERE b.account_id = a.id AND b.kind = 'bonus'), 'true', 'false')),
  'bonusClock', json_object('netPurchasesCents', a.net_purchases_cents, 'bonusSince', a.bonus_since),
  'holdings', json((SELECT json_group_array(json_object(
      'metal', h.metal, 'ouncesE4', h.ounces_e4, 'heldOuncesE4', ${heldE4(now)},
      'costBasisCents', h.cost_basis_cents, 'realisedGainCents', h.realised_gain_cents, 'boughtCents', h.bought_cents))
    FROM holdings h WHERE h.account_id = a.id)))`;

/** Null when there is no such account. */
export async function readStoredPortfolio(
  db: D1Database,
  accountId: string,
  now: number,
): Promise<StoredPortfolio | null> {
  const row = await db
    .prepare(`SELECT ${factsJson('?2')} AS facts FROM accounts a WHERE a.id = ?1 AND a.kind = 'customer'`)
    .bind(accountId, now)
    .first<{ facts: string }>();
  return row === null ? null : (JSON.parse(row.facts) as StoredPortfolio);
}

/** What the customer has to trade `metal` with, and what the vault has to sell. */
export async function readPosition(
  db: D1Database,
  accountId: string,
  metal: TradedMetal,
  now: number,
): Promise<(Position & { readonly freeStockE4: number }) | null> {
  return db
    .prepare(
      `SELECT a.cash_cents AS cashCents, coalesce(h.ounces_e4, 0) AS ouncesE4, ${heldE4('?3')} AS heldOuncesE4,
         (SELECT free_e4 FROM stock WHERE metal = ?2) AS freeStockE4
       FROM accounts a LEFT JOIN holdings h ON h.account_id = a.id AND h.metal = ?2
       WHERE a.id = ?1 AND a.kind = 'customer'`,
    )
    .bind(accountId, metal, now)
    .first<Position & { readonly freeStockE4: number }>();
}

/** What an account has bought and sold for since a moment, fees included; the arguments are places such as `?2`, or columns. */
export const tradedSql = (
  who: string,
  since: string,
): string => `(SELECT coalesce(sum(total_cents), 0) FROM transactions
  WHERE account_id = ${who} AND created_at > ${since} AND type IN ('buy', 'sell'))`;
