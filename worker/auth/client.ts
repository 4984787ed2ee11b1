// The sender of a request, as the network reports it: for limits, the sign-in notice and the device list.

import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { subscriberOf } from '../domain/session-rules.ts';
import type { AppEnv } from '../http/hono.ts';
import { readDeviceCookie } from './cookies.ts';
import { keysFor } from './secrets.ts';

/** Of an IPv6 address. */
const ADDRESS_MAX_CHARACTERS = 45;

export type Client = {
  /** A hash of the subscriber's address: limits need to tell addresses apart, not to know them. */
  readonly addressKey: string;
  /** For the operators' log, which keeps it of operators alone; nothing else stores it. */
  readonly address?: string | undefined;
  readonly userAgent: string | undefined;
  /** City and country as the edge knows them, such as "Curitiba, BR". */
  readonly place: string | undefined;
  /** The secret of a browser that has signed a customer in before. */
  readonly deviceToken?: string | undefined;
};

export function clientOf(c: Context<AppEnv>): Client {
  const from = c.req.header('CF-Connecting-IP') ?? '';
  return {
    addressKey: anonymousKey(subscriberOf(from), c.env.SESSION_SECRET),
    address: from === '' ? undefined : from.slice(0, ADDRESS_MAX_CHARACTERS),
    userAgent: c.req.header('User-Agent'),
    place: placeOf(c.req.raw.cf, c.env.ENVIRONMENT),
    deviceToken: readDeviceCookie(c),
  };
}

/** On a developer's machine there is no edge, and what the local runtime reports is made up. */
export function placeOf(edge: unknown, environment: string): string | undefined {
  if (environment === 'local') return undefined;
  const { city, country } = (edge ?? {}) as { city?: string; country?: string };
  const place = [city, country].filter((part) => part !== undefined && part !== '').join(', ');
  return place === '' ? undefined : place;
}

/** A key for counting that cannot be read back without the Worker's secret. */
export function anonymousKey(text: string, secret: string): string {
  const [key] = keysFor(secret, 'anonymous-key');
  return createHmac('sha256', key.bytes).update(text).digest('base64url');
}
