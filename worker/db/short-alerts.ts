// Whom a tick's fired alerts reach by the channels beside e-mail: the switches and the language as they are now.

import type { TradedMetal } from '../domain/metals.ts';
import type { Language } from '../domain/settings-rules.ts';

export type ShortAlertRow = {
  /** Of the delivery in the log. */
  readonly id: string;
  readonly metal: TradedMetal;
  readonly direction: 'above' | 'below';
  readonly targetPriceCents: number;
  readonly priceCents: number;
  readonly at: number;
  readonly email: string;
  readonly phone: string;
  readonly language: Language;
  readonly bySms: 0 | 1;
  readonly byPush: 0 | 1;
};

export async function shortAlertsOfTick(
  db: D1Database,
  tickAt: number,
  limit: number,
): Promise<readonly ShortAlertRow[]> {
  const { results } = await db
    .prepare(
      `SELECT l.id, l.metal, l.direction, l.target_cents AS targetPriceCents, l.price_cents AS priceCents,
              l.price_at AS at, u.email, u.phone, s.language,
              s.notification_sms AS bySms, s.notification_push AS byPush
       FROM alert_deliveries l JOIN users u ON u.id = l.user_id JOIN settings s ON s.user_id = l.user_id
       WHERE l.tick = ?1 AND u.status = 'active' AND (s.notification_sms = 1 OR s.notification_push = 1)
       ORDER BY l.id LIMIT ?2`,
    )
    .bind(tickAt, limit)
    .run<ShortAlertRow>();
  return results;
}
