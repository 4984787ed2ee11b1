// Where the servers under test are: each Playwright worker has one, with a port and a database of its own.

import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../../..');
export const OUTPUT = join(ROOT, 'tests', '.output');
/** The migrated and seeded database of which each server gets a copy. */
export const TEMPLATE = join(OUTPUT, 'template');
export const WORKERS = Number(process.env['ONCA_E2E_WORKERS'] ?? 3);
const FIRST_PORT = Number(process.env['ONCA_E2E_PORT'] ?? 8790);
/** Playwright sets the variable in its workers alone. */
const INDEX = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);

/** A setting of the servers: the token of `/api/health/deep`. */
export const OPS_TOKEN = 'operators-of-the-browser-tests-0123';

export type Server = { readonly port: number; readonly origin: string; readonly state: string };

const serverAt = (index: number): Server => ({
  port: FIRST_PORT + index,
  origin: `http://localhost:${FIRST_PORT + index}`,
  state: join(OUTPUT, `state-${index}`),
});

export const SERVERS: readonly Server[] = Array.from({ length: WORKERS }, (_, index) => serverAt(index));
/** For a test that starts a server of its own. */
export const FREE_PORT = FIRST_PORT + WORKERS;
/** The server of the Playwright worker that runs this code. */
export const OWN_SERVER = serverAt(INDEX);
