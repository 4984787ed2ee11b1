// Playwright's webServer: builds the web app and seeds a database once, then starts one server per test worker on a copy.

import { cpSync, rmSync } from 'node:fs';
import { buildWeb, prepareDatabase, serve } from '../../worker/commands/local-server.ts';
import { writeDevelopmentSecrets } from '../../worker/commands/local-setup.ts';
import { seed } from '../../worker/commands/seed.ts';
import { type Server, SERVERS, TEMPLATE } from './support/servers.ts';

const POLL_MS = 100;

for (const { origin } of SERVERS) {
  if (await answers(origin)) throw new Error(`Another server answers at ${origin}`);
}
writeDevelopmentSecrets();
await Promise.all([buildWeb(), prepareDatabase(TEMPLATE, seed)]);
const processes = SERVERS.map(({ port, state }) => {
  rmSync(state, { recursive: true, force: true });
  cpSync(TEMPLATE, state, { recursive: true });
  return serve(port, state);
});
const stop = () => {
  for (const server of processes) server.kill();
};
process.on('SIGINT', stop).on('SIGTERM', stop);
// The runner holds the other end: it was killed, and sends no signal.
process.stdin.on('end', stop).resume();
for (const server of processes) server.on('exit', (code) => process.exit(code ?? 0));
await Promise.all(SERVERS.map((server) => untilAnswers(server)));
// playwright.config.ts waits for this line.
console.log('All servers answer.');

async function untilAnswers({ origin }: Server): Promise<void> {
  while (!(await answers(origin))) await new Promise((next) => setTimeout(next, POLL_MS));
}

async function answers(origin: string): Promise<boolean> {
  return (await fetch(origin).catch(() => null))?.ok === true;
}
