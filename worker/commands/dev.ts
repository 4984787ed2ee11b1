// `npm run dev`: the same Worker as `npm start`, plus Vite in front of it with hot reload of the web app.

import { join } from 'node:path';
import { ROOT } from './local-setup.ts';
import { node, start } from './processes.ts';

const workerPort = process.env['PORT'] ?? '8787';
const vitePort = process.env['VITE_PORT'] ?? '5173';

const worker = start(node([join(ROOT, 'worker', 'commands', 'start.ts')]));
const vite = start(
  node([join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'dev', '--port', vitePort], {
    cwd: join(ROOT, 'web'),
    env: { ...process.env, ONCA_WORKER: `http://localhost:${workerPort}` },
  }),
);
for (const child of [worker, vite]) {
  child.on('exit', (code) => {
    worker.kill();
    vite.kill();
    process.exit(code ?? 0);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    worker.kill(signal);
    vite.kill(signal);
  });
}
