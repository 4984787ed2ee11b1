// `npm run admin -- grant EMAIL` makes a customer an operator, `revoke` undoes it, `list` lists them. The site itself
// cannot grant the role. Locally, or with --remote in the deployed database, through wrangler.

import { hostname, userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { AuditActor } from '../db/audit-log.ts';
import { withDatabase } from './database.ts';
import { grant, list, type Outcome, revoke } from './operators.ts';

const USAGE = `Usage: npm run admin -- grant EMAIL [--premium] [--note TEXT] [--remote]
       npm run admin -- revoke EMAIL [--note TEXT] [--remote]
       npm run admin -- list [--remote]
  --premium   tier premium as well, which the form submissions ask for
  --note      why, for the audit log (at most 500 characters)
  --remote    the deployed database instead of the local one, with wrangler's sign-in`;

type Command = {
  readonly verb: 'grant' | 'revoke' | 'list';
  readonly email: string;
  readonly premium: boolean;
  readonly note: string | null;
  readonly remote: boolean;
};

const command = readCommand(process.argv.slice(2));
if (command === null) {
  console.error(USAGE);
  process.exit(2);
}
const { ok, says } = await withDatabase(command.remote, (db) => run(db, command));
(ok ? console.log : console.error)(says);
process.exitCode = ok ? 0 : 1;

function run(db: D1Database, { verb, email, premium, note }: Command): Promise<Outcome> {
  const [by, now] = [whoRunsThis(), Date.now()];
  if (verb === 'list') return list(db);
  return verb === 'grant'
    ? grant(db, by, { email, premium, note }, now)
    : revoke(db, by, { email, note }, now);
}

function whoRunsThis(): AuditActor {
  const actor = `npm run admin (${userInfo().username}@${hostname()})`.slice(0, 254);
  return { actorId: null, actor, device: null, place: null };
}

function readCommand(args: string[]): Command | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { premium: { type: 'boolean' }, note: { type: 'string' }, remote: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [verb, email = '', ...more] = positionals;
    if (verb !== 'grant' && verb !== 'revoke' && verb !== 'list') return null;
    if (more.length > 0 || (verb === 'list') !== (email === '')) return null;
    const note = values.note?.trim() ?? '';
    if (note.length > 500) return null;
    return {
      verb,
      email: email.trim().toLowerCase(),
      premium: values.premium === true,
      note: note === '' ? null : note,
      remote: values.remote === true,
    };
  } catch {
    return null;
  }
}
