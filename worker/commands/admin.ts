// `npm run admin -- grant EMAIL` makes a customer an operator, `revoke` undoes it, `list` lists them: for the first operators,
// and where nobody can sign in. On the site two owners do it. Locally, or with --remote in the deployed database, through wrangler.

import { parseArgs } from 'node:util';
import { whoRuns, withDatabase } from './database.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../domain/operator-roles.ts';
import { grant, list, type Outcome, revoke, whileBusy } from './operators.ts';

const USAGE = `Usage: npm run admin -- grant EMAIL [--roles LIST] [--premium] [--note TEXT] [--without-approval] [--remote]
       npm run admin -- revoke EMAIL [--note TEXT] [--remote]
       npm run admin -- list [--remote]
  --roles     comma-separated: ${OPERATOR_ROLES.join(', ')}; owner, who may do everything, where none is named
  --premium   tier premium as well, which the form submissions ask for
  --note      why, for the audit log (at most 500 characters)
  --without-approval   although there are two owners, who could decide it at /admin/operators
  --remote    the deployed database instead of the local one, with wrangler's sign-in`;

type Command = {
  readonly verb: 'grant' | 'revoke' | 'list';
  readonly email: string;
  readonly roles: readonly OperatorRole[];
  readonly premium: boolean;
  readonly withoutApproval: boolean;
  readonly note: string | null;
  readonly remote: boolean;
};

const command = readCommand(process.argv.slice(2));
if (command === null) {
  console.error(USAGE);
  process.exit(2);
}
const { ok, says } = await whileBusy(() => withDatabase(command.remote, (db) => run(db, command)));
(ok ? console.log : console.error)(says);
process.exitCode = ok ? 0 : 1;

function run(db: D1Database, { verb, email, note, ...more }: Command): Promise<Outcome> {
  const [by, now] = [whoRuns('admin'), Date.now()];
  if (verb === 'list') return list(db);
  return verb === 'grant'
    ? grant(db, by, { email, note, ...more }, now)
    : revoke(db, by, { email, note }, now);
}

function readCommand(args: string[]): Command | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        roles: { type: 'string' },
        premium: { type: 'boolean' },
        note: { type: 'string' },
        'without-approval': { type: 'boolean' },
        remote: { type: 'boolean' },
      },
      allowPositionals: true,
    });
    const [verb, email = '', ...more] = positionals;
    if (verb !== 'grant' && verb !== 'revoke' && verb !== 'list') return null;
    if (more.length > 0 || (verb === 'list') !== (email === '')) return null;
    const note = values.note?.trim() ?? '';
    if (note.length > 500) return null;
    const named = (values.roles ?? 'owner').split(',').map((role) => role.trim());
    const roles = OPERATOR_ROLES.filter((role) => named.includes(role));
    if (roles.length !== named.length) return null;
    return {
      verb,
      email: email.trim().toLowerCase(),
      roles,
      premium: values.premium === true,
      withoutApproval: values['without-approval'] === true,
      note: note === '' ? null : note,
      remote: values.remote === true,
    };
  } catch {
    return null;
  }
}
