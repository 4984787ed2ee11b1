// `npm run backup` and `npm run restore`: a populated copy survives export, import, export byte for byte, with its files and its hub as
// workerd stores them; what is damaged is refused before anything is written.

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MANIFEST, NoBackup } from '../../../worker/commands/backup-manifest.ts';
import { readRows, writeRows } from '../../../worker/commands/canonical-rows.ts';
import { compareKeys, fingerprintsOf } from '../../../worker/commands/kept-keys.ts';
import { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { type Place, putBack } from '../../../worker/commands/put-back.ts';
import { seedCrowd } from '../../../worker/commands/seed-crowd.ts';
import { crowd } from '../../../worker/commands/seed-people.ts';
import { seedStock } from '../../../worker/commands/seed-stock.ts';
import { type Buckets, databaseFile, hubFiles } from '../../../worker/commands/state-buckets.ts';
import { takeBackup } from '../../../worker/commands/take-backup.ts';
import { commitAudited } from '../../../worker/db/audit-log.ts';
import { closeDays } from '../../../worker/services/close-days.ts';
import { makeStatements } from '../../../worker/services/make-statements.ts';
import { storeDocument } from '../../../worker/storage/identity-documents.ts';
import { mediaKey, storeMedia } from '../../../worker/storage/media-objects.ts';
import { NEW_KEY, OLD_KEY } from '../../fixtures/signing-keys.ts';
import { MIGRATIONS } from '../../../worker/commands/migration-files.ts';
import { migrate, peopleSql } from '../../support/migrations.ts';
import { asD1, migratedDatabase, STATEMENT_ENV } from '../../support/node-books.ts';

const NOW = Date.UTC(2026, 10, 24, 6);
const SECRETS = {
  PASSWORD_PEPPER: 'test-pepper-0123456789abcdef0123',
  PAYOUT_KEY: 'test-payout-key-0123456789abcdef0123',
};
const SETTINGS = { ...SECRETS, SIGNING_KEYS: NEW_KEY, RETIRED_KEYS: '' };
const PAPER = 'f1b4e0a8-6d0c-4e58-9d5a-0d3a0a1c9e77';
const PICTURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 255]);
const ABOUT = { takenAt: '2026-11-24T06:00:00.000Z', from: 'local', commit: null } as const;

