// `npm run ledger:verify` runs every rule of the nightly check, and computes every day of storage and every hour and day
// of an account again: on the local database, on the deployed one with --remote, or on a file that was exported from one. It changes nothing and ends with 1 where it finds something.

import { parseArgs } from 'node:util';
import { LEDGER_RULES } from '../db/ledger-check.ts';
import { withDatabase } from './database.ts';
import { withExportedDatabase } from './exported-database.ts';
import { inspectBooks } from './inspect-books.ts';

const USAGE = `Usage: npm run ledger:verify [-- FILE] [--remote]
  FILE        a copy of the database instead: the SQL of "npx wrangler d1 export onca --remote --output FILE", or an SQLite file
  --remote    the deployed database instead of the local one, with wrangler's sign-in`;

const command = readCommand(process.argv.slice(2));
if (command === null) {
  console.error(USAGE);
  process.exit(2);
}
const { file, remote } = command;
const { counts, findings } = await (file === null
  ? withDatabase(remote, inspectBooks)
  : withExportedDatabase(file, inspectBooks));

const seen = `${counts.accounts} customers, ${counts.operations} operations, ${counts.entries} entries`;
if (findings.length === 0) console.log(`The books agree: ${LEDGER_RULES.length} rules, ${seen}.`);
else {
  for (const { rule, subject, detail } of findings) console.error(`${rule}: ${subject}: ${detail}`);
  console.error(`The books do not agree: ${findings.length} findings, the first of each rule; ${seen}.`);
  process.exitCode = 1;
}

function readCommand(args: string[]): { readonly file: string | null; readonly remote: boolean } | null {
  try {
    const options = { remote: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [first = null, ...more] = positionals;
    const isRemote = values.remote === true;
    return more.length > 0 || (first !== null && isRemote) ? null : { file: first, remote: isRemote };
  } catch {
    return null;
  }
}
