// A program that makes and prints the statements of a database by itself, in whatever environment it is started: FILE NOW FILES. One
// line for each month: account, month, and the SHA-256 of its signed record; of the first FILES customers those of all files.

import { createHash } from 'node:crypto';
import { NodeD1 } from '../../worker/commands/node-d1.ts';
import { LANGUAGES } from '../../worker/domain/settings-rules.ts';
import { STATEMENT_FORMATS } from '../../worker/domain/statements.ts';
import { fileBytes } from '../../worker/services/statement-files.ts';
import { listMonths, statementFor } from '../../worker/services/statements.ts';
import { asD1, STATEMENT_ENV } from './node-books.ts';

const [file = '', now = '', files = ''] = process.argv.slice(2);
const db = asD1(new NodeD1(file));
const deps = { db, env: STATEMENT_ENV, now: () => Number(now) };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const { results } = await db
  .prepare(`SELECT id FROM accounts WHERE kind = 'customer' ORDER BY id`)
  .run<{ id: string }>();
for (const [index, { id }] of results.entries()) {
  const list = await listMonths(deps, id);
  for (const { month } of list.ok ? list.value.months.toReversed() : []) {
    const statement = await statementFor(deps, id, month);
    if (statement === null) throw new Error(`no statement ${month} of ${id}`);
    const hashes = [sha256(await fileBytes(deps, statement, 'json', 'en'))];
    for (const format of index < Number(files) ? STATEMENT_FORMATS : []) {
      for (const language of LANGUAGES)
        hashes.push(sha256(await fileBytes(deps, statement, format, language)));
    }
    console.log([id, month, ...hashes].join(' '));
  }
}
