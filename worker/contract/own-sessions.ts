// A customer's devices and the log of what happened to the safety of the account.

import * as v from 'valibot';
import { TIME_CURSOR } from '../domain/cursors.ts';
import { cursor, nextCursor, pageLimit } from './page.ts';
import { SECURITY_EVENT_KINDS, SECURITY_LOG_PAGE, SECURITY_LOG_PAGE_MAX } from '../domain/security-events.ts';

export const OwnSession = v.object({
  id: v.string(),
  /** Browser and system, such as "Chrome · Windows"; null when the browser did not say. */
  device: v.nullable(v.string()),
  /** City and country, as far as the network knows them. */
  place: v.nullable(v.string()),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  current: v.boolean(),
});
export type OwnSession = v.InferOutput<typeof OwnSession>;

export const OwnSessions = v.object({ sessions: v.array(OwnSession) });
export type OwnSessions = v.InferOutput<typeof OwnSessions>;

export const SessionsEnded = v.object({ ended: v.number() });
export type SessionsEnded = v.InferOutput<typeof SessionsEnded>;

export const SecurityEvent = v.object({
  id: v.string(),
  kind: v.picklist(SECURITY_EVENT_KINDS),
  device: v.nullable(v.string()),
  place: v.nullable(v.string()),
  /** The name of what it happened to, such as a passkey's or a device's. */
  detail: v.nullable(v.string()),
  /** More than one for refused sign-ins, which are counted by the hour. */
  times: v.number(),
  at: v.string(),
});
export type SecurityEvent = v.InferOutput<typeof SecurityEvent>;

export const SecurityLog = v.object({
  events: v.array(SecurityEvent),
  nextCursor,
});
export type SecurityLog = v.InferOutput<typeof SecurityLog>;

export const SecurityLogQuery = v.object({
  limit: pageLimit(SECURITY_LOG_PAGE, SECURITY_LOG_PAGE_MAX),
  cursor: cursor(TIME_CURSOR),
});
export type SecurityLogQuery = v.InferOutput<typeof SecurityLogQuery>;
