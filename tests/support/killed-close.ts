// A program that closes a day and is killed on the way, by itself and with no chance to tidy up: FILE NOW PLACE. The place counts
// the statements of the close's batch that are done; one more than there are is after the commit.

import { NodeD1 } from '../../worker/commands/node-d1.ts';
import { closeDays } from '../../worker/services/close-days.ts';
import { CLOSE_ENV, notesAlongside } from './node-books.ts';

const [file = '', now = '', place = ''] = process.argv.slice(2);
const node = new NodeD1(file);
type Statement = { readonly execute: () => unknown };

const killed = {
  prepare: (sql: string) => node.prepare(sql),
  async batch(statements: readonly Statement[]) {
    // The close's batch is the one with what is written alongside.
    if (statements.length !== 3) return node.batch(statements as never);
    let done = 0;
    const counted = statements.map((statement) => ({
      execute() {
        if (done === Number(place)) process.kill(process.pid, 'SIGKILL');
        const result = statement.execute();
        done += 1;
        if (done === statements.length && done === Number(place)) process.kill(process.pid, 'SIGKILL');
        return result;
      },
    }));
    const results = await node.batch(counted as never);
    process.kill(process.pid, 'SIGKILL');
    return results;
  },
} as unknown as D1Database;

await closeDays({ db: killed, env: CLOSE_ENV, now: () => Number(now) }, { alongside: notesAlongside });
