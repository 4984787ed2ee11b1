// Playwright's webServer: seeds a database once, then runs the bundle that a deployment uploads on a copy for each test worker.
// Miniflare without the proxy of `wrangler dev`: a request costs a third of the processor time.

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { prepareDatabase } from '../../worker/commands/local-server.ts';
import { writeDevelopmentSecrets } from '../../worker/commands/local-setup.ts';
import { seed } from '../../worker/commands/seed.ts';
import { modulesOf } from '../support/bundle.ts';
import { withCheapPasswords } from '../support/cheap-passwords.ts';
import { OPS_TOKEN, OUTPUT, ROOT, type Server, SERVERS, TEMPLATE } from './support/servers.ts';
import { DEEP } from './support/tier.ts';

/** Written by the step `deploy dry run` of worker/commands/test.ts, before this one. */
const BUNDLE = join(OUTPUT, 'deploy');

writeDevelopmentSecrets();
await prepareDatabase(TEMPLATE, seed);
const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml'));
const modules = modulesOf(BUNDLE, DEEP ? undefined : withCheapPasswords);
const running = await Promise.all(SERVERS.map((server) => serve(server)));
// playwright.config.ts waits for this line.
console.log('All servers answer.');

const stop = async () => {
  await Promise.all(running.map((server) => server.dispose()));
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
// The runner holds the other end: when it is killed it sends no signal.
process.stdin.on('end', () => void stop()).resume();

async function serve({ port, state }: Server): Promise<Miniflare> {
  rmSync(state, { recursive: true, force: true });
  cpSync(TEMPLATE, state, { recursive: true });
  const server = new Miniflare(
    convertV4MiniflareOptions({
      ...workerOptions,
      rootPath: undefined,
      modulesRules: undefined,
      modules,
      bindings: { ...(workerOptions.bindings as object), PRICE_POLL_MS: '2000', OPS_TOKEN },
      resourcePersistencePath: join(state, 'v3'),
      host: 'localhost',
      port,
    } as never),
  );
  await server.ready;
  return server;
}
