// What a price source is, and the only code that reads its replies. A feed is hostile input: its body
// is capped, its redirects are not followed, its time is limited, its content type is checked and its shape is
// parsed. A fault is a value; nothing here throws, so one bad source never stops another.

import * as v from 'valibot';
import type { SourceFault } from '../domain/feed-report.ts';
import type { Calendar } from '../domain/market-hours.ts';
import type { LicenceClass, Observation, ObservationKind } from '../domain/price-rules.ts';
import { err, ok, type Result } from '../domain/result.ts';

export const FEED_TIMEOUT_MS = 4_000;
export const FEED_BODY_MAX_BYTES = 64 * 1024;

export type FeedFault = Exclude<SourceFault, 'internal'>;

export type FeedReply<T> = Result<{ readonly value: T; readonly receivedAt: number }, FeedFault>;

/** How a provider reaches its vendor; the hub owns the clock and the limits, a test may hand in its own. */
export type Feed = {
  readonly now: () => number;
  readonly json: <S extends v.GenericSchema<unknown, unknown>>(
    url: string,
    schema: S,
  ) => Promise<FeedReply<v.InferOutput<S>>>;
};

export type PollPart = Result<readonly Observation[], FeedFault>;

/** A source of metal prices or of the exchange rate. */
export type PriceProvider = {
  readonly name: string;
  readonly subject: 'metals' | 'rate';
  readonly kind: ObservationKind;
  readonly licence: LicenceClass;
  readonly calendar: Calendar;
  /** The vendor's own wish or quota: never polled more often, whatever PRICE_POLL_MS says. */
  readonly minIntervalMs: number;
  /** One poll, in parts that settle by themselves and never reject: a slow metal does not hold up the others. */
  readonly poll: (feed: Feed) => readonly Promise<PollPart>[];
};

export function feedOver(now: () => number, timeoutMs: number = FEED_TIMEOUT_MS): Feed {
  return { now, json: (url, schema) => readJson(url, schema, now, timeoutMs) };
}

async function readJson<S extends v.GenericSchema<unknown, unknown>>(
  url: string,
  schema: S,
  now: () => number,
  timeoutMs: number,
): Promise<FeedReply<v.InferOutput<S>>> {
  const text = await readText(url, timeoutMs);
  if (!text.ok) return text;
  let value: unknown;
  try {
    value = JSON.parse(text.value);
  } catch {
    return err('malformed');
  }
  const parsed = v.safeParse(schema, value);
  return parsed.success ? ok({ value: parsed.output, receivedAt: now() }) : err('unexpected-shape');
}

/** The time limit covers the last byte, not only the first: a body may drip for ever. */
async function readText(url: string, timeoutMs: number): Promise<Result<string, FeedFault>> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<Result<string, FeedFault>>((resolve) => {
    timer = setTimeout(() => {
      resolve(err('timeout'));
      abort.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([fetchText(url, abort.signal), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

async function fetchText(url: string, signal: AbortSignal): Promise<Result<string, FeedFault>> {
  try {
    const response = await fetch(url, {
      signal,
      redirect: 'manual',
      headers: { Accept: 'application/json', 'User-Agent': 'onca-price-hub/1' },
    });
    const fault = headFault(response);
    if (fault !== null) {
      await response.body?.cancel();
      return err(fault);
    }
    return await cappedText(response);
  } catch {
    return err('unreachable');
  }
}

function headFault(response: Response): FeedFault | null {
  if (response.status >= 300 && response.status < 400) return 'redirect';
  if (response.status !== 200) return 'status';
  const type = (response.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return type === 'application/json' || type.endsWith('+json') ? null : 'content-type';
}

/** The body, up to what a feed may send. */
export async function cappedText(response: Response): Promise<Result<string, FeedFault>> {
  if (response.body === null) return ok('');
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const chunk = await reader.read();
    if (chunk.done) return ok(text + decoder.decode());
    size += chunk.value.byteLength;
    if (size > FEED_BODY_MAX_BYTES) {
      await reader.cancel();
      return err('too-large');
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
}
