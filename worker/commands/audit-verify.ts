// `npm run audit:verify` checks that the audit log is unaltered: of the local database, of the deployed one with
// --remote, or of a file that the audit page exported, on any machine, without this service.

import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifyAuditLog } from './audit-verify-database.ts';
import { readKeptHead, type Verdict, verifyFile, type VerifyOptions } from './audit-verify-file.ts';
import { withDatabase } from './database.ts';

const USAGE = `Usage: npm run audit:verify [-- FILE.csv] [--part] [--expect SEQ:MARK] [--remote]
  FILE.csv           an export of the audit page, instead of the database
  --part             the export was filtered: each line is checked by itself
  --expect SEQ:MARK  a line and its mark from an earlier check, which must still be there: shows a log
                     that was cut short or written anew from its beginning
  --remote           the deployed database instead of the local one, with wrangler's sign-in`;

type Command = VerifyOptions & { readonly file: string | null; readonly remote: boolean };

const command = readCommand(process.argv.slice(2));
if (command === null) {
  console.error(USAGE);
  process.exit(2);
}
const outcome =
  command.file === null
    ? await withDatabase(command.remote, (db) => verifyAuditLog(db, command))
    : await verifyFile(createReadStream(command.file), command);
report(outcome, command);

function report({ lines, place, broken }: Verdict, { part }: Command): void {
  if (broken === null) {
    console.log(lines === 0 ? 'The log is empty.' : `${lines} lines hold${part ? ', each by itself' : ''}.`);
    if (lines > 0 && !part) console.log(`Keep this outside the system: --expect ${place.seq}:${place.hash}`);
    return;
  }
  const { seq, kind } = broken;
  const what = {
    missing: `line ${seq} is not there`,
    unlinked: `line ${seq} does not follow the one before it: a line was put in, taken out or moved`,
    changed: `line ${seq} does not say what it said when it was written`,
    unreadable: `row ${seq} of the file is no line of the log`,
    'mark-differs': `line ${seq} has another mark than the one that was kept: the log was written anew`,
  }[kind];
  console.error(`The chain is broken: ${what}.`);
  console.error(lines === 0 ? 'No line before it holds.' : `The ${lines} lines before it hold.`);
  if (kind === 'missing' && !part) console.error('A filtered export is checked with --part.');
  process.exitCode = 1;
}

function readCommand(args: string[]): Command | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { part: { type: 'boolean' }, expect: { type: 'string' }, remote: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file = null, ...more] = positionals;
    const expect = values.expect === undefined ? null : readKeptHead(values.expect);
    if (more.length > 0 || (values.expect !== undefined && expect === null)) return null;
    const [part, remote] = [values.part === true, values.remote === true];
    if ((file !== null && remote) || (file === null && part)) return null;
    return { file, part, expect, remote };
  } catch {
    return null;
  }
}