const folder = mkdtempSync(join(tmpdir(), 'onca-restore-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

/** A Worker of this name on a state: buckets, database, and an object that stores as the hub does. */
async function running<T>(state: string, work: (server: Miniflare) => Promise<T>): Promise<T> {
  const server = new Miniflare(
    convertV4MiniflareOptions({
      name: 'onca',
      modules: true,
      script: HUB,
      compatibilityDate: '2026-10-23',
      d1Databases: { DB: 'onca' },
      r2Buckets: { MEDIA: 'onca-media', IDENTITY_DOCUMENTS: 'onca-identity-documents' },
      durableObjects: { PRICE_HUB: { className: 'PriceHub', useSQLite: true } },
      resourcePersistencePath: join(state, 'v3'),
    } as never),
  );
  try {
    await server.ready;
    return await work(server);
  } finally {
    await server.dispose();
  }
}

const HUB = `
  import { DurableObject } from 'cloudflare:workers';
  export class PriceHub extends DurableObject {
    fetch(request) {
      const { kv, sql } = this.ctx.storage;
      sql.exec('CREATE TABLE IF NOT EXISTS observations (id INTEGER PRIMARY KEY, mid INTEGER NOT NULL, said TEXT)');
      if (request.method === 'POST') {
        kv.put('book', { seq: 41, paused: { id: 'p', since: 1, of: new Map([['gold', 9n]]) } });
        sql.exec('INSERT INTO observations (mid, said) VALUES (1.5, ?)', 'a\\0b');
      }
      const { seq, paused } = kv.get('book') ?? {};
      return Response.json({ seq, gold: String(paused?.of.get('gold')), rows: sql.exec('SELECT mid, hex(said) AS said FROM observations').toArray() });
    }
  }
  export default { fetch: (request, env) => env.PRICE_HUB.get(env.PRICE_HUB.idFromName('hub')).fetch(request) };`;

const bucketsOf = async (server: Miniflare): Promise<Buckets> => ({
  MEDIA: (await server.getR2Bucket('MEDIA')) as unknown as R2Bucket,
  IDENTITY_DOCUMENTS: (await server.getR2Bucket('IDENTITY_DOCUMENTS')) as unknown as R2Bucket,
});
const hubOf = async (server: Miniflare, method = 'GET'): Promise<unknown> =>
  (await server.dispatchFetch('http://localhost/', { method })).json();

/** As `npm run restore` fills one, with workerd's own buckets. */
const placeAt = (state: string, over: Partial<Place> = {}): Place => ({
  state,
  replace: false,
  settings: SETTINGS,
  databaseFile,
  withBuckets: (where, work) =>
    running(where, async (server) => {
      await (await server.getD1Database('DB')).prepare('SELECT 1').run();
      return work(await bucketsOf(server));
    }),
  ...over,
});

/** Where no file is stored: the database alone. */
const plainAt = (state: string, over: Partial<Place> = {}): Place => ({
  ...placeAt(state),
  withBuckets: (where, work) => {
    mkdirSync(join(where, 'v3/d1/miniflare-D1DatabaseObject'), { recursive: true });
    new NodeD1(join(where, 'v3/d1/miniflare-D1DatabaseObject/a.sqlite')).close();
    return work({});
  },
  ...over,
});

function noteMigrations(db: NodeD1, names: readonly string[] = MIGRATIONS): NodeD1 {
  // As wrangler makes it.
  db.exec(`CREATE TABLE "d1_migrations"(
		id         INTEGER PRIMARY KEY AUTOINCREMENT,
		name       TEXT UNIQUE,
		applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`);
  for (const name of names) db.exec(`INSERT INTO d1_migrations (name) VALUES ('${name}')`);
  return db;
}

/** Customers with a past: trades, deposits, withdrawals, closes, statements, a picture, a paper, a line of the audit log. */
async function populated(): Promise<NodeD1> {
  const node = noteMigrations(migratedDatabase());
  const db = asD1(node);
  const env = { ENVIRONMENT: 'local', ...SECRETS } as const;
  const people = crowd(NOW)
    .filter(({ transactions }) => transactions > 0)
    .slice(0, 12);
  await node.atomically(async () => {
    await seedStock(db, env, NOW, people);
    await seedCrowd(db, env, NOW, people);
  });
  const settings = { ...STATEMENT_ENV, PRICE_PROVIDERS: 'simulated', FX_PROVIDERS: 'simulated' };
  await closeDays({ db, env: settings, now: () => NOW }, { atMost: Infinity });
  const deps = { db, env: STATEMENT_ENV, now: () => NOW, newId: () => crypto.randomUUID() };
  await makeStatements({ ...deps, defer: () => undefined, hub: undefined as never }, { atOnce: 1_000 });
  const someone = people[0]?.id ?? '';
  const key = await mediaKey('images', PICTURE, 'image/png');
  await commitAudited(
    db,
    {
      id: crypto.randomUUID(),
      at: NOW,
      by: { actorId: null, actor: 'a test', device: null, place: null },
      action: 'feed.paused',
      subject: { kind: 'feed', id: 'quotes' },
      before: null,
      after: { paused: true },
      note: 'ação 🐆',
    },
    [],
  );
  node.exec(`INSERT INTO media_library (id, storage_key, filename, mime_type, file_size, width, height, uploaded_by, created_at, updated_at)
      VALUES ('m', '${key}', 'onça.png', 'image/png', 7, 1, 1, '${someone}', 1, 1);
    INSERT INTO identity_documents (id, user_id, kind, r2_key, sealed_key, sha256, type, bytes, uploaded_at)
      SELECT 'd', user_id, 'document', '${PAPER}', 'sealed', '${'0'.repeat(64)}', 'image/png', 7, 1 FROM identities LIMIT 1;`);
  return node;
}

const filesOf = (where: string): string[] =>
  readdirSync(where, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(where.length + 1))
    .toSorted();
const contentOf = (where: string) =>
  new Map(filesOf(where).map((name) => [name, readFileSync(join(where, name)).toString('base64')] as const));

/** While the server runs. */
async function backupOf(
  server: Miniflare,
  { state, database }: { readonly state: string; readonly database: NodeD1 },
  to: string,
): Promise<void> {
  const hubs = { state, names: hubFiles(state) };
  const buckets = await bucketsOf(server);
  await takeBackup({ database, hubs, withBuckets: (work) => work(buckets) }, to, {
    ...ABOUT,
    keys: fingerprintsOf(SETTINGS),
  });
}

/** A backup of a database alone. */
async function plainBackup(database: NodeD1, to: string): Promise<string> {
  const about = { ...ABOUT, keys: fingerprintsOf(SETTINGS) };
  await takeBackup({ database, hubs: null, withBuckets: (work) => work({}) }, to, about);
  return to;
}

describe('a populated copy', () => {
  let hubBefore: unknown;
  beforeAll(async () => {
    const database = await populated();
    await running(at('source'), async (server) => {
      const { MEDIA, IDENTITY_DOCUMENTS } = await bucketsOf(server);
      if (MEDIA === undefined || IDENTITY_DOCUMENTS === undefined) throw new Error('no buckets');
      await storeMedia(MEDIA, await mediaKey('images', PICTURE, 'image/png'), PICTURE, 'image/png');
      await MEDIA.put('archive/minutes/2026-11-01.gz', 'old', { customMetadata: { b: 'ç', a: '1' } });
      await storeDocument(IDENTITY_DOCUMENTS, PAPER, PICTURE);
      hubBefore = await hubOf(server, 'POST');
      await backupOf(server, { state: at('source'), database }, at('first'));
    });
    database.close();
  });

  test('survives export, import, export byte for byte, and everything holds after it', async () => {
    const { findings, applied, before } = await putBack(at('first'), placeAt(at('restored')));
    expect([applied, before]).toEqual([[], null]);
    expect(findings.filter(({ isGood }) => !isGood)).toEqual([]);
    const said = findings.map(({ text }) => text).join('\n');
    expect(said).toMatch(/[1-9]\d* closes hold/u);
    expect(said).toMatch(/[1-9]\d* statements hold/u);
    expect(said).toContain('1 lines of the audit log hold');
    expect(said).toContain('The books agree');
    expect(said).toContain('PAYOUT_KEY: as it was');

    const rows = Object.fromEntries(
      (
        JSON.parse(readFileSync(join(at('first'), MANIFEST), 'utf8')) as {
          parts: { path: string; rows?: number }[];
        }
      ).parts.map((part) => [part.path, part.rows]),
    );
    for (const table of [
      'users',
      'entries',
      'withdrawals',
      'payout_accounts',
      'identities',
      'statements',
      'day_closes',
      'bars',
    ])
      expect({ table, rows: rows[`database/${table}.jsonl`] }).not.toEqual({ table, rows: 0 });
    expect(rows['objects/MEDIA.jsonl']).toBe(2);
    expect(rows['objects/IDENTITY_DOCUMENTS.jsonl']).toBe(1);

    await running(at('restored'), async (server) => {
      const state = at('restored');
      const database = new NodeD1(databaseFile(state) ?? '', { readOnly: true });
      await backupOf(server, { state, database }, at('second'));
      database.close();
      const [first, second] = [contentOf(at('first')), contentOf(at('second'))];
      expect([...second.keys()]).toEqual([...first.keys()]);
      expect([...first].filter(([name, bytes]) => second.get(name) !== bytes).map(([name]) => name)).toEqual(
        [],
      );

      expect(await hubOf(server)).toEqual(hubBefore);
      const { MEDIA } = await bucketsOf(server);
      const object = await MEDIA?.get(await mediaKey('images', PICTURE, 'image/png'));
      expect(object?.httpMetadata).toEqual({ contentType: 'image/png' });
      expect((await MEDIA?.head('archive/minutes/2026-11-01.gz'))?.customMetadata).toEqual({
        a: '1',
        b: 'ç',
      });
      const counted = await (
        await server.getD1Database('DB')
      )
        .prepare('SELECT count(*) AS n FROM entries')
        .first('n');
      expect(counted).toBe(rows['database/entries.jsonl']);
    });
  });

  test('with a file that a row names and nobody has, other keys and damaged books is restored, and says so', async () => {
    const database = new NodeD1(':memory:');
    readRows(database, at('first'), 'database');
    database.exec(`DROP TRIGGER entries_are_never_updated;
      UPDATE entries SET amount = amount + 1 WHERE (operation_id, line) = (SELECT e.operation_id, e.line FROM entries e
        JOIN operations o ON o.id = e.operation_id JOIN statements s ON s.account_id = e.account_id AND o.seq <= s.seq_to
        WHERE e.asset = 'usd' ORDER BY o.seq LIMIT 1)`);
    await plainBackup(database, at('damaged-books'));
    database.close();
    const settings = { ...SETTINGS, PAYOUT_KEY: 'another-payout-key-0123456789abcdef', PASSWORD_PEPPER: '' };
    const { findings } = await putBack(at('damaged-books'), plainAt(at('damaged-state'), { settings }));
    const wrong = findings.filter(({ isGood }) => !isGood).map(({ text }) => text);
    expect(wrong).toEqual([
      expect.stringMatching(/^The books do not agree \(\d+\): .*entries-sum-to-zero/u),
      expect.stringMatching(/^Closes do not hold \(\d+\): .*cashCents/u),
      expect.stringMatching(/^Statements do not hold \(\d+\): .* not what was signed/u),
      `Files that the database names are not there (2): IDENTITY_DOCUMENTS/${PAPER}; MEDIA/${await mediaKey('images', PICTURE, 'image/png')}.`,
      expect.stringContaining('PAYOUT_KEY is another one here'),
      expect.stringContaining('PASSWORD_PEPPER is not here'),
      expect.stringContaining('Quoting was paused'),
    ]);
  });

  describe('that is damaged is refused, and nothing is written', () => {
    const manifest = (where: string, change: (said: Record<string, unknown>) => void) => {
      const said = JSON.parse(readFileSync(join(where, MANIFEST), 'utf8')) as Record<string, unknown>;
      change(said);
      writeFileSync(join(where, MANIFEST), JSON.stringify(said));
    };
    const parts = (said: Record<string, unknown>) => said['parts'] as Record<string, unknown>[];
    const bytes = (where: string, name: string, change: (bytes: Buffer) => Buffer) =>
      writeFileSync(join(where, name), change(readFileSync(join(where, name))));

    test.each<[string, (where: string) => void, string]>([
      ['half of one', (where) => rmSync(join(where, MANIFEST)), 'half of one'],
      [
        'a manifest that is cut off',
        (where) => bytes(where, MANIFEST, (all) => all.subarray(0, 99)),
        'no JSON',
      ],
      ['another format', (where) => manifest(where, (said) => (said['format'] = 2)), 'It has format 2'],
      ['no manifest of ours', (where) => writeFileSync(join(where, MANIFEST), '[]'), 'cannot be read'],
      [
        'another time',
        (where) => manifest(where, (said) => (said['takenAt'] = 'later')),
        'manifest.json is not what was written',
      ],
      [
        'a table that is left out',
        (where) => manifest(where, (said) => parts(said).pop()),
        'manifest.json is not what was written',
      ],
      [
        'a hash that was changed along with its file',
        (where) => manifest(where, (said) => Object.assign(parts(said)[3] ?? {}, { sha256: '0'.repeat(64) })),
        'manifest.json is not what was written',
      ],
      [
        'a path out of the folder',
        (where) => manifest(where, (said) => Object.assign(parts(said)[0] ?? {}, { path: '../source/x' })),
        'cannot be read: parts.0.path',
      ],
      [
        'a missing table',
        (where) => rmSync(join(where, 'database/entries.jsonl')),
        'database/entries.jsonl is not there',
      ],
      [
        'a missing paper',
        (where) => rmSync(join(where, 'objects/IDENTITY_DOCUMENTS', PAPER)),
        'is not there',
      ],
      [
        'a file too many',
        (where) => writeFileSync(join(where, 'database/more.jsonl'), '[]'),
        'is not in the manifest',
      ],
      [
        'a table that is cut off',
        (where) => bytes(where, 'database/users.jsonl', (all) => all.subarray(0, -1)),
        'bytes and not',
      ],
      [
        'one bit of a table',
        (where) =>
          bytes(where, 'database/entries.jsonl', (all) => {
            all[all.length - 3] = (all[all.length - 3] ?? 0) ^ 1;
            return all;
          }),
        'database/entries.jsonl is not what was written',
      ],
      [
        'one bit of a paper',
        (where) =>
          bytes(where, `objects/IDENTITY_DOCUMENTS/${PAPER}`, (all) =>
            Buffer.from(all.map((byte) => byte ^ 1)),
          ),
        'is not what was written',
      ],
    ])('%s', async (_, damage, why) => {
      const [copy, state] = [at('copy'), at('refused')];
      cpSync(at('first'), copy, { recursive: true });
      try {
        damage(copy);
        const refused = putBack(copy, plainAt(state));
        await expect(refused).rejects.toBeInstanceOf(NoBackup);
        await expect(refused).rejects.toThrow(why);
        expect([existsSync(state), existsSync(`${state}.restoring`)]).toEqual([false, false]);
      } finally {
        rmSync(copy, { recursive: true });
      }
    });

    test('a place where something is, unless it may be replaced: then that is kept', async () => {
      const state = at('taken');
      mkdirSync(state);
      writeFileSync(join(state, 'mine'), 'x');
      await expect(putBack(at('first'), plainAt(state))).rejects.toThrow('is not empty');
      expect(readdirSync(state)).toEqual(['mine']);
      const { before } = await putBack(at('first'), plainAt(state, { replace: true }));
      expect(readdirSync(before ?? '')).toEqual(['mine']);
      expect(databaseFile(state)).not.toBeNull();
    });
  });
});

describe('the release', () => {
  const older = MIGRATIONS.slice(0, -9);
  const withPeople = (names: readonly string[]) => {
    const db = migrate(new NodeD1(':memory:'), (name) => names.includes(name));
    db.exec(peopleSql('ana', 'bea'));
    return noteMigrations(db, names);
  };

  test('a backup of an earlier one gets the migrations that came later', async () => {
    await plainBackup(withPeople(older), at('older'));
    const { applied, database } = await putBack(at('older'), plainAt(at('upgraded')));
    expect(applied).toEqual(MIGRATIONS.slice(-9));
    const db = new NodeD1(database, { readOnly: true });
    const read = async (sql: string) => (await db.prepare(sql).raw()).map(([first]) => first);
    expect(await read('SELECT name FROM d1_migrations ORDER BY id')).toEqual(MIGRATIONS);
    expect(await read('SELECT id FROM users ORDER BY id')).toEqual(['ana', 'bea']);
    db.close();
  });

  test.each([
    ['later', [...MIGRATIONS, '9999_later.sql'], 'It has the migration 9999_later.sql'],
    ['another', ['0001_other.sql', ...MIGRATIONS.slice(1)], 'It has the migration 0001_other.sql'],
  ])('a backup of %s one is refused', async (name, names, why) => {
    const db = noteMigrations(migratedDatabase(), names);
    await plainBackup(db, at(`release-${name}`));
    await expect(putBack(at(`release-${name}`), plainAt(at('other-release')))).rejects.toThrow(why);
    expect(existsSync(at('other-release'))).toBe(false);
  });
});

describe('rows', () => {
  test('are what they were: numbers beyond 2^53, reals, blobs, NUL in texts, counters, computed columns', () => {
    const db = new NodeD1(':memory:');
    db.exec(
      `
      CREATE TABLE "odd ""name""" (a, "b ""c""" TEXT, d BLOB, e REAL, f INTEGER, g TEXT GENERATED ALWAYS AS (b || '!') STORED);
      CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, v ANY) STRICT;
      CREATE TABLE late (day TEXT, n INTEGER, PRIMARY KEY (n, day)) STRICT, WITHOUT ROWID;
      CREATE INDEX counted_by_v ON counted (v); CREATE VIEW seen AS SELECT v FROM counted;
      CREATE TRIGGER counted_is_full BEFORE INSERT ON counted WHEN NEW.id > 90 BEGIN SELECT RAISE(ABORT, 'full'); END;`.replace(
        `(b || '!')`,
        `("b ""c""" || '!')`,
      ),
    );
    db.exec(`
      INSERT INTO "odd ""name""" VALUES (9223372036854775807, 'it''s' || char(0) || 'ü🐆', x'00ff', 1.0, -9007199254740993),
        (1.5, '', x'', 1e308, 9007199254740991), (NULL, NULL, NULL, NULL, NULL), ('1', '\\u0000 "', 2, 0.1, 0), (1.0, char(10), 3.0, -1e-9, 1);
      INSERT INTO counted (id, v) VALUES (3, x'01'), (90, 2.0), (7, 'z'); DELETE FROM counted WHERE id = 90;
      INSERT INTO late VALUES ('b', 2), ('a', 2), ('c', 1);`);
    mkdirSync(at('rows-1/a'), { recursive: true });
    mkdirSync(at('rows-2/a'), { recursive: true });
    writeRows(db, at('rows-1'), 'a', () => true);
    const again = new NodeD1(':memory:');
    readRows(again, at('rows-1'), 'a');
    writeRows(again, at('rows-2'), 'a', () => true);
    expect(contentOf(at('rows-2'))).toEqual(contentOf(at('rows-1')));
    const exact = `SELECT quote(a), hex("b ""c"""), typeof(a), quote(d), typeof(d), quote(e), quote(f), hex(g) FROM "odd ""name""" ORDER BY 2, 1`;
    expect(again.prepare(exact).execute().results).toEqual(db.prepare(exact).execute().results);
    again.exec(`INSERT INTO "counted" (id, v) SELECT NULL, 1 WHERE 0`);
    expect(() => again.exec(`INSERT INTO counted (v) VALUES (1)`)).not.toThrow();
    expect(again.prepare('SELECT max(id) AS id FROM counted').execute().results).toEqual([{ id: 91 }]);
    expect(() => again.exec(`INSERT INTO counted (id, v) VALUES (95, 1)`)).toThrow('full');
    expect(readFileSync(at('rows-1/a/late.jsonl'), 'utf8')).toBe('["day","n"]\n["c",1]\n["a",2]\n["b",2]\n');
  });

  test('that cannot be written as they are stop the backup', () => {
    const db = new NodeD1(':memory:');
    db.exec(`CREATE TABLE t (a TEXT); INSERT INTO t VALUES (CAST(x'61ff' AS TEXT)), ('\uFFFD')`);
    mkdirSync(at('broken/a'), { recursive: true });
    expect(() => writeRows(db, at('broken'), 'a', () => true)).toThrow('t.a holds text that is no UTF-8');
    db.exec(`DELETE FROM t WHERE a <> '\uFFFD'`);
    mkdirSync(at('broken/b'));
    expect(() => writeRows(db, at('broken'), 'b', () => true)).not.toThrow();
  });
});

describe('keys', () => {
  const then = fingerprintsOf(SETTINGS);
  const one = 'another-payout-key-0123456789abcdef0123';
  test.each([
    ['the same', {}, []],
    ['a new one before the old one', { PAYOUT_KEY: `${one},${SECRETS.PAYOUT_KEY}` }, []],
    ['another', { PAYOUT_KEY: one }, ['PAYOUT_KEY is another one here']],
    ['none', { PASSWORD_PEPPER: '' }, ['PASSWORD_PEPPER is not here']],
    ['another that signs', { SIGNING_KEYS: OLD_KEY }, ['SIGNING_KEYS is another one here']],
  ])('%s', (_, over, wrong) => {
    const verdicts = compareKeys(then, { ...SETTINGS, ...over }).filter(({ isThere }) => !isThere);
    expect(verdicts.map(({ text }) => text)).toEqual(wrong.map((text) => expect.stringContaining(text)));
  });

  test('are named by what gives none of them away, and what was not known is no fault', () => {
    const text = JSON.stringify(then);
    for (const value of Object.values(SECRETS)) expect(text).not.toContain(value.slice(0, 12));
    expect(text).not.toContain(JSON.parse(NEW_KEY).d);
    expect(compareKeys(fingerprintsOf({}), SETTINGS).every(({ isThere }) => isThere)).toBe(true);
  });
});
