// `npm run close:verify` computes every close again from the entries and checks chain and signatures: of the local database, of the
// deployed one with --remote, or of a file that was exported from one, on any machine. It ends with 1 where something differs.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { publicKeys } from '../auth/signing-keys.ts';
import { KeyFile, type PublicKey } from '../contract/signing-keys.ts';
import { closeOf } from '../db/day-closes.ts';
import { type CloseVerdict, verifyCloses } from '../services/verify-closes.ts';
import { withDatabase } from './database.ts';
import { withExportedDatabase } from './exported-database.ts';

const USAGE = `Usage: npm run close:verify [-- FILE] [--remote] [--keys FILE|URL] [--expect DAY:HASH]
  FILE               a copy of the database instead: the SQL of "npx wrangler d1 export onca --remote --output FILE", or an SQLite file
  --remote           the deployed database instead of the local one, with wrangler's sign-in
  --keys FILE|URL    the published keys: https://SITE/.well-known/onca-keys.json, or a copy of it. Without it the local database is
                     checked with the keys of this machine, and of another one the signatures are not looked at
  --expect DAY:HASH  a close from an earlier check, which must still be there: shows closes that were cut off, or all made anew`;

/** The differences that are printed; the first ones are enough to start with. */
const PRINTED = 40;

type Command = {
  readonly file: string | null;
  readonly remote: boolean;
  readonly keys: string | null;
  readonly expect: { readonly day: string; readonly hash: string } | null;
};

const command = readCommand(process.argv.slice(2));
if (command === null) {
  console.error(USAGE);
  process.exit(2);
}
const published = command.keys === null ? null : await readKeys(command.keys);
await onDatabase(command, async (db, ownKeys) => {
  const keys = published ?? ownKeys;
  report(await verifyCloses(db, keys), keys !== null);
  await compareKept(db, command);
});

async function onDatabase(
  { file, remote }: Command,
  work: (db: D1Database, ownKeys: readonly PublicKey[] | null) => Promise<void>,
): Promise<void> {
  if (file !== null) return withExportedDatabase(file, (db) => work(db, null));
  return withDatabase(remote, (db, env) => work(db, env === null ? null : publicKeys(env)));
}

function report({ days, first, last, chains, differences }: CloseVerdict, withSignatures: boolean): void {
  for (const { day, value, stored, expected } of differences.slice(0, PRINTED))
    console.error(`${day} ${value}: ${stored ?? 'unknown'}, computed ${expected ?? 'unknown'}`);
  if (differences.length > PRINTED) console.error(`and ${differences.length - PRINTED} more`);
  if (differences.length > 0) process.exitCode = 1;
  if (last === null) console.log('No day is closed.');
  else if (differences.length === 0) {
    const signed = withSignatures ? 'entries, chain and signatures' : 'entries and chain';
    console.log(
      `${days} closes hold, ${first} to ${last.day}, in ${chains} ${chains === 1 ? 'chain' : 'chains'}: ${signed}.`,
    );
  } else console.error(`The closes do not hold: ${differences.length} values differ.`);
  if (last !== null && !withSignatures)
    console.log('The signatures were not looked at: --keys says with which keys.');
  if (last !== null && differences.length === 0)
    console.log(`Keep this outside the system: --expect ${last.day}:${last.hash}`);
}

async function compareKept(db: D1Database, { expect }: Command): Promise<void> {
  if (expect === null) return;
  const close = await closeOf(db, expect.day);
  if (close?.hash === expect.hash) return;
  const what =
    close === null ? 'is not there' : 'has another hash than the one that was kept: it was made anew';
  console.error(`The close of ${expect.day} ${what}.`);
  process.exitCode = 1;
}

async function readKeys(where: string): Promise<readonly PublicKey[]> {
  const text = /^https?:/u.test(where) ? await (await fetch(where)).text() : readFileSync(where, 'utf8');
  return v.parse(KeyFile, JSON.parse(text)).keys;
}

function readCommand(args: string[]): Command | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { remote: { type: 'boolean' }, keys: { type: 'string' }, expect: { type: 'string' } },
      allowPositionals: true,
    });
    const [file = null, ...more] = positionals;
    const remote = values.remote === true;
    const expect = values.expect === undefined ? null : readKept(values.expect);
    if (more.length > 0 || (file !== null && remote) || expect === undefined) return null;
    return { file, remote, keys: values.keys ?? null, expect };
  } catch {
    return null;
  }
}

/** `DAY:HASH`, as a check names the last close; undefined for anything else. */
function readKept(text: string): Command['expect'] | undefined {
  const match = /^(\d{4}-\d{2}-\d{2}):([0-9a-f]{64})$/u.exec(text.trim().toLowerCase());
  return match?.[1] === undefined || match[2] === undefined ? undefined : { day: match[1], hash: match[2] };
}
