// `npm run restore` makes a local state of a backup: it looks whether every byte is as it was written, fills a new state, applies the
// migrations that came later, and checks books, closes, statements and audit log. It ends with 1 where something is off, with 2 where
// nothing was done (.github/restore.md).

import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { NoBackup } from './backup-manifest.ts';
import { localSettings, ROOT, writeDevelopmentSecrets } from './local-setup.ts';
import { putBack, type Restored } from './put-back.ts';
import { databaseFile, withBuckets } from './state-buckets.ts';

const USAGE = `Usage: npm run restore -- FOLDER [--into STATE] [--replace]
  FOLDER         what "npm run backup" made
  --into STATE   the state to make; without it the one of ONCA_STATE, or .wrangler/state
  --replace      although there is one: it is kept beside it, under another name. Stop the server first`;

const command = readCommand(process.argv.slice(2));
if (command === null) {
  console.error(USAGE);
  process.exit(2);
}
writeDevelopmentSecrets();
const started = Date.now();
const state = resolve(command.into ?? process.env['ONCA_STATE'] ?? join(ROOT, '.wrangler', 'state'));
report(await restored(command.folder, command.replace));

async function restored(folder: string, replace: boolean): Promise<Restored> {
  try {
    return await putBack(resolve(folder), {
      state,
      replace,
      settings: localSettings(),
      withBuckets,
      databaseFile,
    });
  } catch (error) {
    if (!(error instanceof NoBackup)) throw error;
    console.error(`${folder} is not restored, and nothing was changed. ${error.message}`);
    process.exit(2);
  }
}

function report({ manifest, applied, findings, before }: Restored): void {
  const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${state}: as of ${manifest.takenAt}, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds} s.`);
  if (applied.length > 0) console.log(`Migrations that came later: ${applied.join(', ')}.`);
  if (before !== null) console.log(`What was there is in ${before}.`);
  for (const { isGood, text } of findings) console[isGood ? 'log' : 'error'](text);
  if (findings.some(({ isGood }) => !isGood)) process.exitCode = 1;
}

function readCommand(
  args: string[],
): { readonly folder: string; readonly into: string | null; readonly replace: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { into: { type: 'string' }, replace: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) return null;
    return { folder, into: values.into ?? null, replace: values.replace === true };
  } catch {
    return null;
  }
}
