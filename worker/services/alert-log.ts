// The log of reported crossings, page by page, and what of it is unread.

import type { AlertDelivery, AlertLog, AlertLogQuery } from '../contract/alerts.ts';
import { markRead, pageOfDeliveries, type DeliveryPlace, type DeliveryRow } from '../db/alert-deliveries.ts';
import type { Deps } from './deps.ts';

export async function pageOfAlertLog(
  deps: Pick<Deps, 'db'>,
  userId: string,
  query: AlertLogQuery,
): Promise<AlertLog> {
  const { rows, unread } = await pageOfDeliveries(deps.db, {
    userId,
    after: query.cursor === undefined ? null : placeOf(query.cursor),
    // One more than is shown tells whether there is a next page.
    limit: query.limit + 1,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    deliveries: shown.map(viewDelivery),
    unread,
    nextCursor: rows.length > query.limit && last !== undefined ? `${last.tick}.${last.id}` : null,
  };
}

export async function markAlertsRead(
  deps: Pick<Deps, 'db' | 'now'>,
  userId: string,
  upTo: string,
): Promise<{ readonly unread: number }> {
  return { unread: await markRead(deps.db, { userId, upTo, now: deps.now() }) };
}

/** The schema has seen to its form; a place that never was is an empty page. */
function placeOf(cursor: string): DeliveryPlace {
  const at = cursor.indexOf('.');
  return { tick: Number(cursor.slice(0, at)), id: cursor.slice(at + 1) };
}

function viewDelivery(row: DeliveryRow): AlertDelivery {
  return {
    id: row.id,
    alertId: row.alertId,
    metal: row.metal,
    direction: row.direction,
    targetPriceCents: row.targetCents,
    priceCents: row.priceCents,
    priceAt: new Date(row.priceAt).toISOString(),
    readAt: row.readAt === null ? null : new Date(row.readAt).toISOString(),
    email: mailOf(row),
  };
}

function mailOf({ byEmail, mailState }: DeliveryRow): AlertDelivery['email'] {
  if (byEmail === 0) return 'off';
  return mailState === 'dead' ? 'failed' : mailState;
}
