// The log of reported crossings, page by page, and what of it is unread.

import type { AlertDelivery, AlertLog, AlertLogQuery } from '../contract/alerts.ts';
import { markRead, pageOfDeliveries, type DeliveryRow } from '../db/alert-deliveries.ts';
import type { Deps } from './deps.ts';
import { pageOf } from './page.ts';
import { iso } from '../domain/time.ts';

export async function pageOfAlertLog(
  deps: Pick<Deps, 'db'>,
  userId: string,
  query: AlertLogQuery,
): Promise<AlertLog> {
  const { rows, unread } = await pageOfDeliveries(deps.db, {
    userId,
    after: query.cursor,
    limit: query.limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, query.limit, (row) => [row.tick, row.id], viewDelivery);
  return { deliveries: items, unread, nextCursor };
}

export async function markAlertsRead(
  deps: Pick<Deps, 'db' | 'now'>,
  userId: string,
  upTo: string,
): Promise<{ readonly unread: number }> {
  return { unread: await markRead(deps.db, { userId, upTo, now: deps.now() }) };
}

function viewDelivery(row: DeliveryRow): AlertDelivery {
  return {
    id: row.id,
    alertId: row.alertId,
    metal: row.metal,
    direction: row.direction,
    targetPriceCents: row.targetCents,
    priceCents: row.priceCents,
    priceAt: iso(row.priceAt),
    readAt: row.readAt === null ? null : iso(row.readAt),
    email: mailOf(row),
  };
}

function mailOf({ byEmail, mailState }: DeliveryRow): AlertDelivery['email'] {
  if (byEmail === 0) return 'off';
  return mailState === 'dead' ? 'failed' : mailState;
}
