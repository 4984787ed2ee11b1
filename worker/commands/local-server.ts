// The local server, step by step: `npm start` runs one, the browser tests run one per test worker.

import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { migrate, ROOT, settingArguments, withLocalDatabase } from './local-setup.ts';
import { node, runToEnd, start, wrangler } from './processes.ts';

/** Does nothing when the last build is still good. */
export async function buildWeb(): Promise<void> {
  await runToEnd(node([join(ROOT, 'worker', 'commands', 'build-web.mjs')]));
}

/** Migrates and seeds the database in this state directory. */
export async function prepareDatabase(
  state: string,
  fill: (db: D1Database, env: Env) => Promise<void>,
): Promise<void> {
  await migrate(state);
  await withLocalDatabase(state, fill);
}

/** Starts the Worker on a prepared state directory. */
export function serve(port: number | string, state: string): ChildProcess {
  return start(
    wrangler([
      'dev',
      '--port',
      String(port),
      '--ip',
      'localhost',
      '--inspector-port',
      '0',
      '--persist-to',
      state,
      '--show-interactive-dev-session=false',
      ...settingArguments(),
    ]),
  );
}
