// `npm run backup` copies database, uploaded files and the price hub of the local state into a folder, also while the server runs; of the
// deployment with --remote, without the hub. `npm run restore` makes a state of it again (.github/restore.md).

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loaded } from './exported-database.ts';
import { fingerprintsOf } from './kept-keys.ts';
import { localSettings, ROOT } from './local-setup.ts';
import { NodeD1 } from './node-d1.ts';
import { runToEnd, wrangler } from './processes.ts';
import { databaseFile, hubFiles, withBuckets } from './state-buckets.ts';
import { takeBackup } from './take-backup.ts';

const USAGE = `Usage: npm run backup [-- --to FOLDER] [--remote]
  --to FOLDER   where it is made; without it .wrangler/backups/TIME
  --remote      of the deployment instead of the local state, with wrangler's sign-in. PAYOUT_KEY, PASSWORD_PEPPER and
                SIGNING_KEYS of the environment are noted by a fingerprint where they are set`;

const command = readCommand(process.argv.slice(2));
if (command === null) {
  console.error(USAGE);
  process.exit(2);
}
const started = Date.now();
const takenAt = new Date(started).toISOString();
const folder = resolve(
  command.to ?? join(ROOT, '.wrangler', 'backups', takenAt.slice(0, 19).replaceAll(':', '-')),
);
const about = { takenAt, commit: commitOf() } as const;
const { parts, level, sha256 } = await (command.remote ? ofDeployment() : ofState());
const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
const rows = parts.reduce((sum, part) => sum + (part.path.startsWith('database/') ? (part.rows ?? 0) : 0), 0);
const objects = parts.filter(
  ({ path, rows: listed }) => path.startsWith('objects/') && listed === undefined,
).length;
console.log(
  `${folder}: ${rows} rows up to ${level}, ${objects} files, ${(bytes / 1e6).toFixed(1)} MB, in ${((Date.now() - started) / 1000).toFixed(1)} s.`,
);
console.log(`Keep this outside: ${sha256}`);
console.log(
  'It holds personal data and no key. Encrypt it, and keep PAYOUT_KEY, PASSWORD_PEPPER and SIGNING_KEYS apart from it.',
);

async function ofState() {
  const state = process.env['ONCA_STATE'] ?? join(ROOT, '.wrangler', 'state');
  const file = databaseFile(state);
  if (file === null) {
    console.error(`There is no database in ${state}.`);
    process.exit(1);
  }
  const database = new NodeD1(file, { readOnly: true });
  try {
    return await takeBackup(
      {
        database,
        hubs: { state, names: hubFiles(state) },
        withBuckets: (work) => withBuckets(state, work),
      },
      folder,
      { ...about, from: 'local', keys: fingerprintsOf(localSettings()) },
    );
  } finally {
    database.close();
  }
}

async function ofDeployment() {
  const dump = mkdtempSync(join(tmpdir(), 'onca-export-'));
  try {
    const file = join(dump, 'database.sql');
    await runToEnd(wrangler(['d1', 'export', 'DB', '--remote', '--output', file]));
    const database = loaded(readFileSync(file, 'utf8'));
    return await takeBackup(
      { database, hubs: null, withBuckets: (work) => withBuckets(null, work) },
      folder,
      { ...about, from: 'remote', keys: fingerprintsOf(process.env) },
    );
  } finally {
    rmSync(dump, { recursive: true, force: true });
  }
}

function commitOf(): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return null;
  }
}

function readCommand(args: string[]): { readonly to: string | null; readonly remote: boolean } | null {
  try {
    const { values } = parseArgs({
      args,
      options: { to: { type: 'string' }, remote: { type: 'boolean' } },
    });
    return { to: values.to ?? null, remote: values.remote === true };
  } catch {
    return null;
  }
}
