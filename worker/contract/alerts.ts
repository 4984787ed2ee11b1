// /api/alerts: what a customer watches for, and the log of the crossings that were reported to them.

import * as v from 'valibot';
import { TIME_CURSOR } from '../domain/cursors.ts';
import { cursor, nextCursor, pageLimit } from './page.ts';
import { ALERT_CHANNELS, ALERT_DIRECTIONS, ALERT_TARGET_MAX_CENTS } from '../domain/alerts.ts';
import { TRADED_METALS } from '../domain/metals.ts';
import { Cents, IsoTime } from './money.ts';
import type { RuleCode } from './rule-texts.ts';

export const Alert = v.object({
  id: v.string(),
  metal: v.picklist(TRADED_METALS),
  direction: v.picklist(ALERT_DIRECTIONS),
  targetPriceCents: Cents,
  isActive: v.boolean(),
  /** `armed`: reports the next crossing. `fired`: beyond its target; armed again at `rearmPriceCents`. */
  state: v.picklist(['armed', 'fired']),
  rearmPriceCents: Cents,
  createdAt: IsoTime,
  lastFiredAt: v.nullable(IsoTime),
});
export type Alert = v.InferOutput<typeof Alert>;

export const AlertList = v.object({
  alerts: v.array(Alert),
  /** How many a customer may have. */
  limit: v.number(),
  /** How crossings are told beside the bell: the switches of the settings that are on, of channels that exist here. */
  by: v.array(v.picklist(ALERT_CHANNELS)),
});
export type AlertList = v.InferOutput<typeof AlertList>;

const TARGET_RULE = 'targetPrice' satisfies RuleCode;

export const NewAlert = v.object({
  metal: v.picklist(TRADED_METALS),
  direction: v.picklist(ALERT_DIRECTIONS),
  targetPriceCents: v.pipe(
    v.number(TARGET_RULE),
    v.safeInteger(TARGET_RULE),
    v.minValue(1, TARGET_RULE),
    v.maxValue(ALERT_TARGET_MAX_CENTS, TARGET_RULE),
  ),
});
export type NewAlert = v.InferOutput<typeof NewAlert>;

export const AlertSwitch = v.object({ isActive: v.boolean() });

export const AlertDelivery = v.object({
  id: v.string(),
  alertId: v.string(),
  metal: v.picklist(TRADED_METALS),
  direction: v.picklist(ALERT_DIRECTIONS),
  targetPriceCents: Cents,
  /** The price that crossed the target, and its time. */
  priceCents: Cents,
  priceAt: IsoTime,
  readAt: v.nullable(IsoTime),
  /** The state of the e-mail; null when it is too old to be kept. */
  email: v.nullable(v.picklist(['off', 'waiting', 'sent', 'failed'])),
});
export type AlertDelivery = v.InferOutput<typeof AlertDelivery>;

export const AlertLog = v.object({
  deliveries: v.array(AlertDelivery),
  unread: v.number(),
  nextCursor,
});
export type AlertLog = v.InferOutput<typeof AlertLog>;

export const ALERT_LOG_PAGE = { default: 20, max: 100 } as const;

export const AlertLogQuery = v.object({
  limit: pageLimit(ALERT_LOG_PAGE.default, ALERT_LOG_PAGE.max),
  cursor: cursor(TIME_CURSOR),
});
export type AlertLogQuery = v.InferOutput<typeof AlertLogQuery>;

/** Everything up to the newest one that the customer saw: a later one stays unread. */
export const AlertsRead = v.object({ upTo: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/u)) });
export const UnreadCount = v.object({ unread: v.number() });
