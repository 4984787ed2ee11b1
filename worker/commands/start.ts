// `npm start`: everything from a fresh clone to the running product, at http://localhost:8787 or PORT.
// `npm start -- --empty` seeds the operators and a few bars. The state is in .wrangler/state, or in ONCA_STATE.

import { join } from 'node:path';
import { buildWeb, prepareDatabase, serve } from './local-server.ts';
import { ROOT, writeDevelopmentSecrets } from './local-setup.ts';
import { seed, seedOperators } from './seed.ts';
import { MINUTE_MS } from '../domain/time.ts';

const port = process.env['PORT'] ?? '8787';
const empty = process.argv.includes('--empty');
const state = process.env['ONCA_STATE'] ?? join(ROOT, '.wrangler', 'state');

writeDevelopmentSecrets();
await Promise.all([buildWeb(), prepareDatabase(state, empty ? seedOperators : seed)]);

console.log(`
  Onça runs at http://localhost:${port}
${empty ? '' : '  Customer  cliente@onca.example    onca-demo-2026\n'}  Operator  admin@onca.example      onca-admin-2026  (app key JBSWY3DPEHPK3PXP)
  Operator  operadora@onca.example  onca-admin-2026  (app key KRSXG5CTMVRXEZLU)
  The operators’ codes are at http://localhost:${port}/dev/authenticator
`);
const server = serve(port, state);
// Wrangler fires no trigger by itself: what the platform does each minute is asked for. It may not be up yet, or be restarting.
setInterval(() => {
  void fetch(`http://localhost:${port}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`).catch(() => undefined);
}, MINUTE_MS);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
