// What `npm run restore` does, apart from where it is asked: makes a state of a backup beside the place where it shall be, applies the
// migrations that came later, looks whether it is sound, and moves it there. What is refused has changed nothing.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publicKeys, type SigningSettings } from '../auth/signing-keys.ts';
import { verifyCloses } from '../services/verify-closes.ts';
import { verifyStatements } from '../services/verify-statements.ts';
import { verifyAuditLog } from './audit-verify-database.ts';
import { type BackupManifest, NoBackup, readBackup } from './backup-manifest.ts';
import { missingObjects, readObjects } from './backup-objects.ts';
import { linesOf, readRows } from './canonical-rows.ts';
import { inspectBooks } from './inspect-books.ts';
import { compareKeys } from './kept-keys.ts';
import { MIGRATIONS, sqlOf } from './migration-files.ts';
import { NodeD1 } from './node-d1.ts';
import { type Buckets, hubFile } from './state-buckets.ts';

export type Place = {
  /** A folder as ONCA_STATE names one. */
  readonly state: string;
  /** What is there is kept under another name. Otherwise there must be nothing. */
  readonly replace: boolean;
  /** Of this machine: the keys are compared with those of then. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Opens the buckets of a state, and makes the file of its database. */
  readonly withBuckets: <T>(state: string, work: (buckets: Buckets) => Promise<T>) => Promise<T>;
  readonly databaseFile: (state: string) => string | null;
};

export type Finding = { readonly isGood: boolean; readonly text: string };

export type Restored = {
  readonly manifest: BackupManifest;
  readonly applied: readonly string[];
  readonly findings: readonly Finding[];
  /** Where the state is that was there before. */
  readonly before: string | null;
  /** Of the state's database. */
  readonly database: string;
};

export async function putBack(folder: string, place: Place): Promise<Restored> {
  const { state, replace } = place;
  const isTaken = existsSync(state) && readdirSync(state).length > 0;
  if (isTaken && !replace)
    throw new NoBackup(`${state} is not empty. With --replace it is kept beside it, under another name.`);
  const manifest = await readBackup(folder);
  const later = laterMigrations(folder, manifest);
  const unfinished = `${state}.restoring`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  try {
    await place.withBuckets(unfinished, async (buckets) => {
      for (const [name, bucket] of Object.entries(buckets)) await readObjects(bucket, name, folder);
    });
    const file = place.databaseFile(unfinished);
    if (file === null) throw new Error(`no database in ${unfinished}`);
    fill(file, folder, 'database', later);
    for (const hub of manifest.hubs) {
      const path = hubFile(unfinished, hub);
      mkdirSync(dirname(path), { recursive: true });
      fill(path, folder, `hub/${hub}`, []);
    }
    const findings = await inspect(file, folder, manifest, place.settings);
    const before = isTaken ? `${state}.before-${manifest.sha256.slice(0, 8)}-${Date.now()}` : null;
    if (before !== null) renameSync(state, before);
    else rmSync(state, { recursive: true, force: true });
    renameSync(unfinished, state);
    return { manifest, applied: later, findings, before, database: file.replace(unfinished, state) };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Those of this release that the backup does not have; it must have begun like ours. */
function laterMigrations(folder: string, { level }: BackupManifest): string[] {
  const [columns, ...rows] = [...linesOf(join(folder, 'database', 'd1_migrations.jsonl'))] as string[][];
  const at = columns?.indexOf('name') ?? -1;
  const had = rows.map((row) => row[at]);
  const stranger = had.find((name, index) => name !== MIGRATIONS[index]);
  if (stranger !== undefined)
    throw new NoBackup(
      `It has the migration ${stranger}, which this release does not have there: take the release that made it.`,
    );
  if (had.at(-1) !== level) throw new NoBackup(`Its last migration is ${had.at(-1)}, and not ${level}.`);
  return MIGRATIONS.slice(had.length);
}

function fill(file: string, folder: string, under: string, migrations: readonly string[]): void {
  const db = new NodeD1(file);
  try {
    // Nothing else reads it before it is whole.
    db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -100000');
    db.confine();
    readRows(db, folder, under);
    for (const name of migrations) {
      // In one step with the line that says so, as wrangler writes it.
      db.exec(`BEGIN; ${sqlOf(name)}\nINSERT INTO d1_migrations (name) VALUES ('${name}'); COMMIT;`);
    }
    db.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

async function inspect(
  file: string,
  folder: string,
  { keys, hubs }: BackupManifest,
  settings: Place['settings'],
): Promise<Finding[]> {
  const database = new NodeD1(file, { readOnly: true });
  const db = database as unknown as D1Database;
  try {
    const ownKeys = publicKeys(settings as unknown as SigningSettings);
    const { findings } = await inspectBooks(db);
    const closes = await verifyCloses(db, ownKeys);
    const statements = await verifyStatements(db, ownKeys);
    const audit = await verifyAuditLog(db, { part: false, expect: null });
    const missing = await missingObjects(db, folder);
    const [integrity] = await database.prepare('PRAGMA integrity_check(1)').raw();
    return [
      finding(
        integrity?.[0] === 'ok' ? [] : [String(integrity?.[0])],
        'The file is sound.',
        'The file is not sound',
      ),
      finding(
        findings.map(({ rule, subject, detail }) => `${rule}: ${subject}: ${detail}`),
        'The books agree.',
        'The books do not agree',
      ),
      finding(
        closes.differences.map(({ day, value }) => `${day} ${value}`),
        `${closes.days} closes hold${closes.last === null ? '' : `; the last one is ${closes.last.day}:${closes.last.hash}`}.`,
        'Closes do not hold',
      ),
      finding(statements.differences, `${statements.statements} statements hold.`, 'Statements do not hold'),
      finding(
        audit.broken === null ? [] : [`line ${audit.broken.seq} ${audit.broken.kind}`],
        `${audit.lines} lines of the audit log hold.`,
        'The audit log does not hold',
      ),
      finding(
        missing,
        'Every file that the database names is there.',
        'Files that the database names are not there',
      ),
      ...compareKeys(keys, settings).map(({ isThere, text }) => ({ isGood: isThere, text: `${text}.` })),
      ...(hubs.length > 0 ? [] : await switchesOf(db)),
    ];
  } finally {
    database.close();
  }
}

const SHOWN = 10;

function finding(wrong: readonly string[], good: string, bad: string): Finding {
  if (wrong.length === 0) return { isGood: true, text: good };
  const more = wrong.length > SHOWN ? `, and ${wrong.length - SHOWN} more` : '';
  return { isGood: false, text: `${bad} (${wrong.length}): ${wrong.slice(0, SHOWN).join('; ')}${more}.` };
}

/** What operators had switched in a hub that is not in the backup, as the audit log says it. */
async function switchesOf(db: D1Database): Promise<Finding[]> {
  const last = async (...actions: string[]) =>
    db
      .prepare(`SELECT action FROM audit_log WHERE action IN (?1, ?2) ORDER BY seq DESC LIMIT 1`)
      .bind(...actions)
      .first<string>('action');
  const [feed, incident] = [
    await last('feed.paused', 'feed.resumed'),
    await last('incident.announced', 'incident.ended'),
  ];
  return [
    { isGood: true, text: 'The price hub was not in the backup: it begins anew with the next prices.' },
    ...(feed === 'feed.paused'
      ? [{ isGood: false, text: 'Quoting was paused: pause it again at /admin/feed.' }]
      : []),
    ...(incident === 'incident.announced'
      ? [{ isGood: false, text: 'An incident was announced: look at /admin/incident.' }]
      : []),
  ];
}
