// Whom a tick's crossings are told beyond the bell and e-mail: by the customers' own switches.

import type { AlertTerms } from '../domain/alerts.ts';
import type { Language } from '../domain/settings-rules.ts';

export type ChannelCrossing = AlertTerms & {
  readonly id: string;
  readonly priceCents: number;
  readonly priceAt: number;
  readonly phone: string;
  readonly email: string;
  readonly language: Language;
  readonly bySms: 0 | 1;
  readonly byPush: 0 | 1;
};

export async function channelCrossings(db: D1Database, tick: number): Promise<readonly ChannelCrossing[]> {
  const { results } = await db
    .prepare(
      `SELECT l.id, l.metal, l.direction, l.target_cents AS targetCents, l.price_cents AS priceCents,
              l.price_at AS priceAt, u.phone, u.email, s.language, s.notification_sms AS bySms,
              s.notification_push AS byPush
       FROM alert_deliveries l JOIN users u ON u.id = l.user_id JOIN settings s ON s.user_id = l.user_id
       WHERE l.tick = ?1 AND (s.notification_sms = 1 OR s.notification_push = 1)`,
    )
    .bind(tick)
    .run<ChannelCrossing>();
  return results;
}
