// `npm run bars -- receive FILE.csv` takes a list of bars into the vault, `release` lets one out, `list` says what is in it: for the
// first stock of a deployment, and where nobody can sign in. On the site two operators do it. Locally, or with --remote in the
// deployed database, through wrangler.

import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type BarFacts, readRefiner, readSerial } from '../domain/bars.ts';
import { isTradedMetal } from '../domain/metals.ts';
import { barsFromCsv } from './bars-csv.ts';
import { whoRuns, withDatabase } from './database.ts';
import { type Outcome, whileBusy } from './operators.ts';
import { type BarsRequest, list, receive, release } from './vault.ts';

const USAGE = `Usage: npm run bars -- receive FILE.csv [--note TEXT] [--without-approval] [--remote]
       npm run bars -- release METAL REFINER SERIAL [--note TEXT] [--without-approval] [--remote]
       npm run bars -- list [--remote]
  FILE.csv    columns metal, refiner, serial, gross, assay and, if the list has it, fine: troy ounces and parts per thousand
  --note      why, for the audit log (at most 500 characters)
  --without-approval   although there are two owners: bars are proposed and approved at /admin/bars
  --remote    the deployed database instead of the local one, with wrangler's sign-in`;

type Command = BarsRequest & { readonly remote: boolean } & (
    | { readonly verb: 'list' }
    | { readonly verb: 'receive'; readonly bars: readonly BarFacts[] }
    | { readonly verb: 'release'; readonly bar: Pick<BarFacts, 'metal' | 'refiner' | 'serial'> }
  );

const command = readCommand(process.argv.slice(2));
if (command === null) {
  console.error(USAGE);
  process.exit(2);
}
const { ok, says } = await whileBusy(() => withDatabase(command.remote, (db) => run(db, command)));
(ok ? console.log : console.error)(says);
process.exitCode = ok ? 0 : 1;

function run(db: D1Database, asked: Command): Promise<Outcome> {
  const [by, now] = [whoRuns('bars'), Date.now()];
  switch (asked.verb) {
    case 'list':
      return list(db);
    case 'receive':
      return receive(db, by, asked.bars, asked, now);
    case 'release':
      return release(db, by, asked.bar, asked, now);
  }
}

function readCommand(args: string[]): Command | null {
  const parsed = parsedArguments(args);
  if (parsed === null) return null;
  const { values, positionals } = parsed;
  const [verb, ...rest] = positionals;
  const note = values.note?.trim() ?? '';
  if (note.length > 500) return null;
  const request = {
    note: note === '' ? null : note,
    withoutApproval: values['without-approval'] === true,
    remote: values.remote === true,
  };
  if (verb === 'list' && rest.length === 0) return { verb, ...request };
  if (verb === 'receive' && rest.length === 1) return { verb, bars: barsOf(rest[0] ?? ''), ...request };
  if (verb !== 'release' || rest.length !== 3) return null;
  const [metal = '', refinerText = '', serialText = ''] = rest;
  const [refiner, serial] = [readRefiner(refinerText), readSerial(serialText)];
  if (!isTradedMetal(metal) || refiner === null || serial === null) return null;
  return { verb, bar: { metal, refiner, serial }, ...request };
}

function parsedArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        note: { type: 'string' },
        'without-approval': { type: 'boolean' },
        remote: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch {
    return null;
  }
}

/** All of the file, or a list of what is wrong with it and nothing else. */
function barsOf(file: string): readonly BarFacts[] {
  if (!existsSync(file)) {
    console.error(`There is no file ${file}. Nothing was received.`);
    process.exit(1);
  }
  const read = barsFromCsv(readFileSync(file, 'utf8'));
  if (read.ok) return read.value;
  for (const { line, problem } of read.error) console.error(`${file}:${line}: ${problem}`);
  console.error('Nothing was received.');
  process.exit(1);
}
