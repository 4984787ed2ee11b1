// What customers leave beside their operations, written by the functions that write it: sign-ins, letters, alerts that fire, statements,
// minutes of prices. Each is measured by the room that its rows take.

import { hashRefreshToken, newRefreshToken } from '../../../worker/auth/refresh-token.ts';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { minutesOf } from '../../../worker/db/old-minutes.ts';
import { mailStatement } from '../../../worker/db/outbox.ts';
import { rotateRefreshToken } from '../../../worker/db/sessions.ts';
import { METALS } from '../../../worker/domain/metals.ts';
import { DAY_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { SIMULATED_SEED, simulatedPrice } from '../../../worker/providers/simulated-walk.ts';
import { type LiveCandle, storeMinutes } from '../../../worker/services/candles.ts';
import type { Deps } from '../../../worker/services/deps.ts';
import { evaluateTick } from '../../../worker/services/evaluate-alerts.ts';
import { openSession } from '../../../worker/services/open-session.ts';
import { archiveRows } from '../../../worker/storage/archive.ts';
import { cronJobs, type Job } from './cron.ts';
import { depsOf, NOW, type Sizes, sizesOf } from './fill.ts';

const CLIENT = {
  addressKey: 'sample',
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  place: 'São Paulo, BR',
};
const TOKENS_OF_A_SESSION = 4;
/** What one batch takes. */
const PART_OF_A_DAY_MS = DAY_MS / 4;

export type Sampled = {
  /** Bytes of one row with its indexes, by table. */
  readonly bytesPerRow: Readonly<Record<string, number>>;
  /** Of a day of all minutes, compressed in the bucket. */
  readonly archivedDayBytes: number;
  readonly jobs: readonly Job[];
};

export async function sampled(db: NodeD1, samples: number): Promise<Sampled> {
  const deps = depsOf(db);
  const before = sizesOf(db);
  await signIns(deps, samples);
  await letters(deps, samples);
  await alerts(deps);
  const archivedDayBytes = await minutes(deps);
  // Statements are among what the cron makes.
  const jobs = await cronJobs(db);
  return { bytesPerRow: perRow(before, sizesOf(db)), archivedDayBytes, jobs };
}

/** A table that had none before is measured whole. */
function perRow(before: Sizes, after: Sizes): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after).flatMap(([table, { rows, bytes }]) => {
      const [oldRows, oldBytes] = [before[table]?.rows ?? 0, before[table]?.bytes ?? 0];
      if (rows === oldRows) return [];
      return [[table, oldRows === 0 ? bytes / rows : (bytes - oldBytes) / (rows - oldRows)]];
    }),
  );
}

type User = { readonly id: string; readonly email: string };

async function usersOf({ db }: Deps, limit: number): Promise<readonly User[]> {
  const { results } = await db
    .prepare('SELECT id, email FROM users WHERE email LIKE ? LIMIT ?')
    .bind('%.example', limit)
    .run<User>();
  return results;
}

async function signIns(deps: Deps, samples: number): Promise<void> {
  const { db } = deps;
  for (const user of await usersOf(deps, samples)) {
    const { statements, cookies } = await openSession(deps, user, { remember: true, client: CLIENT }, NOW);
    await db.batch([...statements]);
    let spentHash = hashRefreshToken(cookies.refresh ?? '');
    const sessionId = await db
      .prepare('SELECT session_id AS id FROM refresh_tokens WHERE token_hash = ?')
      .bind(spentHash)
      .first<string>('id');
    if (sessionId === null) throw new Error('a sign-in writes its token');
    for (let turn = 1; turn < TOKENS_OF_A_SESSION; turn += 1) {
      const successorHash = hashRefreshToken(newRefreshToken());
      await rotateRefreshToken(db, { sessionId, spentHash, successorHash, used: true }, NOW);
      spentHash = successorHash;
    }
  }
}

async function letters(deps: Deps, samples: number): Promise<void> {
  const { results } = await deps.db
    .prepare(
      `SELECT account_id AS userId, id AS transactionId, type AS side, metal, ounces_e4 AS ouncesE4, price_cents AS priceCents,
         subtotal_cents AS subtotalCents, fee_cents AS feeCents, total_cents AS totalCents, created_at AS at
       FROM transactions WHERE type IN ('buy', 'sell') LIMIT ?`,
    )
    .bind(samples)
    .run<Record<string, never>>();
  for (const { userId = '' as never, ...receipt } of results) {
    const message = { kind: 'trade-receipt', ...receipt } as never;
    await mailStatement(deps.db, {
      id: `receipt:${String(receipt['transactionId'])}`,
      userId,
      message,
      now: NOW,
    }).run();
  }
}

/** A price beyond every target. */
async function alerts(deps: Deps): Promise<void> {
  let at = NOW;
  for (const metal of ['gold', 'silver'] as const) {
    for (const priceCents of [99_000_000, 1]) {
      at += 1;
      await evaluateTick(deps, { at, metal, priceCents, priceAt: NOW });
    }
  }
}

/** A day of every series, and what it takes in the bucket. */
async function minutes({ db }: Deps): Promise<number> {
  const from = Date.parse('2026-01-05T00:00:00Z');
  for (let start = from; start < from + DAY_MS; start += PART_OF_A_DAY_MS) {
    const candles: LiveCandle[] = [];
    for (let startAt = start; startAt < start + PART_OF_A_DAY_MS; startAt += MINUTE_MS) {
      for (const metal of METALS)
        candles.push(candleOf(metal, simulatedPrice(SIMULATED_SEED, metal, startAt), startAt));
      candles.push(candleOf('usd-brl', 54_000 + (startAt % 700), startAt));
    }
    await storeMinutes(db, candles, NOW);
  }
  let stored = new Uint8Array();
  const bucket = {
    put: async (_key: string, body: Uint8Array) => void (stored = new Uint8Array(body)),
    get: async () => ({ arrayBuffer: async () => stored.buffer }),
  };
  const rows = await minutesOf(db, { kind: 'spot', from, to: from + DAY_MS });
  return (await archiveRows(bucket as unknown as R2Bucket, 'minutes/sample', rows)).bytes;
}

function candleOf(series: LiveCandle['series'], price: number, startAt: number): LiveCandle {
  const [high, low] = [price + (startAt % 37), price - (startAt % 41)];
  const candle = { startAt, open: price, high, low, close: price, lastAt: startAt + 59_000 };
  return { series, kind: 'spot', source: 'a vendor', licence: 'commercial', candle };
}
