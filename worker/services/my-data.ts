// What a customer reads about the own data at once, and the complete copy (P64): asked for, made, fetched, removed.

import type { Client } from '../auth/client.ts';
import { signRecord } from '../auth/signing-keys.ts';
import type { MyData } from '../contract/my-data.ts';
import type { Refusal } from '../contract/problems.ts';
import {
  claimExports,
  type DataExport,
  findReadyExport,
  giveUpExport,
  listExports,
  noteRemoved,
  overdueExports,
  readyStatement,
  requestExport,
} from '../db/data-exports.ts';
import { isSubscribed } from '../db/newsletter.ts';
import { mailForEachStatement } from '../db/outbox.ts';
import { countRows, type Person, readRows } from '../db/personal-data.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { sha256Hex } from '../db/sha256.ts';
import { findProfile } from '../db/users.ts';
import { deviceOf } from '../domain/devices.ts';
import { DATA_TOPICS, EXPORT_EVERY_MS, EXPORT_KEPT_MS } from '../domain/personal-data.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Language } from '../domain/settings-rules.ts';
import { iso, MINUTE_MS } from '../domain/time.ts';
import { copyOf, readCopy, removeCopies, storeCopy } from '../storage/data-copy.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { allStatementFiles } from './statement-files.ts';

/** Of the page; there is one a day at most. */
const EXPORTS_SHOWN = 5;

async function personOf(deps: Pick<Deps, 'db'>, userId: string): Promise<Person | null> {
  const profile = await findProfile(deps.db, userId);
  if (profile === null) return null;
  return { userId, provedEmail: profile.emailConfirmedAt === null ? null : profile.email };
}

export async function readMyData(deps: Deps, userId: string): Promise<MyData> {
  const person = await personOf(deps, userId);
  if (person === null) throw new Error('A live session names a customer who does not exist');
  const [counted, exports, newsletter] = await Promise.all([
    countRows(deps.db, person),
    listExports(deps.db, userId, EXPORTS_SHOWN),
    person.provedEmail === null ? null : isSubscribed(deps.db, person.provedEmail),
  ]);
  const now = deps.now();
  const last = exports.find(({ state }) => state !== 'failed');
  const nextAt = last === undefined ? 0 : last.requestedAt + EXPORT_EVERY_MS;
  return {
    topics: DATA_TOPICS.map((topic) => ({
      topic,
      records: counted.reduce((sum, { entry, rows }) => (entry.topic === topic ? sum + rows : sum), 0),
    })),
    newsletter,
    exports: exports.map(({ id, requestedAt, state, expiresAt, bytes, sha256 }) => ({
      id,
      requestedAt: iso(requestedAt),
      state: state === 'ready' && (expiresAt ?? 0) <= now ? 'removed' : state,
      expiresAt: expiresAt === null ? null : iso(expiresAt),
      bytes,
      sha256,
    })),
    nextExportAt: nextAt > now ? iso(nextAt) : null,
  };
}

export type ExportRefusal = Refusal<'ExportTooSoon'>;

/** Stored, then made in work that outlives the reply; the cron makes what a dying run has left. */
export async function askForCopy(
  deps: Deps,
  command: { readonly userId: string; readonly language: Language; readonly client: Client },
): Promise<Result<null, ExportRefusal>> {
  const { userId, language, client } = command;
  const { db } = deps;
  const now = deps.now();
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  const stored = await requestExport(
    db,
    { id: deps.newId(), userId, requestedAt: now, language, notSince: now - EXPORT_EVERY_MS },
    securityEventStatement(
      db,
      { id: deps.newId(), userId, kind: 'data-export-requested', at: now, ...where },
      { ifChanged: true },
    ),
  );
  if (!stored) {
    const [last] = await listExports(db, userId, 1);
    const freeAt = (last?.requestedAt ?? now) + EXPORT_EVERY_MS;
    return err({ code: 'ExportTooSoon', retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now) / 1000)) });
  }
  deps.defer(makeCopies(deps));
  return ok(null);
}

const CLAIM_MS = 2 * MINUTE_MS;
const MADE_AT_ONCE = 3;
const ATTEMPTS_MAX = 5;

/** For the minute cron and after a request. */
export async function makeCopies(deps: Deps): Promise<number> {
  const now = deps.now();
  const claimed = await claimExports(deps.db, { now, until: now + CLAIM_MS, limit: MADE_AT_ONCE });
  for (const wanted of claimed) await makeCopy(deps, wanted);
  return claimed.length;
}

async function makeCopy(deps: Deps, wanted: DataExport): Promise<void> {
  const { db, env } = deps;
  const { id, userId, language } = wanted;
  const person = await personOf(deps, userId);
  if (person === null || wanted.attempts > ATTEMPTS_MAX) return giveUpExport(db, id);
  const tables = await readRows(db, person);
  const statements = await allStatementFiles(deps, userId, language);
  const made = await copyOf({ tables, language, at: deps.now(), userId, statements }, (content) =>
    signRecord(env, 'export', content),
  );
  const sha256 = await sha256Hex(made);
  await storeCopy(env.MEDIA, id, made, sha256);
  const now = deps.now();
  const expiresAt = now + EXPORT_KEPT_MS;
  const message = JSON.stringify({ kind: 'data-export-ready', expiresAt });
  const [ready] = await db.batch([
    readyStatement(db, { id, now, expiresAt, bytes: made.byteLength, sha256 }),
    mailForEachStatement(db, {
      kind: 'data-export-ready',
      rows: `SELECT id, user_id, ?2 AS message FROM data_exports WHERE id = ?1 AND ready_at = ?3`,
      params: [id, message, now],
      now,
      origin: deps.origin,
    }),
  ]);
  // The account was closed meanwhile: nobody will fetch it.
  if (ready?.meta.changes !== 1) await removeCopies(env.MEDIA, [id]);
  deliverSoon(deps);
}

export type FetchedCopy = { readonly body: ReadableStream; readonly bytes: number; readonly name: string };

/** The file, to its owner; each time is a line of the security log. */
export async function fetchCopy(
  deps: Deps,
  wanted: { readonly id: string; readonly userId: string; readonly client: Client },
): Promise<Result<FetchedCopy, Refusal<'NotFound'>>> {
  const { id, userId, client } = wanted;
  const now = deps.now();
  const found = await findReadyExport(deps.db, { id, userId }, now);
  const object = found === null ? null : await readCopy(deps.env.MEDIA, id);
  if (found === null || object === null) return err({ code: 'NotFound' });
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  await securityEventStatement(deps.db, {
    id: deps.newId(),
    userId,
    kind: 'data-export-fetched',
    at: now,
    ...where,
  }).run();
  const name = `onca-${iso(found.requestedAt).slice(0, 10)}.zip`;
  return ok({ body: object.body, bytes: object.size, name });
}

const REMOVED_AT_ONCE = 500;

/** For the minute cron: files whose seven days are over leave the bucket, and then their row says so. */
export async function removeOldCopies(deps: Deps): Promise<number> {
  const ids = await overdueExports(deps.db, deps.now(), REMOVED_AT_ONCE);
  if (ids.length === 0) return 0;
  await removeCopies(deps.env.MEDIA, ids);
  await noteRemoved(deps.db, ids);
  return ids.length;
}
